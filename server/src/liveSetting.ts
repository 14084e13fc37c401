/** The settings of live prices. */
import * as z from 'zod/mini';
import { ConfigError } from './configError.ts';
import type { LiveSettings, SymbolOverride } from './market/feeds/live/live.ts';
import type { Venue } from './market/feeds/live/venue.ts';
import { findVenue, VENUES } from './market/feeds/live/venues.ts';

/** Prices of these venues. */
export type LiveSetting = { readonly kind: 'live' } & LiveSettings;

/** Venues that a price needs: two at least, or one could set it. */
const SOURCES = new Map(VENUES.slice(1).map((_venue, index) => [`${index + 2}`, index + 2]));
const SOURCES_MIN = 2;
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
  LIVE_MIN_SOURCES: z.optional(z.string().check(z.refine((text) => SOURCES.has(text)))),
  LIVE_SYMBOLS: z.optional(areAll(SYMBOL).check(z.maxLength(4000))),
  LIVE_URLS: z.optional(areAll(ORIGIN).check(z.maxLength(2000))),
};

export const LIVE_EXPECTED = {
  LIVE_TERMS_ACCEPTED: 'yes, when you may use the prices of the venues that FEED names, or empty',
  LIVE_MIN_SOURCES: `a whole number from ${SOURCES_MIN} to ${VENUES.length}`,
  LIVE_SYMBOLS: 'names of markets at venues between commas, such as kraken:BTC/USDT=XBT/USDT, coinbase:TRX/USDT=none',
  LIVE_URLS: 'addresses of venues between commas, such as kraken=ws://127.0.0.1:9000, in a sandbox only, or empty',
} as const;

/** Expected form of `FEED` after `live:`. */
export const VENUES_EXPECTED = `"live:" and venues between commas (${NAMES})`;

/** The venues of a list of names; undefined where one is unknown or named twice. */
export function venuesOf(list: string): readonly Venue[] | undefined {
  const venues = partsOf(list).map(findVenue);
  const known = venues.filter((venue) => venue !== undefined);
  return known.length === venues.length && new Set(known).size === known.length ? known : undefined;
}

type Set = Readonly<Partial<Record<keyof typeof LIVE_EXPECTED, string | undefined>>>;

/** The setting of live prices. Throws a {@link ConfigError} for what contradicts `FEED`, and for terms not accepted. */
export function liveSettingOf(venues: readonly Venue[], set: Set, isSandbox: boolean): LiveSetting {
  if (set.LIVE_TERMS_ACCEPTED !== 'yes') {
    const terms = venues.map(({ name, termsUrl }) => `${name} (${termsUrl})`).join(', ');
    throw new ConfigError(
      `FEED=live: read under which terms these venues let you use their prices, and set LIVE_TERMS_ACCEPTED=yes: ${terms}.`,
    );
  }
  if (set.LIVE_URLS !== undefined && !isSandbox)
    throw new ConfigError('LIVE_URLS, with which prices can come from anywhere, is for SANDBOX=1 only: unset it.');
  const minSources = SOURCES.get(set.LIVE_MIN_SOURCES ?? '') ?? SOURCES_MIN;
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
