// What is proved: the simulated feed. A first start fills every interval without a hole and near the anchor (how fast,
// `bench/backfill.bench.ts` tells); the same seed says the same prices and another seed others; downtime is filled in;
// the model has the moments that its formula promises.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERIODS, type Period } from '@halyard/contract/calls/markets';
import { decimal, toModelNumber, ZERO } from '@halyard/contract/money';
import { rowsOf, type Database } from '../../db/database.ts';
import { catchUp, createFeedHarness, type FeedHarness } from '../../testing/feedHarness.ts';
import { listMarketRecords } from '../marketRecord.ts';
import type { SeriesPosition } from '../series.ts';
import type { NewTick } from '../ticks.ts';
import { createSimulatedSource } from './simulated.ts';
import { COIN_MODELS, LONG_RUN_DEVIATION, simulateTick } from './simulatedModel.ts';

const START_MS = Date.UTC(2026, 7, 12, 9, 41, 17, 350);
const DAY_MS = 24 * 3_600_000;
const SET_UP_MAX_MS = 480_000;
const SAMPLES = 100_000;
const SYMBOLS = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT', 'LTC/USDT', 'DOGE/USDT'];
const barsWanted = (period: Period) => (period === '1week' || period === '1mon' ? 60 : 300);

// Bars counted from the newest back to the first hole.
async function unbrokenBars(db: Database, symbol: string, period: Period): Promise<number> {
  const [row] = await rowsOf<{ bars: string }>(
    db,
    sql`with bars as (
        select c.opened_at, lead(c.opened_at) over (order by c.opened_at) as next_at
        from candles c join markets m on m.series_id = c.series_id where m.symbol = ${symbol} and c.period = ${period}
      )
      select count(*)::text as bars from bars where opened_at > coalesce((
        select max(opened_at) from bars where next_at <> bar_start(${period}, opened_at + case ${period}::text
          when '1mon' then interval '1 month' when '1week' then interval '7 days' when '1day' then interval '1 day'
          else replace(${period}, 'min', ' minutes')::interval end)
      ), '-infinity')`,
  );
  return Number(row?.bars);
}

// All ticks that a feed says to a market from its beginning to now, without a database between.
async function wholeHistory(harness: FeedHarness, seed: string): Promise<NewTick[]> {
  const feed = await createSimulatedSource(seed).open(harness.db, START_MS);
  const [market] = feed.markets;
  const ticks: NewTick[] = [];
  let position: SeriesPosition = { seriesId: 1, lastSeq: 0, lastPrice: undefined, lastAtMs: undefined, state: {} };
  let last: NewTick | undefined;
  do {
    const due = market?.advance(position, START_MS).ticks ?? [];
    ticks.push(...due);
    last = due.at(-1);
    if (last !== undefined) position = { ...position, lastPrice: last.price, lastAtMs: Date.parse(last.at) };
  } while (last !== undefined);
  return ticks;
}

describe('the simulated feed', () => {
  let harness: FeedHarness;
  beforeAll(async () => {
    harness = await createFeedHarness(START_MS);
    await catchUp(await harness.startFeed(createSimulatedSource()));
  }, SET_UP_MAX_MS);
  afterAll(async () => harness.close());

  const expectUnbrokenBars = async () => {
    for (const symbol of SYMBOLS) {
      for (const period of PERIODS) {
        const hasEnough = (await unbrokenBars(harness.db, symbol, period)) >= barsWanted(period);
        expect([symbol, period, hasEnough]).toEqual([symbol, period, true]);
      }
    }
  };
  const countTicks = async () => {
    const [row] = await rowsOf<{ ticks: string }>(harness.db, sql`select count(*)::text as ticks from ticks`);
    return Number(row?.ticks);
  };

  it('fills every interval of six markets without a hole', async () => {
    await expectUnbrokenBars();
  });

  it('ends at now and near the anchors, with every market open', async () => {
    const markets = await listMarketRecords(harness.db);
    expect(markets.map(({ symbol }) => symbol)).toEqual(SYMBOLS);
    for (const { symbol, status, source, isDisplayed, reference } of markets) {
      expect({ symbol, status, source, isDisplayed }).toEqual({
        symbol,
        status: 'trading',
        source: 'simulated',
        isDisplayed: true,
      });
      expect(harness.clock.nowMs() - Date.parse(reference?.at ?? '')).toBeLessThan(1000);
      const anchor = toModelNumber(COIN_MODELS.get(symbol)?.anchor ?? ZERO);
      const distance = Math.log(toModelNumber(reference?.price ?? ZERO) / anchor);
      expect(Math.abs(distance)).toBeLessThan(5 * LONG_RUN_DEVIATION);
    }
  });

  it('says about one price a second from then on, for every market', async () => {
    const session = await harness.startFeed(createSimulatedSource());
    harness.told.length = 0;
    for (let second = 0; second < 20; second += 1) {
      harness.clock.advance(1000);
      const { waitMs } = await session.step();
      expect(waitMs).toBeLessThanOrEqual(1000);
    }
    for (const symbol of SYMBOLS) {
      const ticks = harness.told.flatMap((event) =>
        event.type === 'ticks-appended' && event.symbol === symbol ? event.ticks : [],
      );
      expect(ticks).toHaveLength(20);
      expect(ticks.map(({ seq }) => seq)).toEqual(ticks.map((_, index) => (ticks[0]?.seq ?? 0) + index));
    }
  });

  it('draws a seed once, keeps it, and does not show it in the name of the series', async () => {
    const seriesBefore = (await listMarketRecords(harness.db)).map(({ seriesId }) => seriesId);
    await catchUp(await harness.startFeed(createSimulatedSource()));
    expect((await listMarketRecords(harness.db)).map(({ seriesId }) => seriesId)).toEqual(seriesBefore);
    const kept = sql`select distinct state ->> 'seed' as seed, identity from price_series`;
    const [series, ...others] = await rowsOf<{ seed: string; identity: string }>(harness.db, kept);
    expect(others).toEqual([]);
    expect(series?.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(series?.identity).toMatch(/^[0-9a-f]{64}$/);
    expect(series?.identity).not.toBe(series?.seed);
  });

  it('fills in what was missed in a month without power, with less work the longer ago it is', async () => {
    const before = await countTicks();
    harness.clock.advance(30 * DAY_MS);
    await catchUp(await harness.startFeed(createSimulatedSource()));
    expect((await countTicks()) - before).toBeLessThan(SYMBOLS.length * 15_000);
    await expectUnbrokenBars();
  });

  it('says the same prices again for the same seed, and others for another', async () => {
    const first = await wholeHistory(harness, 'north');
    expect(first.length).toBeGreaterThan(15_000);
    expect(await wholeHistory(harness, 'north')).toEqual(first);
    expect(await wholeHistory(harness, 'south')).not.toEqual(first);
  });

  it('keeps a seed that was given out of the database', async () => {
    const feed = await createSimulatedSource('a given seed').open(harness.db, START_MS);
    expect(feed.markets.map(({ initialState }) => initialState)).toEqual(SYMBOLS.map(() => ({})));
  });
});

describe('the model', () => {
  const coin = { anchor: decimal('60000'), volatility: 0.5, dailyVolume: 15_000 };
  const places = { price: 2, quantity: 6 };
  const stepMs = DAY_MS;
  const sample = (priceBefore: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const step = { symbol: 'BTC/USDT', coin, priceBefore: decimal(priceBefore), stepMs, atMs: index };
      return simulateTick('a seed', step, places);
    });
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const years = 1 / 365.25;
  const returnRate = 0.5 ** 2 / (2 * LONG_RUN_DEVIATION ** 2);

  it('returns to the anchor at the rate, and spreads as widely, as the formula says', () => {
    const distances = sample('69000', SAMPLES).map(({ price }) => Math.log(toModelNumber(price) / 60_000));
    const average = mean(distances);
    const variance = mean(distances.map((distance) => (distance - average) ** 2));
    expect(average).toBeCloseTo(Math.log(1.15) * Math.exp(-returnRate * years), 3);
    expect(Math.sqrt(variance)).toBeCloseTo(LONG_RUN_DEVIATION * Math.sqrt(1 - Math.exp(-2 * returnRate * years)), 3);
  });

  it('trades the average volume, and never nothing', () => {
    const volumes = sample('60000', SAMPLES).map(({ quantity }) => toModelNumber(quantity));
    expect(mean(volumes) / 15_000).toBeCloseTo(1, 1);
    const tiny = simulateTick(
      'a seed',
      { symbol: 'BTC/USDT', coin, priceBefore: decimal('0.01'), stepMs: 0, atMs: 1 },
      places,
    );
    expect(tiny).toEqual({ price: '0.01', quantity: '0.000001' });
  });
});
