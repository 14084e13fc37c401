/**
 * Bars of the past from a venue's public REST call, for charts of markets with live prices. They are kept beside the
 * exchange's own with the venue's name, and nothing is settled by them.
 */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import { PERIODS, type Period } from '@halyard/contract/market/calls';
import { compare, isPositive, max, min, round, ZERO, type Decimal } from '@halyard/contract/money';
import type { Clock } from '../../../clock.ts';
import { rowsOf, type Database } from '../../../db/database.ts';
import { addJob, type LeaseJob } from '../../../jobs/job.ts';
import { findMarketBySymbol } from '../../marketRecord.ts';
import { exactDecimal, listOf } from './venues.ts';

/** A bar that is over. */
export type PastBar = {
  readonly openedMs: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly volume: Decimal;
  readonly turnover: Decimal;
};

type PastDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** The venue's name of each market that it has now, by the exchange's. */
  readonly symbols: () => ReadonlyMap<string, string>;
  readonly fetch?: typeof globalThis.fetch;
};

/** The venue whose bars are fetched. */
export const PAST_SOURCE = 'binance';
const KIND = 'past-bars';
const ORIGIN = 'https://data-api.binance.vision';
const BARS_MAX = 1000;
const TIMEOUT_MS = 15_000;
const AGAIN_MS = 60 * 60_000;
const INTERVALS: Readonly<Record<Period, string>> = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '60min': '1h',
  '4hour': '4h',
  '12hour': '12h',
  '1day': '1d',
  '1week': '1w',
  '1mon': '1M',
};

/**
 * Makes the job, a row a market: at each start, and each hour, it fetches the bars that ended meanwhile. Each run adds
 * rows for markets that were listed since.
 */
export function createPastBarsJob(deps: PastDeps): LeaseJob {
  const { db, clock, symbols } = deps;
  const rows = () => [...symbols().keys()].map((key) => ({ kind: KIND, key, dueAtMs: clock.nowMs() }));
  return {
    name: KIND,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, rows(), 'move'),
    run: async ({ key }, { signal }) => {
      await addJob(db, rows());
      const symbol = symbols().get(key);
      // Another node may have other settings.
      if (symbol === undefined) return { againInMs: AGAIN_MS };
      let isComplete = true;
      for (const period of PERIODS)
        isComplete = (await fillPeriod(deps, { market: key, symbol, period, signal })) && isComplete;
      return { againInMs: isComplete ? AGAIN_MS : 0 };
    },
  };
}

type Wanted = {
  readonly market: string;
  readonly symbol: string;
  readonly period: Period;
  readonly signal: AbortSignal;
};

/** Answers whether no more bars have ended by now. */
async function fillPeriod(deps: PastDeps, { market: name, symbol, period, signal }: Wanted): Promise<boolean> {
  const { db, clock, fetch = globalThis.fetch } = deps;
  const market = await findMarketBySymbol(db, name);
  if (market === undefined) return true;
  const fromMs = await newestMs(db, market.id, period);
  const query = new URLSearchParams({ symbol, interval: INTERVALS[period], limit: `${BARS_MAX}` });
  if (fromMs !== undefined) query.set('startTime', `${fromMs + 1}`);
  const response = await fetch(`${ORIGIN}/api/v3/klines?${query.toString()}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  // A market that the venue does not have stays without a past.
  if (response.status === 400) return true;
  if (!response.ok) throw new Error(`${PAST_SOURCE} answered ${response.status} to a request for bars of ${name}`);
  const { pricePrecision: price, quantityPrecision: quantity } = market.terms;
  const answer: unknown = await response.json();
  const bars = readBars(answer, { price, quantity, nowMs: clock.nowMs() });
  await writeBars(db, { marketId: market.id, period, bars });
  return listOf(answer).length < BARS_MAX || fromMs === undefined;
}

type Rounding = { readonly price: number; readonly quantity: number; readonly nowMs: number };

/**
 * The bars of an answer that are over, in the places of the market. Pure. A row whose low is above its high, or that is
 * otherwise no bar, is left out.
 */
export function readBars(answer: unknown, { price, quantity, nowMs }: Rounding): PastBar[] {
  return listOf(answer).flatMap((row) => {
    const [openedMs, open, high, low, close, volume, endMs, turnover] = listOf(row);
    if (typeof openedMs !== 'number' || typeof endMs !== 'number' || endMs >= nowMs) return [];
    const prices = [open, high, low, close].flatMap((one) => exactDecimal(one) ?? []);
    const [ofOpen, ofHigh, ofLow, ofClose] = prices.map((one) => round(one, price, 'half-even'));
    if (ofOpen === undefined || ofHigh === undefined || ofLow === undefined || ofClose === undefined) return [];
    const isWhole = compare(max(ofOpen, ofClose), ofHigh) <= 0 && compare(min(ofOpen, ofClose), ofLow) >= 0;
    if (!isPositive(ofLow) || !isWhole) return [];
    return [
      {
        openedMs,
        open: ofOpen,
        high: ofHigh,
        low: ofLow,
        close: ofClose,
        volume: round(exactDecimal(volume) ?? ZERO, quantity, 'down'),
        turnover: exactDecimal(turnover) ?? ZERO,
      },
    ];
  });
}

async function newestMs(db: Database, marketId: MarketId, period: Period): Promise<number | undefined> {
  const [row] = await rowsOf<{ ms: string | null }>(
    db,
    sql`select (extract(epoch from max(opened_at)) * 1000)::bigint::text as ms from past_candles
      where market_id = ${marketId} and period = ${period}`,
  );
  return row?.ms == null ? undefined : Number.parseInt(row.ms, 10);
}

type Written = { readonly marketId: MarketId; readonly period: Period; readonly bars: readonly PastBar[] };

async function writeBars(db: Database, { marketId, period, bars }: Written): Promise<void> {
  if (bars.length === 0) return;
  const rows = bars.map(({ openedMs, ...bar }) => ({ ...bar, opened_at: new Date(openedMs).toISOString() }));
  await db.execute(
    sql`insert into past_candles (market_id, period, opened_at, source, open, high, low, close, volume, turnover)
      select ${marketId}, ${period}, b.opened_at, ${PAST_SOURCE}, b.open, b.high, b.low, b.close, b.volume, b.turnover
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as b (opened_at timestamptz, open numeric,
        high numeric, low numeric, close numeric, volume numeric, turnover numeric)
      on conflict do nothing`,
  );
}
