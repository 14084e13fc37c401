// The replay feed on a week of a real market, by night on three. History and live play, interrupted by restarts, give
// exactly the file's candles and, for longer periods, those of an independent fold; no tick is repeated; the end of the
// file suspends the market.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CANDLES_MAX, listCandles } from '@halyard/contract/market/calls';
import { MINUTE_MS, HOUR_MS, WEEK_MS } from '@halyard/contract/time';
import { isThorough } from '@halyard/contract/testing/thorough';
import { rowsOf } from '../../db/database.ts';
import { findCandles } from '../../modules/market/service.ts';
import { catchUp, createFeedHarness, type FeedHarness } from '../../testing/feedHarness.ts';
import { BITCOIN_MINUTES } from '../../testing/testData.ts';
import { listMarketRecords } from '../marketRecord.ts';
import { createTickers } from '../tickers.ts';
import { createReplaySource } from './replay.ts';
import type { ReplayPace } from './replay.ts';
import { createSimulatedSource } from './simulated.ts';

const DAYS = isThorough ? 21 : 7;
const SET_UP_MAX_MS = 480_000;
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
  }, SET_UP_MAX_MS);
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
