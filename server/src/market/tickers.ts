/** 24-hour tickers of all markets, shared by the calls and the stream. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, MarketId } from '@halyard/contract/ids';
import type { Market } from '@halyard/contract/market/calls';
import { decimal, subtract, shareInPercent } from '@halyard/contract/money';
import type { Clock } from '../clock.ts';
import { rowsOf, type Database, type Reader } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';
import { listMarketRecords, type MarketRecord } from './marketRecord.ts';

/** Reads the displayed markets with their tickers. */
export type Tickers = {
  /** All displayed markets in their order. A market without a series is not shown. */
  list(): Promise<readonly Market[]>;
  /** One displayed market by its pair. */
  find(baseId: CurrencyId, quoteId: CurrencyId): Promise<Market | undefined>;
  /** Stops listening for events. */
  close(): void;
};

/** Fields that products add to a market. */
export type MarketFields = Partial<
  Pick<
    Market,
    | 'isOptionOpen'
    | 'optionFeeRate'
    | 'isFuturesOpen'
    | 'lot'
    | 'spread'
    | 'spreadAmount'
    | 'futuresFeeRate'
    | 'overnightRate'
    | 'minLots'
    | 'maxLots'
    | 'liquidationLevel'
    | 'profitCap'
  >
>;

/** Reads the fields of each product for these markets at an instant. */
export type ReadFields = (
  reader: Reader,
  markets: readonly MarketRecord[],
  nowMs: number,
) => Promise<readonly ReadonlyMap<MarketId, MarketFields>[]>;

type TickersDeps = {
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Without it products add no fields. */
  readonly readFields?: ReadFields | undefined;
};

type TickerRow = {
  market_id: number;
  last_price: string;
  as_of: string;
  open: string;
  high: string;
  low: string;
  volume: string;
  turnover: string;
  sparkline: string[] | null;
};

// Events clear the cache; this limit applies when an event of another node is lost.
const AGE_MAX_MS = 1000;
const PERCENT_PLACES = 2;

/** Creates the tickers: read from the candles on demand, and cached until the next tick or for a second. */
export function createTickers({ db, events, clock, readFields }: TickersDeps): Tickers {
  let cached: { readonly at: number; readonly markets: Promise<readonly Market[]> } | undefined;
  const forget = () => {
    cached = undefined;
  };
  const close = events.subscribe(({ type }) => {
    if (type === 'ticks-appended' || type === 'market-status-changed' || type === 'halts-changed') forget();
  });
  const list = async () => {
    const at = clock.nowMs();
    if (cached === undefined || at - cached.at >= AGE_MAX_MS || at < cached.at) {
      const reading = { at, markets: readMarkets(db, readFields, at) };
      cached = reading;
      reading.markets.catch(() => {
        if (cached === reading) forget();
      });
    }
    return cached.markets;
  };
  const find = async (baseId: CurrencyId, quoteId: CurrencyId) =>
    (await list()).find((market) => market.baseId === baseId && market.quoteId === quoteId);
  return { list, find, close };
}

async function readMarkets(
  db: Database,
  readFields: ReadFields | undefined,
  nowMs: number,
): Promise<readonly Market[]> {
  const [records, rows] = await Promise.all([listMarketRecords(db), readTickerRows(db)]);
  const fields = (await readFields?.(db, records, nowMs)) ?? [];
  const byMarket = new Map(rows.map((row) => [row.market_id as MarketId, row]));
  return records.flatMap((record) => {
    const { id, isDisplayed, source: priceSource } = record;
    if (!isDisplayed || priceSource === undefined) return [];
    const ofProducts = Object.assign({}, ...fields.map((ofProduct) => ofProduct.get(id)));
    return [{ ...marketTerms(record), ...tickerOf(byMarket.get(id)), priceSource, ...ofProducts }];
  });
}

/**
 * The window contains the minutes that began within 24 hours before the last tick. Its first, partial hour is read from
 * minutes and the rest from hours, which are folds of the same minutes: 83 bars per market instead of 1,440. The
 * sparkline is the closes of those hours.
 */
async function readTickerRows(db: Database): Promise<TickerRow[]> {
  return rowsOf<TickerRow>(
    db,
    sql`
    with windows as (
      select m.id as market_id, s.id as series_id, s.last_price, s.last_at, s.last_at - interval '24 hours' as from_at,
        bar_start('60min', s.last_at - interval '24 hours') + interval '60 minutes' as hour_at
      from markets m join price_series s on s.id = m.series_id
      where m.is_displayed and s.last_at is not null
    )
    select w.market_id, w.last_price::text as last_price,
      to_char(w.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as as_of,
      (array_agg(bars.open order by bars.opened_at))[1]::text as open, max(bars.high)::text as high, min(bars.low)::text as low,
      sum(bars.volume)::text as volume, sum(bars.turnover)::text as turnover,
      array_agg(bars.close::text order by bars.opened_at) filter (where bars.period = '60min') as sparkline
    from windows w cross join lateral (
      select c.* from candles c
      where c.series_id = w.series_id and c.period = '1min' and c.opened_at > w.from_at and c.opened_at < w.hour_at
      union all
      select c.* from candles c
      where c.series_id = w.series_id and c.period = '60min' and c.opened_at >= w.hour_at
    ) bars
    group by w.market_id, w.last_price, w.last_at`,
  );
}

function marketTerms(record: MarketRecord): Omit<Market, keyof ReturnType<typeof tickerOf> | 'priceSource'> {
  const { id, baseId, quoteId, base, quote, isDisplayed, sort, status, terms, makerFeeRate, takerFeeRate } = record;
  const { source, sources, venues = [], ladderDelayMs } = record;
  return {
    id,
    baseId,
    quoteId,
    base,
    quote,
    isDisplayed,
    sort,
    status,
    ...(record.delistsAt !== undefined && { delistsAt: record.delistsAt }),
    ...terms,
    makerFeeRate,
    takerFeeRate,
    isSpotOpen: true,
    isTransactionOpen: false,
    isFuturesOpen: false,
    isOptionOpen: false,
    ...(source === 'live' && { venues: [...venues], sources: sources ?? 0, entryDelayMs: ladderDelayMs }),
  };
}

function tickerOf(row: TickerRow | undefined) {
  if (row === undefined) {
    const [lastPrice, changePercent, volume, high, low, turnover, asOf] = [null, null, null, null, null, null, null];
    return { lastPrice, changePercent, volume, high, low, turnover, asOf, sparkline: [] };
  }
  const lastPrice = decimal(row.last_price);
  return {
    lastPrice,
    changePercent: shareInPercent(
      subtract(lastPrice, decimal(row.open)),
      decimal(row.open),
      PERCENT_PLACES,
      'half-even',
    ),
    volume: decimal(row.volume),
    high: decimal(row.high),
    low: decimal(row.low),
    turnover: decimal(row.turnover),
    asOf: row.as_of,
    sparkline: (row.sparkline ?? []).map(decimal),
  };
}
