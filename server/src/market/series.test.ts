// The tick log and its candles. Random ticks appended in random batches give exactly the candles of a naive fold, on
// every available engine; the log preserves its order and numbering, and refuses concurrent writers.
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERIODS, type Period } from '@halyard/contract/market/calls';
import type { MarketId } from '@halyard/contract/ids';
import { add, compare, decimal, multiply, type Decimal } from '@halyard/contract/money';
import { MINUTE_MS } from '@halyard/contract/time';
import type { OpenDatabase } from '../db/connect.ts';
import { rowsOf } from '../db/database.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { readCandles, readOpenCandle } from './candles.ts';
import {
  appendTicks,
  appendTogether,
  openSeries,
  readPosition,
  readTicks,
  TickLogMovedError,
  type NewTick,
} from './series.ts';

const BITCOIN = { id: 1 as MarketId, source: 'simulated', base: 'BTC', quote: 'USDT' } as const;
const FIXED_WIDTHS: Readonly<Partial<Record<Period, number>>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '60min': 60,
  '4hour': 240,
  '12hour': 720,
  '1day': 1440,
};

type NaiveBar = { open: Decimal; high: Decimal; low: Decimal; close: Decimal; volume: Decimal; turnover: Decimal };

function naiveStart(period: Period, atMs: number): number {
  const at = new Date(atMs);
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  if (period === '1mon') return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  if (period === '1week') return midnight - ((at.getUTCDay() + 6) % 7) * 1440 * MINUTE_MS;
  const widthMs = (FIXED_WIDTHS[period] ?? 0) * MINUTE_MS;
  return midnight + Math.floor((atMs - midnight) / widthMs) * widthMs;
}

function naiveFold(period: Period, ticks: readonly NewTick[]): Map<number, NaiveBar> {
  const bars = new Map<number, NaiveBar>();
  for (const { at, price, quantity } of ticks) {
    const start = naiveStart(period, Date.parse(at)) / 1000;
    const bar = bars.get(start);
    if (bar === undefined) {
      const turnover = multiply(price, quantity);
      bars.set(start, { open: price, high: price, low: price, close: price, volume: quantity, turnover });
      continue;
    }
    if (compare(price, bar.high) > 0) bar.high = price;
    if (compare(price, bar.low) < 0) bar.low = price;
    bar.close = price;
    bar.volume = add(bar.volume, quantity);
    bar.turnover = add(bar.turnover, multiply(price, quantity));
  }
  return bars;
}

// Steps from zero to weeks, so that batches end inside and on the edges of bars of every period.
const stepMs = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 90_000 }),
  fc.constantFrom(MINUTE_MS, 60 * MINUTE_MS, 1440 * MINUTE_MS),
  fc.integer({ min: 1, max: 20 * 1440 * MINUTE_MS }),
);
const amount = (max: number, places: number) =>
  fc
    .integer({ min: 1, max })
    .map((units) =>
      decimal(`${Math.floor(units / 10 ** places)}.${String(units % 10 ** places).padStart(places, '0')}`),
    );
const batches = fc.record({
  startMs: fc.integer({ min: Date.UTC(2019, 11, 20), max: Date.UTC(2024, 2, 5) }),
  batches: fc.array(
    fc.record({
      isTogether: fc.boolean(),
      ticks: fc.array(fc.tuple(stepMs, amount(9_000_000, 2), amount(5_000_000, 6)), { minLength: 1, maxLength: 30 }),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
});

let runs = 0;
async function newSeries({ db }: OpenDatabase): Promise<number> {
  runs += 1;
  const key = { marketId: 1 as MarketId, source: 'simulated', identity: `test-${runs}` } as const;
  return (await db.transaction((tx) => openSeries(tx, key, {}))).seriesId;
}

const tickAt = (at: string, price = '1', quantity = '1'): NewTick => ({
  at,
  price: decimal(price),
  quantity: decimal(quantity),
});

describe('the tick log', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(async () => database.close());

  it('folds ticks in any batching, each way, into the candles of a naive fold, for every period', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(batches, async (scenario) => {
        const seriesId = await newSeries(database);
        let atMs = scenario.startMs;
        const all: NewTick[] = [];
        for (const batch of scenario.batches) {
          const ticks = batch.ticks.map(([step, price, quantity]) => {
            atMs += step;
            return { at: new Date(atMs).toISOString(), price, quantity };
          });
          if (batch.isTogether) await appendTogether(db, [{ seriesId, ticks, after: all.length, state: {} }], []);
          else await db.transaction((tx) => appendTicks(tx, seriesId, ticks));
          all.push(...ticks);
        }
        for (const period of PERIODS) {
          const range = { fromSeconds: 0, toSeconds: 4_000_000_000 };
          const stored = await readCandles(db, { ...BITCOIN, seriesId }, period, range);
          const bars = stored.map(({ openedAtSeconds, open, high, low, close, volume, turnover }) => [
            openedAtSeconds,
            { open, high, low, close, volume, turnover },
          ]);
          expect(bars).toEqual([...naiveFold(period, all)]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('appends ticks of several series in one statement, all or none', async () => {
    const { db } = database;
    const [one, two] = [await newSeries(database), await newSeries(database)];
    const batch = (seriesId: number, after: number, at: string, ...prices: string[]) => ({
      seriesId,
      after,
      ticks: prices.map((price) => tickAt(at, price)),
      state: { after },
    });
    await appendTogether(
      db,
      [batch(two, 0, '2024-02-01T00:00:00.000Z', '7'), batch(one, 0, '2024-02-01T00:00:00.000Z', '5', '6')],
      [],
    );
    const stand = async () => [await readPosition(db, one), await readPosition(db, two)];
    const before = await stand();
    expect(before).toMatchObject([
      { lastSeq: 2, lastPrice: '6', state: { after: 0 } },
      { lastSeq: 1, lastPrice: '7', state: { after: 0 } },
    ]);
    const later = '2024-02-01T00:00:01.000Z';
    const moved = appendTogether(db, [batch(one, 2, later, '8'), batch(two, 0, later, '8')], []);
    await expect(moved).rejects.toThrow(TickLogMovedError);
    const earlier = '2024-01-31T00:00:00.000Z';
    await expect(appendTogether(db, [batch(one, 2, later, '8'), batch(two, 1, earlier, '8')], [])).rejects.toThrow();
    expect(await stand()).toEqual(before);
    expect(await readTicks(db, one, 5)).toHaveLength(2);
  });

  it('finds the last tick before any instant by the order of the ticks', async () => {
    const { db } = database;
    const seriesId = await newSeries(database);
    // Pauses of all lengths, and several ticks at one instant.
    const pauses = Array.from({ length: 70 }, (_, place) => [0, 0, 1, 1000, 3_600_000, 250][place % 6] ?? 0);
    let atMs = Date.parse('2024-02-01T00:00:00.000Z');
    const instants = pauses.map((pause) => (atMs += pause));
    const ticks = instants.map((ms) => tickAt(new Date(ms).toISOString(), '5'));
    await db.transaction((tx) => appendTicks(tx, seriesId, ticks));
    const asked = [...new Set(instants.flatMap((ms) => [ms - 1, ms, ms + 1]))];
    const rows = await rowsOf<{ ms: string; seq: number }>(
      db,
      sql`select ms, tick_before(${seriesId}, to_timestamp(ms::numeric / 1000))::integer as seq
        from unnest(${`{${asked.join(',')}}`}::text::text[]) as i(ms)`,
    );
    const expected = asked.map((ms) => ({ ms: String(ms), seq: instants.filter((one) => one < ms).length }));
    expect(rows).toEqual(expected);
  });

  it('never changes or loses a tick', async () => {
    const { db } = database;
    const seriesId = await newSeries(database);
    await db.transaction((tx) => appendTicks(tx, seriesId, [tickAt('2024-01-31T23:59:59.999Z')]));
    for (const statement of [sql`update ticks set price = 2`, sql`delete from ticks`, sql`truncate ticks`]) {
      const refusal = await db.execute(statement).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ cause: { message: 'ticks is append-only' } });
    }
    expect(await readTicks(db, seriesId, 2)).toHaveLength(1);
  });

  it('numbers ticks without a gap and returns them newest first', async () => {
    const { db } = database;
    const seriesId = await newSeries(database);
    const first = await db.transaction((tx) =>
      appendTicks(tx, seriesId, [tickAt('2024-01-31T23:59:59.999Z', '10.5'), tickAt('2024-02-01T00:00:00.000Z', '11')]),
    );
    const second = await db.transaction((tx) => appendTicks(tx, seriesId, [tickAt('2024-02-01T00:00:01.250Z', '9')]));
    expect([...first, ...second].map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await readTicks(db, seriesId, 2)).toEqual([second[0], first[1]]);
    expect(await readPosition(db, seriesId)).toMatchObject({
      lastSeq: 3,
      lastPrice: '9',
      lastAtMs: Date.parse('2024-02-01T00:00:01.250Z'),
    });
    const many = Array.from({ length: 120 }, () => tickAt('2024-02-01T00:00:02.000Z'));
    await db.transaction((tx) => appendTicks(tx, seriesId, many));
    // By number, not by letter: otherwise 99 would come before 123.
    expect((await readTicks(db, seriesId, 3)).map(({ seq }) => seq)).toEqual([123, 122, 121]);
  });

  it('returns the bar with the last tick as the open candle', async () => {
    const { db } = database;
    const market = { ...BITCOIN, seriesId: await newSeries(database) };
    expect(await readOpenCandle(db, market, '5min')).toBeUndefined();
    await db.transaction((tx) =>
      appendTicks(tx, market.seriesId, [
        tickAt('2024-02-01T00:04:59.000Z', '5'),
        tickAt('2024-02-01T00:05:00.000Z', '7'),
      ]),
    );
    expect(await readOpenCandle(db, market, '5min')).toMatchObject({ openedAtSeconds: 1_706_745_900, open: '7' });
    expect(await readOpenCandle(db, market, '60min')).toMatchObject({
      openedAtSeconds: 1_706_745_600,
      open: '5',
      close: '7',
    });
  });

  it('refuses a second writer, and a tick from before the last one, without a change', async () => {
    const { db } = database;
    const seriesId = await newSeries(database);
    const append = (at: string, after: number) =>
      db.transaction((tx) => appendTicks(tx, seriesId, [tickAt(at)], { after, state: { step: after + 1 } }));
    await append('2024-02-01T00:00:00.000Z', 0);
    await expect(append('2024-02-01T00:00:01.000Z', 0)).rejects.toThrow(TickLogMovedError);
    await expect(append('2024-01-31T23:59:59.000Z', 1)).rejects.toThrow();
    expect(await readPosition(db, seriesId)).toMatchObject({ lastSeq: 1, state: { step: 1 } });
    expect(await readTicks(db, seriesId, 10)).toHaveLength(1);
  });
});
