import * as z from 'zod/mini';
import { marketId } from '@halyard/contract/ids';
import type { Market } from '@halyard/contract/market/calls';
import { decimalWire } from '@halyard/contract/codec';
import { readJson, writeJson } from '../../shared/storage/localStore.ts';
import type { MarketsData } from './marketsData.ts';

/**
 * A market in a list, live or cached. The snapshot of public markets on the device shows favourites while offline; it
 * holds no user data.
 */
export type ListedMarket = Pick<
  Market,
  'id' | 'base' | 'quote' | 'pricePrecision' | 'lastPrice' | 'changePercent' | 'turnover'
>;

export type MarketSnapshot = {
  /** When its newest price arrived (Unix milliseconds, device clock). */
  readonly asOfMs: number;
  readonly markets: readonly ListedMarket[];
};

const KEY = 'public-markets';
const MARKETS_MAX = 500;
/** Writes are infrequent; the page also writes when it is hidden. */
const WRITE_EVERY_MS = 60_000;

const stored = z.object({
  asOfMs: z.number(),
  markets: z.array(
    z.object({
      id: marketId,
      base: z.string(),
      quote: z.string(),
      pricePrecision: z.int(),
      lastPrice: z.nullable(decimalWire),
      changePercent: z.nullable(decimalWire),
      turnover: z.nullable(decimalWire),
    }),
  ),
});

/** The cached snapshot; `undefined` when missing or unreadable. */
export function readMarketSnapshot(): MarketSnapshot | undefined {
  return z.safeParse(stored, readJson(KEY)).data;
}

/** Caches the first 500 markets. */
export function writeMarketSnapshot(data: MarketsData): void {
  const markets = listedMarkets(data).slice(0, MARKETS_MAX);
  if (markets.length === 0) return;
  const rows = markets.map(({ id, base, quote, pricePrecision, lastPrice, changePercent, turnover = null }) => {
    return { id, base, quote, pricePrecision, lastPrice, changePercent, turnover };
  });
  writeJson(KEY, { asOfMs: lastReceivedMs(data), markets: rows });
}

/** The markets of the cache in the order of the exchange. */
export function listedMarkets({ ids, byId }: MarketsData): readonly Market[] {
  return ids.map((id) => byId[id]).filter((market) => market !== undefined);
}

/** When the newest price arrived (Unix milliseconds). */
export function lastReceivedMs({ receivedAtMs }: MarketsData): number {
  return Math.max(0, ...Object.values(receivedAtMs));
}

type Entry = {
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  readonly getCacheEntry: () => { readonly data?: MarketsData | undefined };
};

/** Writes the cache entry to the device now and then, until the entry is removed. */
export async function saveSnapshot(entry: Entry): Promise<void> {
  let written: MarketsData | undefined;
  const write = () => {
    const { data } = entry.getCacheEntry();
    if (data === undefined || data === written) return;
    written = data;
    writeMarketSnapshot(data);
  };
  const writeWhenHidden = () => {
    if (document.hidden) write();
  };
  const hasLoaded = await entry.cacheDataLoaded.then(
    () => true,
    () => false,
  );
  if (!hasLoaded) return;
  write();
  const timer = setInterval(write, WRITE_EVERY_MS);
  document.addEventListener('visibilitychange', writeWhenHidden);
  await entry.cacheEntryRemoved;
  clearInterval(timer);
  document.removeEventListener('visibilitychange', writeWhenHidden);
}
