/** The market calls: currency/quotation_new, currency/deal, currency/new_timeshar, coin/ticks. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import {
  getMarket,
  listCandles,
  listMarkets,
  listTicks,
  periodOf,
  type Candle,
  type Tick,
} from '@halyard/contract/market/calls';
import { getPriceSource, type PriceOrigin } from '@halyard/contract/market/priceSourceCalls';
import { groupByQuote } from '@halyard/contract/market/quoteGroups';
import { COIN_MODELS } from '@halyard/contract/market/simulatedModel';
import { MODEL_BEFORE, NEW_MODEL } from '@halyard/contract/transparency/fixedKeys';
import { HISTORY_KEY } from '@halyard/contract/transparency/seedChain';
import { answerPublic, BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { cacheEncoded } from '../../db/runOnce.ts';
import { pruneBars, readCandles, readClosedCandles, untilBarsFolded } from '../../market/candles.ts';
import type { ReadVenues } from '../../market/feeds/live/live.ts';
import { findMarketBySymbol, type MarketRecord } from '../../market/marketRecord.ts';
import { readTicks, type SeriesState } from '../../market/series.ts';
import type { Tickers } from '../../market/tickers.ts';
import type { Module } from '../../module.ts';
import { readSeriesIndex } from '../../transparency/proofs.ts';
import { MARKET_COMMANDS } from './marketCommands.ts';

const coins = [...COIN_MODELS].map(
  ([symbol, { anchor, volatility, dailyVolume }]) =>
    `${symbol}: begins near ${anchor}, deviation of a year's logarithmic return ${volatility}, ${dailyVolume} a day`,
);

/**
 * The rule text of simulated prices in the public log. The code that it names and the key of a day reproduce that day.
 */
const SIMULATED_PRICES = `${NEW_MODEL}
Every second the logarithm of a price moves by s z - s s / 2: s is the deviation of a second, z is sums of random words
of the tick. So the expected price is the one before, whatever was before.
The random words of a tick are HMAC-SHA-512 of "<market>|<unix time in ms>". Its key is HMAC-SHA-256(K, "ticks"), where K
is the key of the UTC day. The keys of all days are a chain of hashes whose anchor is in the log before the first price;
each is shown in the log after its day. What came before the log is made with the key "${HISTORY_KEY}".
The volume of a tick is the average of its hour, weekday and waves times a log-normal number, the size of the move, and
Pareto's number with exponent 4. Series by ${MODEL_BEFORE} have the same prices, and log-normal volumes alone.
The code is contract/src/market/simulatedModel.ts and simulatedVolume.ts; "halyard-verify day" runs it.
${coins.join('\n')}
`;

export const market: Module = {
  commands: MARKET_COMMANDS,
  readRules: async () => [{ name: 'simulated-prices', text: SIMULATED_PRICES }],
  create: (deps) => ({
    pruners: { candles: (tx, _nowMs, rowsMax) => pruneBars(tx, deps.settings.retention.barMonths, rowsMax) },
    handlers: [
      answerPublic(listMarkets, async () => groupByQuote(await deps.tickers.list())),
      answerPublic(getMarket, async ({ baseId, quoteId }) => (await deps.tickers.find(baseId, quoteId)) ?? null),
      answerPublic(
        listCandles,
        async (request) => withWireForm(await findCandles(deps, request)),
        (request) => closedPageOf(deps, request),
      ),
      answerPublic(getPriceSource, (request) => findPriceSource(deps, request)),
      answerPublic(listTicks, (request) => findTicks(deps, request)),
    ],
  }),
};

// Answers of the market calls.

type MarketDeps = { readonly db: Database; readonly tickers: Tickers };

const TICKS_DEFAULT = 50;
const TICKS_MAX = 200;

/**
 * Candles of a displayed market. Waits for those in a past that is still being folded. Errors: PERIOD_INVALID,
 * RANGE_INVALID, MARKET_NOT_FOUND.
 */
export async function findCandles({ db }: MarketDeps, request: RequestOf<typeof listCandles>): Promise<Candle[]> {
  const { symbol, fromSeconds, toSeconds } = request;
  const period = periodOf(request.period);
  if (period === undefined) throw new BusinessError('PERIOD_INVALID');
  if (fromSeconds > toSeconds) throw new BusinessError('RANGE_INVALID');
  const shown = await shownMarket(db, symbol);
  await untilBarsFolded(db, shown, { period, fromSeconds });
  return readCandles(db, shown, period, { fromSeconds, toSeconds });
}

/**
 * Key of a page whose candles are all closed; `undefined` for any other page, and for requests that `findCandles`
 * refuses.
 */
async function closedPageOf(
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
async function findTicks({ db }: MarketDeps, request: RequestOf<typeof listTicks>): Promise<Tick[]> {
  const { seriesId } = await shownMarket(db, request.symbol);
  return seriesId === undefined ? [] : readTicks(db, seriesId, Math.min(request.limit ?? TICKS_DEFAULT, TICKS_MAX));
}

async function shownMarket(db: Database, symbol: string): Promise<MarketRecord> {
  const found = await findMarketBySymbol(db, symbol);
  if (found?.isDisplayed !== true) throw new BusinessError('MARKET_NOT_FOUND');
  return found;
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

/** By log and series: a series stays where it is in its log, and is in the next log again. */
const seriesIndexes = new WeakMap<Database, Map<string, number>>();

async function seriesIndex(db: Database, log: number | null, seriesId: number): Promise<number | undefined> {
  if (log === null) return undefined;
  const known = seriesIndexes.get(db) ?? new Map<string, number>();
  seriesIndexes.set(db, known);
  const key = `${log} ${seriesId}`;
  const index = known.get(key) ?? (await readSeriesIndex(db, log, seriesId));
  if (index !== undefined) known.set(key, index);
  return index;
}

/** The source of the prices of a displayed market. Errors: MARKET_NOT_FOUND. */
export async function findPriceSource(
  { db, readVenues }: Pick<MarketDeps, 'db'> & { readonly readVenues?: ReadVenues | undefined },
  request: RequestOf<typeof getPriceSource>,
): Promise<PriceOrigin> {
  const shown = await shownMarket(db, request.symbol);
  const { symbol, source, status, reference, sources, seriesId, terms } = shown;
  const [series] = await rowsOf<{ identity: string; state: SeriesState; log: number | null; bars_from: number | null }>(
    db,
    sql`select identity, state, (select (max(e.idx) >> 40)::integer from log_entries e) as log, (select (extract(epoch from min(c.opened_at)) * 1000)::float8 from candles c
        where c.series_id = s.id and c.period = '1min') as bars_from
      from price_series s where id = ${seriesId ?? null}`,
  );
  if (source === undefined || series === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  return {
    symbol,
    source,
    status,
    ...rulesOf(series.state),
    identity: series.identity,
    seriesEntry: (await seriesIndex(db, series.log, seriesId ?? 0)) ?? null,
    barsFromMs: series.bars_from,
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
