// Proves that charts of live prices show a venue's bars, marked, where the exchange has none of its own: before its
// first price and while it was down. Its own bars stay as they are.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Period } from '@halyard/contract/market/calls';
import { MINUTE_MS } from '@halyard/contract/time';
import { rowsOf } from '../../../db/database.ts';
import { createFeedHarness, type FeedHarness } from '../../../testing/feedHarness.ts';
import { createScriptedFeed } from '../../../testing/scriptedFeed.ts';
import { readCandles, readClosedCandles } from '../../candles.ts';
import { findMarketBySymbol } from '../../marketRecord.ts';
import { createPastBarsJob, readBars } from './pastBars.ts';

const START_MS = Date.UTC(2026, 10, 21, 10, 0, 0, 0);
const BTC = 'BTC/USDT';

/** A row of the venue as it documents it. */
const row = (openedMs: number, close: string, periodMs = MINUTE_MS) => [
  openedMs,
  '0.01634790',
  '90000.00000000',
  '0.01575800',
  close,
  '148976.11427815',
  openedMs + periodMs - 1,
  '2434.19055334',
  308,
  '1756.87402397',
  '28.46694368',
  '0',
];

describe('bars of a venue', () => {
  it('are read in the places of the market, and only those that are over and whole', () => {
    const rounding = { price: 2, quantity: 3, nowMs: START_MS + MINUTE_MS };
    expect(readBars([row(START_MS, '12.345')], rounding)).toEqual([
      {
        openedMs: START_MS,
        open: '0.02',
        high: '90000',
        low: '0.02',
        close: '12.34',
        volume: '148976.114',
        turnover: '2434.19055334',
      },
    ]);
    expect(readBars([row(START_MS, '1')], { ...rounding, nowMs: START_MS + MINUTE_MS - 1 })).toEqual([]);
    const broken = [null, [], [START_MS], row(START_MS, '-1'), row(START_MS, '90001'), row(START_MS, 'x'), 'x'];
    expect(readBars(broken, rounding)).toEqual([]);
    expect(readBars({ code: -1121, msg: 'Invalid symbol.' }, rounding)).toEqual([]);
  });
});

describe('the past of a live market', () => {
  let harness: FeedHarness;
  const asked: URL[] = [];
  let answer: (period: string, startMs: number) => unknown = () => [];
  let status = 200;
  const fetch = async (url: string | URL | Request) => {
    const asking = new URL(url instanceof Request ? url.url : url);
    asked.push(asking);
    const { searchParams: query } = asking;
    const body = answer(query.get('interval') ?? '', Number.parseInt(query.get('startTime') ?? '0', 10));
    return new Response(JSON.stringify(body), { status });
  };
  const symbols = new Map([[BTC, 'BTCUSDT']]);
  const runJob = () => {
    const { db, clock } = harness;
    const job = createPastBarsJob({ db, clock, symbols: () => symbols, fetch });
    const lease = { signal: new AbortController().signal, confirm: async () => undefined };
    return job.run({ key: BTC, payload: {}, failures: 0 }, lease);
  };
  const closes = async (period: Period = '1min') => {
    const market = await findMarketBySymbol(harness.db, BTC);
    if (market === undefined) throw new Error('no market');
    const bars = await readCandles(harness.db, market, period, { fromSeconds: 0, toSeconds: 4_000_000_000 });
    return bars.map(({ openedAtMs, close, source }) => [(openedAtMs - START_MS) / MINUTE_MS, close, source ?? 'own']);
  };
  beforeAll(async () => {
    harness = await createFeedHarness(START_MS);
    const feed = await createScriptedFeed(harness, [BTC]);
    await harness.db.execute(sql`update price_series set source = 'live'`);
    // Prices of two minutes, none of the three after them, and one of the sixth.
    for (const minute of [0, 1, 5])
      await feed.append(BTC, { price: `10${minute}`, at: new Date(START_MS + minute * MINUTE_MS).toISOString() });
    harness.clock.advance(5 * MINUTE_MS + 1000);
  });
  afterAll(() => harness.close());

  it('is empty before it was fetched', async () => {
    expect(await closes()).toEqual([
      [0, '100', 'own'],
      [1, '101', 'own'],
      [5, '105', 'own'],
    ]);
  });

  it('fills what the exchange has not with marked bars, and changes none of its own', async () => {
    const cached = await readClosedCandles(harness.db, BTC, '1min');
    answer = (interval, startMs) =>
      interval === '1m' && startMs === 0
        ? [-2, -1, 0, 1, 2, 3, 4, 5, 6].map((minute) => row(START_MS + minute * MINUTE_MS, `200.${minute + 2}`))
        : [];
    expect(await runJob()).toEqual({ againInMs: 3_600_000 });
    expect(await closes()).toEqual([
      [-2, '200', 'binance'],
      [-1, '200.1', 'binance'],
      [0, '100', 'own'],
      [1, '101', 'own'],
      [2, '200.4', 'binance'],
      [3, '200.5', 'binance'],
      [4, '200.6', 'binance'],
      [5, '105', 'own'],
    ]);
    expect(asked.map(({ searchParams }) => searchParams.get('interval'))).toEqual(
      '1m 5m 15m 30m 1h 4h 12h 1d 1w 1M'.split(' '),
    );
    expect(`${asked[0]?.origin}${asked[0]?.pathname}`).toBe('https://data-api.binance.vision/api/v3/klines');
    // Pages of closed bars that were kept before are not those of now.
    expect((await readClosedCandles(harness.db, BTC, '1min'))?.pastBars).not.toBe(cached?.pastBars);
  });

  it('goes on where it ended, until an answer is not full', async () => {
    asked.length = 0;
    harness.clock.advance(3000 * MINUTE_MS);
    answer = (interval, startMs) => {
      if (interval !== '1m') return [];
      const count = startMs > START_MS + 900 * MINUTE_MS ? 2 : 1000;
      const firstMs = Math.ceil(startMs / MINUTE_MS) * MINUTE_MS;
      return Array.from({ length: count }, (_, index) => row(firstMs + index * MINUTE_MS, '201'));
    };
    expect(await runJob()).toEqual({ againInMs: 0 });
    expect(asked[0]?.searchParams.get('startTime')).toBe(`${START_MS + 4 * MINUTE_MS + 1}`);
    expect(await runJob()).toEqual({ againInMs: 3_600_000 });
    const [count] = await rowsOf(harness.db, sql`select count(*)::integer as count from past_candles`);
    expect(count).toEqual({ count: 7 + 1000 + 2 });
    // A bar after the last price would pass for a price of now.
    expect((await closes()).at(-1)).toEqual([5, '105', 'own']);
  });

  it('fails when the venue does not answer, and does without a market that it does not have', async () => {
    status = 418;
    await expect(runJob()).rejects.toThrow('binance answered 418');
    status = 400;
    expect(await runJob()).toEqual({ againInMs: 3_600_000 });
  });

  it('is fetched of a market that is listed while the exchange runs', async () => {
    symbols.set('ETH/USDT', 'ETHUSDT');
    await runJob();
    expect(await rowsOf(harness.db, sql`select key from jobs where kind = 'past-bars' and key = 'ETH/USDT'`)).toEqual([
      { key: 'ETH/USDT' },
    ]);
  });

  it('is none of a market with other prices', async () => {
    await harness.db.execute(sql`update price_series set source = 'simulated'`);
    expect((await closes()).map(([, , source]) => source)).toEqual(['own', 'own', 'own']);
  });

  it('does not replace own bars that were deleted after their time', async () => {
    await harness.db.execute(sql`update price_series set source = 'live'`);
    await harness.db.execute(sql`delete from candles where period = '1min' and close <> 105`);
    expect(await closes()).toEqual([
      [-2, '200', 'binance'],
      [-1, '200.1', 'binance'],
      [5, '105', 'own'],
    ]);
  });
});
