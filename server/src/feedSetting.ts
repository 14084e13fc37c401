/** Setting of the price feed. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { parseVkey, type VerifierKey } from '@halyard/contract/transparency/note';
import type { LiveSettings, SymbolOverride } from './market/feeds/live/live.ts';
import { findVenue, VENUES, type Venue } from './market/feeds/live/venues.ts';
import { ConfigError, wholeNumber, type ValuesOf } from './settings.ts';

// The settings of live prices.

/** Prices of these venues. */
type LiveSetting = { readonly kind: 'live' } & LiveSettings;

/** Venues that a price needs: two at least, or one could set it. */
const SOURCES_MIN = 2;
const SOURCES = wholeNumber('', SOURCES_MIN, VENUES.length);
const NAMES = VENUES.map(({ name }) => name).join(', ');
/** `kraken:BTC/USDT=XBT/USDT`; `none` for a market that a venue does not count for. */
const SYMBOL = /^([a-z]+):([A-Z0-9]+\/[A-Z0-9]+)=([A-Za-z0-9./_-]{1,40})$/;
const NONE = 'none';
const ORIGIN = /^([a-z]+)=(wss?:\/\/[\w.-]+(?::\d{1,5})?)$/;

const partsOf = (text: string) => text.split(',').map((part) => part.trim());
const areAll = (pattern: RegExp) =>
  z.string().check(z.refine((text) => partsOf(text).every((part) => pattern.test(part))));

export const LIVE_VARIABLES = {
  LIVE_TERMS_ACCEPTED: z.optional(z.string().check(z.refine((text) => text === 'yes' || text === 'no'))),
  LIVE_MIN_SOURCES: SOURCES.schema,
  LIVE_SYMBOLS: z.optional(areAll(SYMBOL).check(z.maxLength(4000))),
  LIVE_URLS: z.optional(areAll(ORIGIN).check(z.maxLength(2000))),
};

export const LIVE_EXPECTED = {
  LIVE_TERMS_ACCEPTED: 'yes, when you may use the prices of the venues that FEED names, or empty',
  LIVE_MIN_SOURCES: SOURCES.expected,
  LIVE_SYMBOLS: 'names of markets at venues between commas, such as kraken:BTC/USDT=XBT/USDT, coinbase:TRX/USDT=none',
  LIVE_URLS: 'addresses of venues between commas, such as kraken=ws://127.0.0.1:9000, in a sandbox only, or empty',
} as const;

/** Expected form of `FEED` after `live:`. */
const VENUES_EXPECTED = `"live:" and venues between commas (${NAMES})`;

/** The venues of a list of names; undefined where one is unknown or named twice. */
export function venuesOf(list: string): readonly Venue[] | undefined {
  const venues = partsOf(list).map(findVenue);
  const known = venues.filter((venue) => venue !== undefined);
  return known.length === venues.length && new Set(known).size === known.length ? known : undefined;
}

type Set = ValuesOf<typeof LIVE_VARIABLES>;

/** The setting of live prices. Throws a {@link ConfigError} for what contradicts `FEED`, and for terms not accepted. */
function liveSettingOf(venues: readonly Venue[], set: Set, isSandbox: boolean): LiveSetting {
  if (set.LIVE_TERMS_ACCEPTED !== 'yes') {
    const terms = venues.map(({ name, termsUrl }) => `${name} (${termsUrl})`).join(', ');
    throw new ConfigError(
      `FEED=live: read under which terms these venues let you use their prices, and set LIVE_TERMS_ACCEPTED=yes: ${terms}.`,
    );
  }
  if (set.LIVE_URLS !== undefined && !isSandbox)
    throw new ConfigError('LIVE_URLS, with which prices can come from anywhere, is for SANDBOX=1 only: unset it.');
  const minSources = set.LIVE_MIN_SOURCES ?? SOURCES_MIN;
  if (venues.length < minSources) {
    throw new ConfigError(
      `FEED=live names fewer venues than the ${minSources} that a price needs (LIVE_MIN_SOURCES): name more of ${NAMES}.`,
    );
  }
  return { kind: 'live', venues, minSources, symbols: symbolsOf(set.LIVE_SYMBOLS), origins: originsOf(set.LIVE_URLS) };
}

function symbolsOf(text: string | undefined): readonly SymbolOverride[] {
  if (text === undefined) return [];
  return partsOf(text).map((part) => {
    const [, venue = '', market = '', symbol = ''] = SYMBOL.exec(part) ?? [];
    return { venue, market, symbol: symbol === NONE ? undefined : symbol };
  });
}

/** Addresses of venues, such as `kraken=ws://127.0.0.1:9000`. */
export function originsOf(text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined || text === '') return new Map();
  return new Map(
    partsOf(text).map((part) => {
      const [, venue = '', origin = ''] = ORIGIN.exec(part) ?? [];
      return [venue, origin] as const;
    }),
  );
}

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
