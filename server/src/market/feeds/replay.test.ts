// The replay feed on a week of a real market, by night on three. History and live play, interrupted by restarts, give
// exactly the file's candles and, for longer periods, those of an independent fold; no tick is repeated; the end of the
// file suspends the market.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CANDLES_MAX, listCandles } from '@halyard/contract/market/calls';
import { add, compare, decimal, max, min, ZERO, type Decimal } from '@halyard/contract/money';
import { HOUR_MS, MINUTE_MS, WEEK_MS } from '@halyard/contract/time';
import { isThorough } from '@halyard/contract/testing/thorough';
import { rowsOf } from '../../db/database.ts';
import { findCandles } from '../../modules/market/index.ts';
import { catchUp, createFeedHarness, type FeedHarness } from '../../testing/feedHarness.ts';
import { BITCOIN_MINUTES } from '../../testing/testData.ts';
import { listMarketRecords } from '../marketRecord.ts';
import { createTickers } from '../tickers.ts';
import { BATCH_TICKS_MAX, FeedSetupError } from './feed.ts';
import { candlePath, createReplaySource, PATH_TICKS_MIN, type ReplayPace, type ReplaySettings } from './replay.ts';
import type { FileCandle } from './replayFile.ts';
import { createSimulatedSource } from './simulated.ts';

const DAYS = isThorough ? 21 : 7;
const WALL_PACE: ReplayPace = { speed: 1, ticksPerSecond: 1 };
// A Sunday; the file ends on a Tuesday at midnight.
const NOW_MS = Date.UTC(2026, 7, 16, 9, 41, 17, 350);

const statusOf = async ({ db }: FeedHarness) =>
  (await listMarketRecords(db)).find(({ symbol }) => symbol === 'BTC/USDT')?.status;

describe('the replay of a real market', () => {
  const [head, ...all] = gunzipSync(readFileSync(BITCOIN_MINUTES)).toString().trim().split('\n');
  const lines = all.slice(-DAYS * 1440);
  const file = lines.map((line) => line.split(',').map(Number) as [number, number, number, number, number, number]);
  const endMs = ((file.at(-1)?.[0] ?? 0) + 60) * 1000;
  const shiftMs = Math.ceil((NOW_MS - endMs) / WEEK_MS) * WEEK_MS;
  const folder = mkdtempSync(join(tmpdir(), 'halyard-replay-'));
  const path = join(folder, 'btcusdt.csv');
  let harness: FeedHarness;
  const statusesWhilePlaying: unknown[] = [];

  beforeAll(async () => {
    writeFileSync(path, [head, ...lines].join('\n'));
    harness = await createFeedHarness(NOW_MS);
    const start = async () => harness.startFeed(await createReplaySource(harness.db, [path], WALL_PACE));
    let session = await start();
    await catchUp(session);
    // Second by second through several minutes, then in ever longer steps; a new process takes over again and again,
    // mostly inside a candle.
    const leapsMs = [
      ...Array.from({ length: 200 }, () => 1000),
      ...Array.from({ length: 60 }, (_, index) => (index + 1) * 37_300),
    ];
    for (const [index, leapMs] of leapsMs.entries()) {
      if (index % 37 === 0) session = await start();
      harness.clock.advance(leapMs);
      await catchUp(session);
    }
    statusesWhilePlaying.push(await statusOf(harness));
    harness.clock.advance(endMs + shiftMs - harness.clock.nowMs() - MINUTE_MS);
    session = await start();
    await catchUp(session);
    statusesWhilePlaying.push(await statusOf(harness));
    // The last tick is a second before the end; at the end itself a restart would begin another week.
    harness.clock.advance(MINUTE_MS - 500);
    await catchUp(session);
  });
  afterAll(async () => {
    await harness.close();
    rmSync(folder, { recursive: true });
  });

  // An independent fold in few lines: plain numbers, bars of n minutes, volumes in integer hundred-millionths.
  const naiveBars = (minutes: number) => {
    const bars = new Map<number, [number, number, number, number, bigint]>();
    for (const [time, open, high, low, close, volume] of file) {
      const start = time - (time % (minutes * 60)) + shiftMs / 1000;
      const [first, top, bottom, , sum] = bars.get(start) ?? [open, high, low, close, 0n];
      bars.set(start, [
        first,
        Math.max(top, high),
        Math.min(bottom, low),
        close,
        sum + BigInt(Math.round(volume * 1e8)),
      ]);
    }
    return [...bars].map(([start, bar]) => [start, ...bar]);
  };

  // Answers of the call in wire form, requested in as many parts as necessary.
  const answeredBars = async (period: string, minutes: number) => {
    const tickers = createTickers(harness);
    const bars: (string | number | bigint)[][] = [];
    const pieceSeconds = minutes * 60 * CANDLES_MAX;
    const fromSeconds = ((file[0]?.[0] ?? 0) * 1000 + shiftMs) / 1000;
    for (let from = fromSeconds; from * 1000 < endMs + shiftMs; from += pieceSeconds) {
      const request = { symbol: 'BTC/USDT', period, fromSeconds: from, toSeconds: from + pieceSeconds - 1 };
      const answer = z.encode(listCandles.answer, await findCandles({ db: harness.db, tickers }, request));
      for (const { id, open, high, low, close, amount } of answer) {
        const [whole = '', fraction = ''] = String(amount).split('.');
        const volume = BigInt(whole + fraction.padEnd(8, '0'));
        bars.push([id, Number(open), Number(high), Number(low), Number(close), volume]);
      }
    }
    tickers.close();
    return bars;
  };

  it.each([
    ['1min', 1],
    ['5min', 5],
    ['60min', 60],
    ['4hour', 240],
    ['12hour', 720],
    ['1day', 1440],
  ])('answers %s candles that an independent fold of the file gives', async (period, minutes) => {
    const answered = await answeredBars(period, minutes);
    expect(answered).toHaveLength((DAYS * 1440) / minutes);
    expect(answered).toEqual(naiveBars(minutes));
  });

  it('produces every tick once, in order, and about one a second while it plays live', async () => {
    const [log] = await rowsOf<{ first: string; last: string; ticks: string; live: string }>(
      harness.db,
      sql`select min(seq)::text as first, max(seq)::text as last, count(*)::text as ticks,
        (count(*) filter (where at > ${new Date(NOW_MS).toISOString()}::timestamptz
          and at <= ${new Date(NOW_MS + 200_000).toISOString()}::timestamptz))::text as live from ticks`,
    );
    expect(log).toEqual({ first: '1', last: log?.ticks, ticks: log?.ticks, live: '200' });
    expect(harness.failures).toEqual([]);
  });

  it('suspends the market at the end of the file, publishes that once, and no price after it', async () => {
    expect(statusesWhilePlaying).toEqual(['trading', 'trading']);
    expect(await statusOf(harness)).toBe('feed-ended');
    expect(harness.published.at(-1)?.type).toBe('market-status-changed');
    const session = await harness.startFeed(await createReplaySource(harness.db, [path], WALL_PACE));
    harness.published.length = 0;
    await catchUp(session);
    harness.clock.advance(HOUR_MS);
    await catchUp(session);
    expect(await statusOf(harness)).toBe('feed-ended');
    expect(harness.published).toEqual([]);
  });
});

describe('a replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-replay-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let harness: FeedHarness;
  beforeEach(async () => {
    harness = await createFeedHarness(NOW_MS);
  });
  afterEach(async () => harness.close());

  // A rising market of one-minute candles with the given length that ends at `endMs`.
  const writeFile = (minutes: number, endMs: number, name = 'ethusdt-test.csv') => {
    const path = join(folder, name);
    const rows = Array.from({ length: minutes }, (_, index) => {
      const seconds = Math.floor(endMs / MINUTE_MS) * 60 - (minutes - index) * 60;
      return `${seconds},${1000 + index},${1002 + index},${999 + index},${1001 + index},3`;
    });
    writeFileSync(path, `time,open,high,low,close,volume\n${rows.join('\n')}\n`);
    return path;
  };
  const start = async (path: string, pace: Partial<ReplayPace> = {}) =>
    harness.startFeed(await createReplaySource(harness.db, [path], { ...WALL_PACE, ...pace }));
  const market = async () => (await listMarketRecords(harness.db)).find(({ symbol }) => symbol === 'ETH/USDT');

  it('displays only its own market; another feed displays all again, with its own prices', async () => {
    await catchUp(await start(writeFile(120, NOW_MS + HOUR_MS)));
    const shown = (await listMarketRecords(harness.db)).filter(({ isDisplayed }) => isDisplayed);
    expect(shown.map(({ symbol, source, status }) => [symbol, source, status])).toEqual([
      ['ETH/USDT', 'replay', 'trading'],
    ]);
    const hidden = (await listMarketRecords(harness.db)).filter(({ isDisplayed }) => !isDisplayed);
    expect(hidden).toHaveLength(5);
    expect(hidden.map(({ reference, status }) => [reference, status])).toEqual(
      hidden.map(() => [undefined, 'feed-stalled']),
    );
    const replayed = shown[0]?.seriesId;
    await harness.startFeed(createSimulatedSource({ dataDir: folder, seed: 'north' }));
    const simulated = await listMarketRecords(harness.db);
    expect(simulated).toHaveLength(6);
    expect(simulated.map(({ isDisplayed, source }) => [isDisplayed, source])).toEqual(
      simulated.map(() => [true, 'simulated']),
    );
    expect(simulated.map(({ seriesId }) => seriesId)).not.toContain(replayed);
  });

  it('runs at a higher speed when set, and continues where it was', async () => {
    const path = writeFile(600, NOW_MS + 5 * HOUR_MS);
    let session = await start(path, { speed: 60 });
    await catchUp(session);
    harness.clock.advance(MINUTE_MS);
    await catchUp(session);
    const aheadMs = Date.parse((await market())?.reference?.at ?? '') - NOW_MS;
    expect(aheadMs).toBeGreaterThan(59 * MINUTE_MS);
    expect(aheadMs).toBeLessThanOrEqual(60 * MINUTE_MS);
    harness.clock.advance(MINUTE_MS);
    session = await start(path, { speed: 60 });
    await catchUp(session);
    expect(Date.parse((await market())?.reference?.at ?? '') - NOW_MS).toBeLessThanOrEqual(61 * MINUTE_MS);
    harness.clock.advance(5 * MINUTE_MS);
    await catchUp(session);
    expect(await market()).toMatchObject({ status: 'feed-ended', reference: { price: '1600' } });
    expect(harness.published.filter(({ type }) => type === 'market-status-changed').length).toBe(2);
  });

  it('produces the set number of prices a second', async () => {
    const path = writeFile(120, NOW_MS + HOUR_MS);
    const session = await start(path, { ticksPerSecond: 20 });
    await catchUp(session);
    // The minute that began before the start is over then, and a whole one is played live.
    harness.clock.advance(MINUTE_MS - (NOW_MS % MINUTE_MS));
    await catchUp(session);
    const before = (await market())?.reference?.seq ?? 0;
    for (let second = 0; second < 60; second += 1) {
      harness.clock.advance(1000);
      await session.step();
    }
    expect(((await market())?.reference?.seq ?? 0) - before).toBe(20 * 60);
  });

  it('produces the same ticks after three minutes of downtime', async () => {
    const path = writeFile(120, NOW_MS + HOUR_MS);
    const twin = await createFeedHarness(NOW_MS);
    const logOf = async ({ db }: FeedHarness) =>
      rowsOf(db, sql`select seq, at, price, quantity from ticks order by seq`);
    try {
      await catchUp(await start(path));
      harness.clock.advance(180_000);
      await catchUp(await start(path));
      const session = await twin.startFeed(await createReplaySource(twin.db, [path], WALL_PACE));
      for (let second = 0; second <= 180; second += 1) {
        await catchUp(session);
        twin.clock.advance(1000);
      }
      expect(await logOf(harness)).toEqual(await logOf(twin));
    } finally {
      await twin.close();
    }
  });

  it('starts another series after the end of the file, in a new week', async () => {
    const path = writeFile(120, NOW_MS + HOUR_MS);
    await catchUp(await start(path));
    const first = (await market())?.seriesId;
    harness.clock.advance(WEEK_MS);
    await catchUp(await start(path));
    expect((await market())?.seriesId).not.toBe(first);
    expect(await market()).toMatchObject({ status: 'trading', reference: { seq: expect.any(Number) as number } });
  });

  it('writes no tick twice with two concurrent processes', async () => {
    const path = writeFile(120, NOW_MS + HOUR_MS);
    const sessions = [await start(path), await start(path)];
    for (let second = 0; second < 90; second += 1) {
      harness.clock.advance(1000);
      await Promise.all(sessions.map((session) => session.step()));
    }
    const [log] = await rowsOf<{ ticks: string; instants: string; last: string }>(
      harness.db,
      sql`select count(*)::text as ticks, count(distinct at)::text as instants, max(seq)::text as last from ticks`,
    );
    expect(log).toEqual({ ticks: log?.ticks, instants: log?.ticks, last: log?.ticks });
    expect(harness.notes).toContain('another node has written these ticks');
    expect(harness.failures).toEqual([]);
  });

  it('is refused in one line for an unknown market, or when the file does not cover this time of the week', async () => {
    await expect(start(writeFile(10, NOW_MS, 'abcxyz-1.csv'))).rejects.toThrow('there is no market ABCXYZ');
    await expect(start(writeFile(10, NOW_MS - HOUR_MS))).rejects.toThrow('not this time of the week');
  });
});

// Recorded ticks are played by their offsets, each once over any number of restarts, beside other files; the market is
// suspended after the last one; a file that does not fit the exchange stops the start.
describe('replay ticks', () => {
  const START_AFTER_MS = 5000;
  const HEADER = 'time_ms,price,quantity';
  const SCRIPT = `${HEADER}\n1000,60000.1,0.5\n1250,60000.15,1e-05\n1250,59999.99,2\n4000,60000,1\n`;

  const folder = mkdtempSync(join(tmpdir(), 'halyard-replay-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let harness: FeedHarness;
  beforeEach(async () => {
    harness = await createFeedHarness(NOW_MS);
  });
  afterEach(async () => harness.close());

  function write(content: string | Buffer, name = 'btcusdt-script.csv'): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  const start = async (paths: readonly string[], settings: Partial<ReplaySettings> = {}) =>
    harness.startFeed(await createReplaySource(harness.db, paths, { speed: 1, ticksPerSecond: 1, ...settings }));
  const market = async (symbol = 'BTC/USDT') =>
    (await listMarketRecords(harness.db)).find((record) => record.symbol === symbol);

  // Times since `fromMs`.
  async function logOf(fromMs: number, symbol = 'BTC/USDT') {
    const rows = await rowsOf<{ at_ms: string; price: string; quantity: string }>(
      harness.db,
      sql`select (extract(epoch from t.at) * 1000)::bigint::text as at_ms, trim_scale(t.price)::text as price,
        trim_scale(t.quantity)::text as quantity
      from ticks t join markets m on m.series_id = t.series_id where m.symbol = ${symbol} order by t.seq`,
    );
    return rows.map(({ at_ms: atMs, price, quantity }) => [Number(atMs) - fromMs, price, quantity]);
  }

  const PLAYED = [
    [0, '60000.1', '0.5'],
    [250, '60000.15', '0.00001'],
    [250, '59999.99', '2'],
    [3000, '60000', '1'],
  ];

  describe('a file of ticks', () => {
    it('is played by its offsets, five seconds after the start, and ends its market', async () => {
      const session = await start([write(SCRIPT)]);
      const statuses: unknown[] = [];
      const counts: number[] = [];
      for (const leapMs of [0, 4999, 1, 249, 1, 2749, 1]) {
        harness.clock.advance(leapMs);
        await catchUp(session);
        statuses.push((await market())?.status);
        counts.push((await logOf(0)).length);
      }
      expect(counts).toEqual([0, 0, 1, 1, 3, 3, 4]);
      expect(statuses).toEqual([
        ...Array.from({ length: 2 }, () => 'feed-stalled'),
        ...Array.from({ length: 4 }, () => 'trading'),
        'feed-ended',
      ]);
      expect(await logOf(NOW_MS + START_AFTER_MS)).toEqual(PLAYED);
      expect(await market()).toMatchObject({ source: 'replay', isDisplayed: true });
    });

    it('continues in every new process, and stays ended', async () => {
      const path = write(SCRIPT);
      for (const leapMs of [0, START_AFTER_MS, 100, 200, 600_000, 600_000]) {
        harness.clock.advance(leapMs);
        await catchUp(await start([path]));
      }
      expect(await logOf(NOW_MS + START_AFTER_MS)).toEqual(PLAYED);
      expect((await market())?.status).toBe('feed-ended');
    });

    it('begins at the set time, with a series of its own for each start', async () => {
      const path = write(gzipSync(SCRIPT), 'btc-usdt_script.csv.gz');
      const startMs = NOW_MS - 1000;
      const seriesAt = async (settings: Partial<ReplaySettings>) => {
        await catchUp(await start([path], settings));
        return (await market())?.seriesId;
      };
      const first = await seriesAt({ startMs });
      expect(await logOf(startMs)).toEqual(PLAYED.slice(0, 3));
      const second = await seriesAt({ startMs: NOW_MS + 60_000 });
      expect(await logOf(0)).toEqual([]);
      expect(second).not.toBe(first);
      harness.clock.advance(3000);
      expect(await seriesAt({ startMs })).toBe(first);
      expect(await logOf(startMs)).toEqual(PLAYED);
      expect(await seriesAt({})).toBe(second);
    });

    it('is played at a set speed', async () => {
      const session = await start([write(SCRIPT)], { speed: 10 });
      harness.clock.advance(800);
      await catchUp(session);
      expect(await logOf(NOW_MS + START_AFTER_MS)).toEqual(PLAYED);
    });

    it('may hold more ticks of one instant than a batch', async () => {
      const count = 2 * BATCH_TICKS_MAX + 3;
      const rows = Array.from({ length: count }, (_, index) => `7,${1000 + (index % 7)},1`);
      const path = write(`${HEADER}\n${rows.join('\n')}`);
      await catchUp(await start([path], { startMs: NOW_MS }));
      expect((await market())?.reference).toMatchObject({ seq: count, price: String(1000 + ((count - 1) % 7)) });
      expect((await market())?.status).toBe('feed-ended');
    });
  });

  describe('several files', () => {
    it('are played at once, each in a market of its own', async () => {
      const minute = Math.floor(NOW_MS / 60_000) * 60;
      const candles = [-60, 0, 60].map((seconds) => `${minute + seconds},100,102,99,101,3`);
      const paths = [
        write(SCRIPT),
        write(`${HEADER}\n5,3000.5,2\n1005,3001,2\n`, 'ETHUSDT.ticks.csv'),
        write(`time,open,high,low,close,volume\n${candles.join('\n')}\n`, 'ltcusdt-1m.csv'),
      ];
      await catchUp(await start(paths));
      harness.clock.advance(START_AFTER_MS + 10);
      await catchUp(await start(paths));
      expect(await logOf(NOW_MS + START_AFTER_MS)).toEqual(PLAYED.slice(0, 1));
      expect(await logOf(NOW_MS + START_AFTER_MS, 'ETH/USDT')).toEqual([[0, '3000.5', '2']]);
      expect((await market('LTC/USDT'))?.status).toBe('trading');
      const shown = (await listMarketRecords(harness.db)).filter(({ isDisplayed }) => isDisplayed);
      expect(shown.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/USDT', 'LTC/USDT']);
    });

    it('are refused in one line when two have the same market, or one has none', async () => {
      const refusal = async (...paths: readonly string[]) => {
        const error: unknown = await start(paths).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(FeedSetupError);
        return (error as Error).message;
      };
      expect(await refusal(write(SCRIPT), write(SCRIPT, 'btc-usdt-2.csv'))).toMatch(/btc-usdt-2\.csv is .* BTC\/USDT/);
      expect(await refusal(write(SCRIPT), write(SCRIPT, 'abc-usdt-2.csv'))).toContain('no market ABC or ABCUSDT');
      expect(await refusal(write(`${SCRIPT}4001,60000.125,1`))).toBe(
        'Replay file btcusdt-script.csv, line 6: price "60000.125" has more than the 2 places of BTC/USDT.',
      );
    });
  });
});

// A candle's path folds to exactly that candle, for any candle and number of ticks.
const START_MS = Date.UTC(2026, 0, 5, 12, 30);

const units = (places: number, most: number) =>
  fc.integer({ min: 1, max: most }).map((count) => {
    const digits = String(count).padStart(places + 1, '0');
    return decimal(places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`);
  });

const candles: fc.Arbitrary<FileCandle> = fc
  .integer({ min: 0, max: 6 })
  .chain((places) =>
    fc.tuple(fc.array(units(places, 4_000_000), { minLength: 4, maxLength: 4 }), units(8, 2_000_000_000), fc.boolean()),
  )
  .map(([prices, volume, isIdle]) => {
    const [open = ZERO, close = ZERO] = prices;
    const [low, high] = [min(open, ...prices), max(open, ...prices)];
    return { openedAtSeconds: START_MS / 1000, open, high, low, close, volume: isIdle ? ZERO : volume };
  });

const plans = fc.record({
  key: fc.constantFrom('a digest', 'another digest'),
  row: fc.nat(1_000_000),
  count: fc.integer({ min: PATH_TICKS_MIN, max: 120 }),
  pricePlaces: fc.integer({ min: 0, max: 5 }),
  quantityPlaces: fc.integer({ min: 0, max: 8 }),
});

describe('the path of a candle', () => {
  it('folds to exactly that candle', () => {
    fc.assert(
      fc.property(candles, plans, (candle, plan) => {
        const path = candlePath(candle, START_MS, plan);
        const prices = path.map(({ price }) => price);
        const [first = ZERO] = prices;
        expect(path).toHaveLength(plan.count);
        expect({
          open: first,
          high: max(first, ...prices),
          low: min(first, ...prices),
          close: prices.at(-1),
          volume: add(ZERO, ...path.map(({ quantity }) => quantity)),
        }).toEqual({
          open: candle.open,
          high: candle.high,
          low: candle.low,
          close: candle.close,
          volume: candle.volume,
        });
        expect(path.every(({ quantity }) => compare(quantity, ZERO) >= 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('begins with the minute, stays inside it and never goes back in time', () => {
    fc.assert(
      fc.property(candles, plans, (candle, plan) => {
        const times = candlePath(candle, START_MS, plan).map(({ at }) => Date.parse(at));
        expect(times[0]).toBe(START_MS);
        expect(times.at(-1)).toBeLessThan(START_MS + MINUTE_MS);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      }),
    );
  });

  it('is the same for the same plan, and different for another candle of the file', () => {
    const candle = { openedAtSeconds: 0, ...figures('100', '110', '90', '105', '12.5') };
    const plan = { key: 'a digest', row: 7, count: 60, pricePlaces: 2, quantityPlaces: 6 };
    expect(candlePath(candle, START_MS, plan)).toEqual(candlePath(candle, START_MS, plan));
    expect(candlePath(candle, START_MS, { ...plan, row: 8 })).not.toEqual(candlePath(candle, START_MS, plan));
  });

  it('dips before it rises, and peaks before it falls', () => {
    const plan = { key: 'a digest', row: 7, count: PATH_TICKS_MIN, pricePlaces: 2, quantityPlaces: 6 };
    const pricesOf = (candle: FileCandle) => candlePath(candle, START_MS, plan).map(({ price }) => price);
    expect(pricesOf({ openedAtSeconds: 0, ...figures('100', '110', '90', '105', '1') })).toEqual([
      '100',
      '90',
      '110',
      '105',
    ]);
    expect(pricesOf({ openedAtSeconds: 0, ...figures('105', '110', '90', '100', '1') })).toEqual([
      '105',
      '110',
      '90',
      '100',
    ]);
  });
});

function figures(...texts: [string, string, string, string, string]): Omit<FileCandle, 'openedAtSeconds'> {
  const [open, high, low, close, volume] = texts.map(decimal) as [Decimal, Decimal, Decimal, Decimal, Decimal];
  return { open, high, low, close, volume };
}
