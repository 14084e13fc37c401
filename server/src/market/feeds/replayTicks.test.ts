// Recorded ticks are played by their offsets, each once over any number of restarts, beside other files; the market is
// suspended after the last one; a file that does not fit the exchange stops the start.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { catchUp, createFeedHarness, type FeedHarness } from '../../testing/feedHarness.ts';
import { listMarketRecords } from '../marketRecord.ts';
import { BATCH_TICKS_MAX, FeedSetupError } from './feed.ts';
import { createReplaySource, type ReplaySettings } from './replay.ts';

const NOW_MS = Date.UTC(2026, 7, 16, 9, 41, 17, 350);
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
