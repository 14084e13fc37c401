/** Setting of the price feed. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from './configError.ts';
import { liveSettingOf, VENUES_EXPECTED, venuesOf, type LiveSetting } from './liveSetting.ts';

export type FeedSetting =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'replay'; readonly paths: readonly string[] }
  | LiveSetting;

/** Expected form of the variable. */
export const FEED_EXPECTED = `"simulated", or "replay:" and the paths of csv or csv.gz files between commas, or ${VENUES_EXPECTED}`;

const REPLAY = 'replay:';
const LIVE = 'live:';

/** Whether a text names a feed; its files are checked later. */
export function isFeed(text: string): boolean {
  if (text.startsWith(LIVE)) return venuesOf(text.slice(LIVE.length)) !== undefined;
  return text === 'simulated' || (text.startsWith(REPLAY) && text.length > REPLAY.length);
}

/** Parses the setting. Throws a {@link ConfigError} for unreadable files, and for live prices that are not allowed. */
export function feedOf(text: string, live: Parameters<typeof liveSettingOf>[1], isSandbox: boolean): FeedSetting {
  if (text.startsWith(LIVE)) return liveSettingOf(venuesOf(text.slice(LIVE.length)) ?? [], live, isSandbox);
  if (!text.startsWith(REPLAY)) return { kind: 'simulated' };
  const paths = text.slice(REPLAY.length).split(',');
  return { kind: 'replay', paths: paths.map((path) => readable(path.trim())) };
}

function readable(text: string): string {
  if (text === '') throw new ConfigError(`FEED must be ${FEED_EXPECTED}.`);
  const path = resolve(text);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new ConfigError(`FEED names a file that cannot be read: ${path}.`);
  }
  return path;
}

/** The seed, allowed in a sandbox only, because prices can be computed from it. Throws a {@link ConfigError}. */
export function seedOf(seed: string | undefined, isSandbox: boolean): string | undefined {
  if (seed !== undefined && !isSandbox)
    throw new ConfigError('FEED_SEED, with which prices can be computed beforehand, is for SANDBOX=1 only: unset it.');
  return seed;
}
