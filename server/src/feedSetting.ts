/** Setting of the price feed. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { parseVkey, type VerifierKey } from '@halyard/contract/transparency/keys';
import * as z from 'zod/mini';
import { ConfigError } from './configError.ts';
import { liveSettingOf, VENUES_EXPECTED, venuesOf, type LiveSetting } from './liveSetting.ts';

export type FeedSetting =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'replay'; readonly paths: readonly string[] }
  | LiveSetting
  | FollowSetting;

/** Prices of another exchange, at `address`, whose log `key` signs. */
export type FollowSetting = { readonly kind: 'follow'; readonly address: string; readonly key: VerifierKey };

/** Expected form of the variable. */
export const FEED_EXPECTED = `"simulated", or "replay:" and the paths of csv or csv.gz files between commas, or "follow:" and the address of another exchange, or ${VENUES_EXPECTED}`;

const REPLAY = 'replay:';
const LIVE = 'live:';
const FOLLOW = 'follow:';

export const FOLLOW_VARIABLES = {
  FOLLOW_KEY: z.optional(z.string().check(z.refine((text) => logKeyOf(text) !== undefined))),
};
export const FOLLOW_EXPECTED = {
  FOLLOW_KEY: 'the vkey of the log of the exchange that FEED=follow:... names, as its page on fairness shows it',
} as const;

/** Whether a text names a feed; its files are checked later. */
export function isFeed(text: string): boolean {
  if (text.startsWith(LIVE)) return venuesOf(text.slice(LIVE.length)) !== undefined;
  if (text.startsWith(FOLLOW)) return isAddress(text.slice(FOLLOW.length));
  return text === 'simulated' || (text.startsWith(REPLAY) && text.length > REPLAY.length);
}

/** Parses the setting. Throws a {@link ConfigError} for unreadable files, and for live prices that are not allowed. */
export function feedOf(text: string, set: FeedVariables, isSandbox: boolean): FeedSetting {
  if (text.startsWith(FOLLOW)) return followSettingOf(text.slice(FOLLOW.length), set.FOLLOW_KEY, isSandbox);
  if (text.startsWith(LIVE)) return liveSettingOf(venuesOf(text.slice(LIVE.length)) ?? [], set, isSandbox);
  if (!text.startsWith(REPLAY)) return { kind: 'simulated' };
  const paths = text.slice(REPLAY.length).split(',');
  return { kind: 'replay', paths: paths.map((path) => readable(path.trim())) };
}

type FeedVariables = Parameters<typeof liveSettingOf>[1] & { readonly FOLLOW_KEY?: string | undefined };

function followSettingOf(address: string, vkey: string | undefined, isSandbox: boolean): FollowSetting {
  if (!isSandbox)
    throw new ConfigError('FEED=follow:... is for SANDBOX=1 only: the exchange that it names could set your prices.');
  const key = logKeyOf(vkey ?? '');
  if (key === undefined) throw new ConfigError(`FEED=follow:... needs FOLLOW_KEY, ${FOLLOW_EXPECTED.FOLLOW_KEY}.`);
  return { kind: 'follow', address: address.replace(/\/+$/, ''), key };
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The key of a log; undefined for another text. */
function logKeyOf(text: string): VerifierKey | undefined {
  try {
    return parseVkey(text, 'log');
  } catch {
    return undefined;
  }
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
