import { DAY_MS } from '@halyard/contract/time';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { usePwa } from '../../shared/pwa/pwa.ts';
import { readJson, writeJson } from '../../shared/storage/localStore.ts';

const STANDALONE = '(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)';

/** The current way to install the app, and a function that makes the browser prompt. */
export function useInstallWay(): { readonly way: InstallWay; readonly install: () => Promise<void> } {
  const { canInstall, install } = usePwa();
  const [wasInstalled, setWasInstalled] = useState(() => readInstallRecord().isInstalled ?? false);
  useEffect(() => {
    const note = () => {
      noteInstalled(true);
      setWasInstalled(true);
    };
    window.addEventListener('appinstalled', note);
    return () => window.removeEventListener('appinstalled', note);
  }, []);
  useEffect(() => {
    // The browser offers it only while the app is not installed.
    if (canInstall) noteInstalled(false);
  }, [canInstall]);
  const way = installWayOf({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isInstalled: isStandalone() || (wasInstalled && !canInstall),
    canPrompt: canInstall,
  });
  return { way, install };
}

/** Whether the page runs from the home screen, without a browser around it. */
export function isStandalone(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || window.matchMedia(STANDALONE).matches;
}

/**
 * How the app can be installed on this device. `installed`: it runs from the home screen, or was added to it. `prompt`:
 * the browser prompts. `share`: from the share menu of iPhones and iPads. `inApp`: not possible inside another app's
 * browser. `menu`: perhaps in the browser's own menu.
 */
export type InstallWay = 'installed' | 'prompt' | 'share' | 'inApp' | 'menu';

/** Device facts that decide the way. */
type InstallSigns = {
  readonly userAgent: string;
  /** An iPad reports itself as a Mac, but Macs have no touch points. */
  readonly maxTouchPoints: number;
  /** The page runs without a browser around it, or the browser reported an installation. */
  readonly isInstalled: boolean;
  /** The browser can prompt. */
  readonly canPrompt: boolean;
};

/** In-app browsers by user agent; order matters when several match. */
const IN_APP: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/i, 'WeChat'],
  [/Instagram/i, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/\bLine\//i, 'LINE'],
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/musical_ly|BytedanceWebview|TikTok|\btrill_/i, 'TikTok'],
  [/\bZalo/i, 'Zalo'],
  [/NAVER\(inapp/i, 'Naver'],
  [/\bQQ\//i, 'QQ'],
  [/Weibo/i, 'Weibo'],
  [/Telegram/i, 'Telegram'],
  [/\bTwitter/i, 'X'],
  [/Snapchat/i, 'Snapchat'],
  [/LinkedInApp/i, 'LinkedIn'],
  [/Pinterest\/|\[Pinterest/i, 'Pinterest'],
];

/** Name of the app whose in-app browser shows this page; empty when it gives none; `undefined` in a browser. */
export function inAppBrowserOf(userAgent: string): string | undefined {
  const known = IN_APP.find(([sign]) => sign.test(userAgent));
  if (known !== undefined) return known[1];
  // Android's WebView.
  return /; wv\)/.test(userAgent) ? '' : undefined;
}

/** How the app is installed on this device. */
export function installWayOf({ userAgent, maxTouchPoints, isInstalled, canPrompt }: InstallSigns): InstallWay {
  if (isInstalled) return 'installed';
  if (inAppBrowserOf(userAgent) !== undefined) return 'inApp';
  if (canPrompt) return 'prompt';
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'share' : 'menu';
}

// Install prompt record of this device: number of visits, and when the user declined. Names no user.

const KEY = 'install';
/** No prompt for this long after the user declined. */
export const DISMISSED_MS = 30 * DAY_MS;
/** A shorter absence does not count as a new visit. */
const AWAY_MS = 30 * 60_000;
/** The app is offered from this visit on. */
export const VISITS_MIN = 3;

const recordSchema = z.object({
  visits: z.int().check(z.gte(0)),
  lastSeenAtMs: z.number(),
  dismissedAtMs: z.optional(z.number()),
  isInstalled: z.optional(z.boolean()),
});
type InstallRecord = z.output<typeof recordSchema>;

const NONE: InstallRecord = { visits: 0, lastSeenAtMs: 0 };

/** The persisted record; empty when unreadable. */
export function readInstallRecord(): InstallRecord {
  return z.safeParse(recordSchema, readJson(KEY)).data ?? NONE;
}

function change(part: Partial<InstallRecord>): void {
  writeJson(KEY, { ...readInstallRecord(), ...part });
}

/** Records that the app is open at `nowMs` (Unix milliseconds). */
export function noteVisit(nowMs: number): void {
  const { visits, lastSeenAtMs } = readInstallRecord();
  const isNew = Math.abs(nowMs - lastSeenAtMs) >= AWAY_MS;
  change({ visits: isNew ? visits + 1 : visits, lastSeenAtMs: nowMs });
}

/** Records that the user declined. */
export function noteDismissal(nowMs: number): void {
  change({ dismissedAtMs: nowMs });
}

/** Records that the browser reported an installation, or offers one, which means that the app is not installed. */
function noteInstalled(isInstalled: boolean): void {
  if (isInstalled !== (readInstallRecord().isInstalled ?? false)) change({ isInstalled });
}

/** Whether the app may be offered at `nowMs`. */
export function mayOffer({ dismissedAtMs, isInstalled }: InstallRecord, nowMs: number): boolean {
  if (isInstalled === true) return false;
  // A clock that was set back would otherwise suppress the offer for years.
  return dismissedAtMs === undefined || Math.abs(nowMs - dismissedAtMs) >= DISMISSED_MS;
}
