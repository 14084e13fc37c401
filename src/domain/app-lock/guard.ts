/**
 * Decides when the app locks and unlocks. Two clocks are compared: the device's, which runs while no page is open, and
 * the page's, which cannot be set back. The larger elapsed time counts; a device clock that went backwards locks the
 * app.
 */
import { dropLock, onGate, setGate } from '../../shared/app-lock/lockGate.ts';
import styles from './Lock.module.css';
import { changeLock, type LockRecord, onLockChangeElsewhere, readLock } from './lockRecord.ts';

const SVG = 'http://www.w3.org/2000/svg';

let shown: HTMLElement | undefined;

const isAppCovered = () => shown !== undefined;

/** How often the app records that it is visible. */
const BEAT_MS = 10_000;

/** Network time sync may set a clock back by this much. */
const CLOCK_SLACK_MS = 2000;

let stopWatching: (() => void) | undefined;

/** The last persisted `seenAtMs`, with the page clock at that moment. */
let seen: { readonly atMs: number; readonly pageMs: number } | undefined;

const isHidden = () => document.visibilityState === 'hidden';

/** Whether the guard has read the lock and is watching. Changes are announced by `onGate`. */
export const isGuarding = () => stopWatching !== undefined;

/** Starts watching, unless it already does, and locks or unlocks according to the persisted lock. */
export function startGuard(): void {
  if (readLock() === undefined) {
    dropLock();
    return;
  }
  stopWatching ??= watch();
  if (isHidden()) coverApp();
  applyLock();
}

/** Locks the app now. */
export function lockNow(): void {
  changeLock({ isLocked: true });
  decide();
}

/** Unlocks the app after the right PIN or the device's own check. */
export function openLock(): void {
  changeLock({ isLocked: false, tries: 0, waitLeftMs: 0, seenAtMs: Date.now() });
  applyLock();
}

function watch(): () => void {
  const timer = setInterval(applyLock, BEAT_MS);
  const turn = () => (isHidden() ? hide() : applyLock());
  document.addEventListener('visibilitychange', turn);
  window.addEventListener('pagehide', hide);
  window.addEventListener('pageshow', turn);
  const stopListening = onLockChangeElsewhere(applyOtherTab);
  const stopGate = onGate(() => {
    if (readLock() === undefined) stop();
  });
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', turn);
    window.removeEventListener('pagehide', hide);
    window.removeEventListener('pageshow', turn);
    stopListening();
    stopGate();
    uncoverApp();
    stopWatching = undefined;
    seen = undefined;
  };
  return stop;
}

/** Covers the app. A page that was already hidden has not been seen since. */
function hide(): void {
  if (isAppCovered()) return;
  coverApp();
  beat();
}

/** Locks or unlocks; an unlocked, visible app is recorded as seen. */
function applyLock(): void {
  decide();
  if (isHidden()) return;
  beat();
  // If the app is locked, it leaves the DOM before the cover does.
  uncoverApp();
}

/** Applies a change of the lock from another tab. Writes nothing, or two tabs would answer each other for ever. */
function applyOtherTab(): void {
  const lock = readLock();
  if (lock !== undefined && lock.seenAtMs !== seen?.atMs) seen = { atMs: lock.seenAtMs, pageMs: performance.now() };
  decide();
}

function decide(): void {
  const lock = readLock();
  if (lock === undefined) {
    dropLock();
    return;
  }
  const isShut = lock.isLocked || isOver(lock);
  if (isShut && !lock.isLocked) changeLock({ isLocked: true });
  setGate(isShut);
}

/** Whether the app was hidden too long, or the clock cannot be trusted. */
function isOver({ seenAtMs, afterMinutes }: LockRecord): boolean {
  const byDevice = Date.now() - seenAtMs;
  // If another tab recorded the moment, this page's clock has no matching value.
  const byPage = seen?.atMs === seenAtMs ? performance.now() - seen.pageMs : 0;
  return byDevice < -CLOCK_SLACK_MS || Math.max(byDevice, byPage) >= afterMinutes * 60_000;
}

/** Records that the app is visible, or was until now. Skipped while it is locked. */
function beat(): void {
  const lock = readLock();
  if (lock === undefined || lock.isLocked) return;
  const atMs = Date.now();
  seen = { atMs, pageMs: performance.now() };
  changeLock({ seenAtMs: atMs });
}

/**
 * Covers the app with a plain screen while it is hidden, so that the device's app switcher shows nothing of it. Built
 * without React: it must be in place before the visibility event ends.
 */
function coverApp(): void {
  if (shown !== undefined) return;
  shown = document.createElement('div');
  shown.className = styles['cover'] ?? '';
  shown.dataset['cover'] = '';
  shown.ariaHidden = 'true';
  shown.append(drawMark());
  document.body.append(shown);
}

/** Removes the cover. */
function uncoverApp(): void {
  shown?.remove();
  shown = undefined;
}

function drawMark(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 512 512');
  for (const { d, opacity } of MARK_PATHS) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    path.setAttribute('opacity', String(opacity));
    svg.append(path);
  }
  return svg;
}

/** The app's mark as inline paths, as in `index.html`: shown before any file is loaded. */
export const MARK_PATHS = [
  { d: 'M268 84c74 76 122 168 138 268a12 12 0 0 1-12 14H268a12 12 0 0 1-12-12V89c0-8 7-11 12-5z', opacity: 1 },
  {
    d: 'M222 158c6-8 14-5 14 3v193a12 12 0 0 1-12 12H126c-10 0-15-9-11-18 25-66 62-130 107-190z',
    opacity: 0.62,
  },
  { d: 'M112 396h290c9 0 14 9 9 17-14 22-36 33-62 33H169c-27 0-50-12-65-34-5-7 0-16 8-16z', opacity: 1 },
] as const;
