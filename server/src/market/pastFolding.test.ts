// A new series trades before the short bars of its past are folded. The result equals folding all at once, even when
// the process crashes in between; a chart waits for its part and gets final bars.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromModelNumber } from '@halyard/contract/money';
import type { Period } from '@halyard/contract/market/calls';
import { MINUTE_MS, DAY_MS } from '@halyard/contract/time';
import { rowsOf } from '../db/database.ts';
import { findCandles } from '../modules/market/index.ts';
import { catchUp, createFeedHarness, type FeedHarness } from '../testing/feedHarness.ts';
import { areBarsFolded } from './candles.ts';
import type { Tickers } from './tickers.ts';
import type { FeedMarket, FeedSource } from './feeds/feed.ts';
import { listMarketRecords } from './marketRecord.ts';

const START_MS = Date.UTC(2026, 7, 12, 9, 41, 17);
const FIRST_MS = START_MS - 40 * DAY_MS;
const STEP_MS = 17 * MINUTE_MS;
const SECONDS_OF = (ms: number) => Math.floor(ms / 1000);

/** A price every 17 minutes for 40 days, in batches that end anywhere in a bar. */
function everyQuarter(symbol: string): FeedMarket {
  const tickAt = (atMs: number) => {
    const turn = (atMs - FIRST_MS) / STEP_MS;
    const [price, quantity] = [100 + 7 * Math.sin(turn / 11) + (turn % 5), 1 + (turn % 3)];
    return {
      at: new Date(atMs).toISOString(),
      price: fromModelNumber(price, 2),
      quantity: fromModelNumber(quantity, 4),
    };
  };
  return {
    symbol,
    identity: 'every quarter',
    initialState: {},
    advance: ({ lastAtMs = FIRST_MS - STEP_MS, state }, untilMs) => {
      const ticks = [];
      let atMs = lastAtMs + STEP_MS;
      for (; atMs <= untilMs && ticks.length < 333; atMs += STEP_MS) ticks.push(tickAt(atMs));
      return { ticks, state, nextAtMs: atMs };
    },
  };
}

const source: FeedSource = {
  open: async () => ({
    source: 'simulated',
    speed: 1,
    markets: [everyQuarter('BTC/USDT'), everyQuarter('ETH/USDT')],
  }),
};

let harness: FeedHarness;
beforeEach(async () => {
  harness = await createFeedHarness(START_MS);
});
afterEach(async () => harness.close());

const tablesOf = async ({ db }: FeedHarness) => [
  await rowsOf(db, sql`select * from ticks order by series_id, seq`),
  await rowsOf(db, sql`select * from candles order by series_id, period, opened_at`),
];

/** A harness in which everything is folded immediately, like in an existing series. */
async function foldedAtOnce(): Promise<unknown> {
  const other = await createFeedHarness(START_MS);
  try {
    const session = await other.startFeed(source);
    await other.db.execute(sql`update price_series set folded_from = null`);
    await catchUp(await other.startFeed(source));
    expect(await session.foldPast()).toBe(false);
    return await tablesOf(other);
  } finally {
    await other.close();
  }
}

async function standAtNow(): Promise<Awaited<ReturnType<FeedHarness['startFeed']>>> {
  const session = await harness.startFeed(source);
  while (!(await session.step()).isCaughtUp);
  return session;
}

const candlesOf = (period: Period, fromMs: number, toMs = START_MS) =>
  findCandles(
    { db: harness.db, tickers: {} as Tickers },
    { symbol: 'BTC/USDT', period, fromSeconds: SECONDS_OF(fromMs), toSeconds: SECONDS_OF(toMs) },
  );

describe('the past of a new series', () => {
  it('equals folding all at once, with a crash in each part', async () => {
    const seen: number[] = [];
    for (let hasMore = true; hasMore;) {
      const session = await harness.startFeed(source);
      hasMore = !(await session.step()).isCaughtUp || (await session.foldPast());
      const [row] = await rowsOf<{ count: string }>(harness.db, sql`select count(*)::text as count from candles`);
      seen.push(Number(row?.count));
    }
    expect(new Set(seen).size).toBeGreaterThan(10);
    expect(await tablesOf(harness)).toEqual(await foldedAtOnce());
  });

  it('has days, weeks and months, and all periods for two days, when the market has caught up', async () => {
    await standAtNow();
    const records = await listMarketRecords(harness.db);
    expect(records.filter(({ status }) => status === 'trading').map(({ symbol }) => symbol)).toEqual([
      'BTC/USDT',
      'ETH/USDT',
    ]);
    const at = async (period: Period, fromMs: number) => [period, await candlesOf(period, fromMs)] as const;
    const long = [await at('1day', 0), await at('1week', 0), await at('1mon', 0)];
    const short = [await at('1min', START_MS - 2 * DAY_MS), await at('12hour', START_MS - 2 * DAY_MS)];
    await catchUp(await harness.startFeed(source));
    expect([await at('1day', 0), await at('1week', 0), await at('1mon', 0)]).toEqual(long);
    expect([await at('1min', START_MS - 2 * DAY_MS), await at('12hour', START_MS - 2 * DAY_MS)]).toEqual(short);
    expect([...long, ...short].map(([, candles]) => candles.length > 0)).not.toContain(false);
  });

  it('delays a chart only for its own part, and then returns final bars', async () => {
    const session = await standAtNow();
    const [from, to] = [START_MS - 5 * DAY_MS, START_MS - 3 * DAY_MS];
    let isAnswered = false;
    const asked = candlesOf('15min', from, to).finally(() => (isAnswered = true));
    const [market] = await listMarketRecords(harness.db);
    const isFolded = () => areBarsFolded(harness.db, market ?? { seriesId: undefined }, SECONDS_OF(from));
    expect([isAnswered, await isFolded()]).toEqual([false, false]);
    while (!(await isFolded())) await session.foldPast();
    const answer = await asked;
    expect(await areBarsFolded(harness.db, market ?? { seriesId: undefined }, SECONDS_OF(FIRST_MS))).toBe(false);
    while (await session.foldPast());
    expect(await candlesOf('15min', from, to)).toEqual(answer);
    expect(answer.length).toBeGreaterThan(150);
  });

  it('is folded while new prices arrive in their order', async () => {
    const session = await standAtNow();
    for (let hasMore = true; hasMore;) {
      hasMore = await session.foldPast();
      harness.clock.advance(STEP_MS);
      await session.step();
    }
    const bars = await tablesOf(harness);
    await harness.db.execute(sql`delete from candles`);
    await harness.db.execute(
      sql`select fold_short_bars(s.id, (select min(at) from ticks), s.last_at, 0, s.last_seq),
        fold_bars(s.id, '1day', '12hour', (select min(at) from ticks), s.last_at, 0, s.last_seq),
        fold_bars(s.id, '1week', '1day', (select min(at) from ticks), s.last_at, 0, s.last_seq),
        fold_bars(s.id, '1mon', '1day', (select min(at) from ticks), s.last_at, 0, s.last_seq) from price_series s`,
    );
    expect(await tablesOf(harness)).toEqual(bars);
  });
});
