/** Stored candles: folds of the tick log, made by `append_ticks`. */
import { sql, type SQL } from 'drizzle-orm';
import { CANDLES_MAX, type Candle, type Period } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { BusinessError } from '../calls/callHandler.ts';
import { passes } from '../clock.ts';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import type { Row } from '../db/rows.ts';
import { plainSymbolOf, type MarketRecord } from './marketRecord.ts';

/** A candle with all its fields of the wire. */
export type StoredCandle = Candle & { readonly period: Period };

/** Fields of a market that its candles need. */
export type CandleMarket = Pick<MarketRecord, 'id' | 'seriesId' | 'source' | 'base' | 'quote'>;

/** Starts of bars, in Unix seconds, both inclusive. */
export type CandleRange = { readonly fromSeconds: number; readonly toSeconds: number };

type CandleRow = Row<'candles', 'open' | 'high' | 'low' | 'close' | 'volume' | 'turnover'> & {
  readonly opened_at_seconds: string;

  /** Of bars that a venue published. */
  readonly source: string | null;
};

// The end of the year 9999: later instants have no bar, and PostgreSQL cannot represent much later ones.
const LAST_SECOND = 253_402_300_799;

const COLUMNS = sql`extract(epoch from opened_at)::bigint::text as opened_at_seconds, open::text as open, high::text as high,
  low::text as low, close::text as close, volume::text as volume, turnover::text as turnover, source`;

/**
 * Bars whose start is in the range, ascending; the newest `CANDLES_MAX` of them. None when the market has no prices
 * yet.
 */
export async function readCandles(
  reader: Reader,
  market: CandleMarket,
  period: Period,
  { fromSeconds, toSeconds }: CandleRange,
): Promise<StoredCandle[]> {
  const from = Math.min(fromSeconds, LAST_SECOND);
  const to = Math.min(toSeconds, LAST_SECOND);
  const condition = sql`opened_at >= to_timestamp(${from}::bigint) and opened_at <= to_timestamp(${to}::bigint)`;
  const newestFirst = await select(
    reader,
    market,
    period,
    sql`and ${condition} order by opened_at desc limit ${CANDLES_MAX}`,
  );
  return newestFirst.reverse();
}

/** A displayed market, with the instant from which its bars of a period may still change, in Unix seconds. */
export type ClosedCandles = Pick<CandleMarket, 'base' | 'quote'> & {
  readonly seriesId: number;
  readonly untilSeconds: number;
  /** Number of bars from venues; more may arrive for past times. */
  readonly pastBars: number;
};

/** Undefined when the market is unknown or not displayed, or has no price yet. */
export async function readClosedCandles(
  reader: Reader,
  symbol: string,
  period: Period,
): Promise<ClosedCandles | undefined> {
  const plain = plainSymbolOf(symbol);
  if (plain === undefined) return undefined;
  // No later tick has an earlier time, so the bars before that of the last tick are final.
  const [row] = await rowsOf<{
    series_id: number;
    base: string;
    quote: string;
    past_bars: number | null;
    until_seconds: string;
  }>(
    reader,
    sql`select s.id as series_id, b.name as base, q.name as quote,
        case when s.source = 'live' then
          (select count(*)::integer from past_candles p where p.market_id = m.id and p.period = ${period}::text) end as past_bars,
        extract(epoch from bar_start(${period}::text, s.last_at))::bigint::text as until_seconds
      from markets m join price_series s on s.id = m.series_id
        join currencies b on b.id = m.base_id join currencies q on q.id = m.quote_id
      where replace(m.symbol, '/', '') = ${plain} and m.is_displayed and s.last_at is not null`,
    'closed_candles',
  );
  if (row === undefined) return undefined;
  const untilSeconds = Number(row.until_seconds);
  const { series_id: seriesId, base, quote, past_bars: pastBars } = row;
  return { seriesId, base, quote, untilSeconds, pastBars: pastBars ?? 0 };
}

/** The newest bar of a period, which contains the last tick; undefined when the market has no prices yet. */
export async function readOpenCandle(
  reader: Reader,
  market: CandleMarket,
  period: Period,
): Promise<StoredCandle | undefined> {
  return (await select(reader, market, period, sql`order by opened_at desc limit 1`))[0];
}

async function select(reader: Reader, market: CandleMarket, period: Period, rest: SQL): Promise<StoredCandle[]> {
  if (market.seriesId === undefined) return [];
  const rows = await rowsOf<CandleRow>(
    reader,
    sql`select ${COLUMNS} from (${barsOf(market, period)}) bars where true ${rest}`,
  );
  return rows.map((row) => toCandle(row, market, period));
}

/**
 * The market's own bars; of live prices also those of a venue for times before the open bar that have none. They do not
 * replace own bars that were deleted ({@link pruneBars}).
 */
function barsOf({ id, seriesId, source }: CandleMarket, period: Period): SQL {
  const own = sql`select opened_at, open, high, low, close, volume, turnover, null::text as source
    from candles where series_id = ${seriesId} and period = ${period}`;
  if (source !== 'live') return own;
  return sql`${own} union all
    select p.opened_at, p.open, p.high, p.low, p.close, p.volume, p.turnover, p.source from past_candles p
    where p.market_id = ${id} and p.period = ${period}
      and p.opened_at < (select bar_start(${period}::text, s.last_at) from price_series s where s.id = ${seriesId})
      and (p.opened_at < (select bar_start(${period}::text, t.at) from ticks t where t.series_id = ${seriesId} and t.seq = 1)
        or p.opened_at > (select min(c.opened_at) from candles c where c.series_id = ${seriesId} and c.period = ${period}))
      and not exists (
        select from candles c where c.series_id = ${seriesId} and c.period = ${period} and c.opened_at = p.opened_at)`;
}

function toCandle(row: CandleRow, { base, quote }: CandleMarket, period: Period): StoredCandle {
  const openedAtSeconds = Number(row.opened_at_seconds);
  const volume = decimal(row.volume);
  return {
    openedAtSeconds,
    openedAtMs: openedAtSeconds * 1000,
    period,
    base,
    quote,
    open: decimal(row.open),
    close: decimal(row.close),
    high: decimal(row.high),
    low: decimal(row.low),
    turnover: decimal(row.turnover),
    volume,
    volumeAgain: volume,
    ...(row.source !== null && { source: row.source }),
  };
}

/**
 * Deletes bars shorter than an hour that are so many months older than the newest tick of their series; returns their
 * number. Longer bars stay, and the ticks, which the public log and receipts need.
 */
export async function pruneBars(tx: Transaction, months: number, rowsMax: number): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`delete from candles where ctid in (
        select old.ctid from price_series s cross join unnest('{1min,5min,15min,30min}'::text[]) as p(period)
        cross join lateral (
          select c.ctid from candles c
          where c.series_id = s.id and c.period = p.period and c.opened_at < s.last_at - ${months} * interval '1 month'
          order by c.opened_at limit ${rowsMax}
        ) old limit ${rowsMax}
      ) returning 1`,
  );
  return rows.length;
}

// Waits for bars of a past that is still being folded.

const POLL_MS = 100;
const WAIT_MAX_MS = 20_000;
/** Periods that are complete as soon as a series has caught up, however long its past is. */
const FOLDED_AT_ONCE: readonly Period[] = ['1day', '1week', '1mon'];

/** Whether all bars of the market that begin at `fromSeconds` or later exist and are final, except the open ones. */
export async function areBarsFolded(
  reader: Reader,
  { seriesId }: Pick<MarketRecord, 'seriesId'>,
  fromSeconds: number,
): Promise<boolean> {
  if (seriesId === undefined) return true;
  const missing = await rowsOf(
    reader,
    sql`select from price_series where id = ${seriesId} and extract(epoch from folded_from) > ${fromSeconds}`,
  );
  return missing.length === 0;
}

/**
 * Resolves when a chart's bars from `fromSeconds` on exist, so that no shown bar changes later. Throws
 * `BusinessError('SERVICE_UNAVAILABLE')` on timeout.
 */
export async function untilBarsFolded(
  reader: Reader,
  market: Pick<MarketRecord, 'seriesId'>,
  { period, fromSeconds }: { readonly period: Period; readonly fromSeconds: number },
): Promise<void> {
  if (FOLDED_AT_ONCE.includes(period)) return;
  const limit = AbortSignal.timeout(WAIT_MAX_MS);
  while (!(await areBarsFolded(reader, market, fromSeconds)))
    if (!(await passes(POLL_MS, limit))) throw new BusinessError('SERVICE_UNAVAILABLE');
}
