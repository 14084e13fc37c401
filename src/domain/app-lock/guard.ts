/**
 * Decides when the app is shut and when it is open again. Time is told by two clocks: the device's, which goes on while
 * no page is open, and the page's own, which nobody can put back. Whichever says that more time went by is believed,
 * and a device that is earlier than it was locks.
 */
import { dropLock, onGate, setGate } from '../../shared/app-lock/lockGate.ts';
import styles from './Lock.module.css';
import { changeLock, type LockRecord, onLockChangeElsewhere, readLock } from './lockRecord.ts';
import { MARK_PATHS } from './mark.ts';

const SVG = 'http://www.w3.org/2000/svg';

let shown: HTMLElement | undefined;

const isAppCovered = () => shown !== undefined;

/** How often the app says that it is in sight. */
const BEAT_MS = 10_000;

/** Clocks that are set by the network go back that far by themselves. */
const CLOCK_SLACK_MS = 2000;

let stopWatching: (() => void) | undefined;

/** The moment that was last kept as `seenAtMs`, by the page's own clock as well. */
let seen: { readonly atMs: number; readonly pageMs: number } | undefined;

const isHidden = () => document.visibilityState === 'hidden';

/** Whether it has looked at the lock and watches it; told by `onGate`. */
export const isGuarding = () => stopWatching !== undefined;

/** Begins to watch, if it does not yet, and shuts or opens the app as the lock that is kept says. */
export function startGuard(): void {
  if (readLock() === undefined) {
    dropLock();
    return;
  }
  stopWatching ??= watch();
  if (isHidden()) coverApp();
  look();
}

/** Shuts the app now. */
export function lockNow(): void {
  changeLock({ isLocked: true });
  decide();
}

/** Opens the app: the PIN was right, or the device knows its owner. */
export function openLock(): void {
  changeLock({ isLocked: false, tries: 0, waitLeftMs: 0, seenAtMs: Date.now() });
  look();
}

function watch(): () => void {
  const timer = setInterval(look, BEAT_MS);
  const turn = () => (isHidden() ? hide() : look());
  document.addEventListener('visibilitychange', turn);
  window.addEventListener('pagehide', hide);
  window.addEventListener('pageshow', turn);
  const stopHearing = onLockChangeElsewhere(hear);
  const stopGate = onGate(() => {
    if (readLock() === undefined) stop();
  });
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', turn);
    window.removeEventListener('pagehide', hide);
    window.removeEventListener('pageshow', turn);
    stopHearing();
    stopGate();
    uncoverApp();
    stopWatching = undefined;
    seen = undefined;
  };
  return stop;
}

/** Nothing more may be seen. A page that was out of sight already has not been seen since. */
function hide(): void {
  if (isAppCovered()) return;
  coverApp();
  beat();
}

/** Shuts or opens; what stays open in sight of the user is seen. */
function look(): void {
  decide();
  if (isHidden()) return;
  beat();
  // If the app is shut, it is gone from under the cover by the next picture.
  uncoverApp();
}

/** What another tab has done to the lock. Nothing is written here, or two tabs would answer each other for ever. */
function hear(): void {
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

/** Whether the app was out of sight for too long, or the clock cannot be believed. */
function isOver({ seenAtMs, afterMinutes }: LockRecord): boolean {
  const byDevice = Date.now() - seenAtMs;
  // Of a moment that another tab kept this page's clock may know nothing.
  const byPage = seen?.atMs === seenAtMs ? performance.now() - seen.pageMs : 0;
  return byDevice < -CLOCK_SLACK_MS || Math.max(byDevice, byPage) >= afterMinutes * 60_000;
}

/** Keeps that the app is, or was until now, in sight. Of one that is shut that says nothing. */
function beat(): void {
  const lock = readLock();
  if (lock === undefined || lock.isLocked) return;
  const atMs = Date.now();
  seen = { atMs, pageMs: performance.now() };
  changeLock({ seenAtMs: atMs });
}

/**
 * A plain screen over the whole app while it is out of sight, so that the picture that a device takes for its list of
 * apps shows nothing of it. Made without React: it must be there before the event that says so is over.
 */
/** Covers the app at once. */
function coverApp(): void {
  if (shown !== undefined) return;
  shown = document.createElement('div');
  shown.className = styles['cover'] ?? '';
  shown.dataset['cover'] = '';
  shown.ariaHidden = 'true';
  shown.append(drawMark());
  document.body.append(shown);
}

/** Takes the cover away. */
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
