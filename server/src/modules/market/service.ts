/** Answers of the market calls. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import {
  periodOf,
  type Candle,
  listCandles,
  type listMarkets,
  type listTicks,
  type Market,
  type Tick,
} from '@halyard/contract/market/calls';
import type { getPriceSource, PriceOrigin } from '@halyard/contract/market/priceSourceCalls';
import { sql } from 'drizzle-orm';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { readCandles, readClosedCandles } from '../../market/candles.ts';
import { untilBarsFolded } from '../../market/foldedBars.ts';
import { findMarketBySymbol, type MarketRecord } from '../../market/marketRecord.ts';
import type { ReadVenues } from '../../market/feeds/live/live.ts';
import type { SeriesState } from '../../market/series.ts';
import { readSeriesIndex } from '../../transparency/proofs.ts';
import type { Tickers } from '../../market/tickers.ts';
import { readTicks } from '../../market/ticks.ts';
import { cacheEncoded } from '../../db/runOnce.ts';

type MarketDeps = { readonly db: Database; readonly tickers: Tickers };

const TICKS_DEFAULT = 50;
const TICKS_MAX = 200;

/** The displayed markets, grouped by quote currency, both in their order. */
export async function groupMarkets({ tickers }: MarketDeps): Promise<AnswerOf<typeof listMarkets>> {
  const groups = new Map<number, AnswerOf<typeof listMarkets>[number] & { markets: Market[] }>();
  for (const market of await tickers.list()) {
    const group = groups.get(market.quoteId) ?? { id: market.quoteId, name: market.quote, markets: [] };
    group.markets.push(market);
    groups.set(market.quoteId, group);
  }
  return [...groups.values()];
}

/**
 * Candles of a displayed market. Waits for those in a past that is still being folded. Errors: PERIOD_INVALID,
 * RANGE_INVALID, MARKET_NOT_FOUND.
 */
export async function findCandles({ db }: MarketDeps, request: RequestOf<typeof listCandles>): Promise<Candle[]> {
  const { symbol, fromSeconds, toSeconds } = request;
  const period = periodOf(request.period);
  if (period === undefined) throw new BusinessError('PERIOD_INVALID');
  if (fromSeconds > toSeconds) throw new BusinessError('RANGE_INVALID');
  const market = await shownMarket(db, symbol);
  await untilBarsFolded(db, market, { period, fromSeconds });
  return readCandles(db, market, period, { fromSeconds, toSeconds });
}

/**
 * Key of a page whose candles are all closed; `undefined` for any other page, and for requests that `findCandles`
 * refuses.
 */
export async function closedPageOf(
  { db }: Pick<MarketDeps, 'db'>,
  { symbol, period: word, fromSeconds, toSeconds }: RequestOf<typeof listCandles>,
): Promise<string | undefined> {
  const period = periodOf(word);
  if (period === undefined || fromSeconds > toSeconds) return undefined;
  const closed = await readClosedCandles(db, symbol, period);
  if (closed === undefined || toSeconds >= closed.untilSeconds) return undefined;
  return [closed.seriesId, closed.base, closed.quote, closed.pastBars, period, fromSeconds, toSeconds].join(' ');
}

/** The newest ticks of a displayed market, 50 by default, at most 200. Errors: MARKET_NOT_FOUND. */
export async function findTicks({ db }: MarketDeps, request: RequestOf<typeof listTicks>): Promise<Tick[]> {
  const { seriesId } = await shownMarket(db, request.symbol);
  return seriesId === undefined ? [] : readTicks(db, seriesId, Math.min(request.limit ?? TICKS_DEFAULT, TICKS_MAX));
}

async function shownMarket(db: Database, symbol: string): Promise<MarketRecord> {
  const market = await findMarketBySymbol(db, symbol);
  if (market?.isDisplayed !== true) throw new BusinessError('MARKET_NOT_FOUND');
  return market;
}

/** Candles with their wire form attached. The codecs of the fields would take most of the time of the call. */
export function withWireForm(candles: Candle[]): Candle[] {
  cacheEncoded(listCandles, candles, candles.map(wireOf));
  return candles;
}

/** A bar as its codec encodes it, with the fields in the same order. */
function wireOf({ openedAtSeconds, openedAtMs, base, quote, volumeAgain, turnover, volume, ...bar }: Candle): object {
  const { period, open, close, high, low, source } = bar;
  return {
    id: openedAtSeconds,
    time: openedAtMs,
    period,
    'base-currency': base,
    'quote-currency': quote,
    open,
    close,
    high,
    low,
    vol: turnover,
    amount: volume,
    volume: volumeAgain,
    ...(source !== undefined && { source }),
  };
}

/** A series stays where it is in its log; a new log is a new exchange. */
const seriesIndexes = new WeakMap<Database, Map<number, number>>();

async function seriesIndex(db: Database, seriesId: number): Promise<number | undefined> {
  const known = seriesIndexes.get(db) ?? new Map<number, number>();
  seriesIndexes.set(db, known);
  const index = known.get(seriesId) ?? (await readSeriesIndex(db, seriesId));
  if (index !== undefined) known.set(seriesId, index);
  return index;
}

/** The source of the prices of a displayed market. Errors: MARKET_NOT_FOUND. */
export async function findPriceSource(
  { db, readVenues }: Pick<MarketDeps, 'db'> & { readonly readVenues?: ReadVenues | undefined },
  request: RequestOf<typeof getPriceSource>,
): Promise<PriceOrigin> {
  const market = await shownMarket(db, request.symbol);
  const { symbol, source, status, reference, sources, seriesId, terms } = market;
  const [series] = await rowsOf<{ identity: string; state: SeriesState }>(
    db,
    sql`select identity, state from price_series where id = ${seriesId ?? null}`,
  );
  if (source === undefined || series === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  return {
    symbol,
    source,
    status,
    ...rulesOf(series.state),
    identity: series.identity,
    seriesEntry: (await seriesIndex(db, seriesId ?? 0)) ?? null,
    lastPrice: reference?.price ?? null,
    pricePrecision: terms.pricePrecision,
    lastAt: reference?.at ?? null,
    ...(source === 'live'
      ? { sources: sources ?? 0, venues: [...(readVenues?.(symbol) ?? [])] }
      : { sources: null, venues: [] }),
  };
}

function rulesOf({ model, minSources }: SeriesState): Pick<PriceOrigin, 'rule' | 'minSources'> {
  return {
    rule: typeof model === 'string' ? model : null,
    minSources: typeof minSources === 'number' ? minSources : null,
  };
}
