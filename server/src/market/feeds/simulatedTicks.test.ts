// Ticks of the simulated feed, without a database. The same seed gives the same ticks and another seed others; stops of
// up to a day do not change them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import { HOUR_MS, DAY_MS } from '@halyard/contract/time';
import { createFeedHarness, type FeedHarness } from '../../testing/feedHarness.ts';
import type { NewTick, SeriesPosition } from '../series.ts';
import type { FeedMarket } from './feed.ts';
import { createSimulatedSource } from './simulated.ts';

const START_MS = Date.UTC(2026, 7, 12, 9, 41, 17, 350);
/** With every change an hour over midnight, when the key changes; by night more than a day. */
const [STOPS_FROM_MS, STOPS_MS] = isThorough
  ? [START_MS, DAY_MS + HOUR_MS]
  : [Date.UTC(2026, 7, 12, 23, 30, 17, 350), HOUR_MS];
const NOWHERE = { seriesId: 1, lastSeq: 0, lastPrice: undefined, lastAtMs: undefined, foldedFromMs: undefined };

const folder = mkdtempSync(join(tmpdir(), 'halyard-simulated-'));
afterAll(() => rmSync(folder, { recursive: true }));
let harness: FeedHarness;
beforeAll(async () => {
  harness = await createFeedHarness(START_MS);
});
afterAll(async () => harness.close());

type Settings = Partial<Parameters<typeof createSimulatedSource>[0]>;

type Play = { readonly settings: Settings; readonly instantsMs: readonly number[]; readonly isRestarted: boolean };

// At every instant the due ticks are produced; after a restart the feed knows only what is stored.
async function play({ settings, instantsMs, isRestarted }: Play): Promise<NewTick[]> {
  const source = createSimulatedSource({ dataDir: folder, ...settings });
  const ticks: NewTick[] = [];
  let market: FeedMarket | undefined;
  let position: SeriesPosition | undefined;
  for (const nowMs of instantsMs) {
    if (isRestarted || market === undefined) [market] = (await source.open(harness.db, nowMs)).markets;
    if (market === undefined) throw new Error('there is no market');
    position ??= { ...NOWHERE, state: market.initialState };
    for (let isBehind = true; isBehind;) {
      const batch = market.advance(position, nowMs);
      ticks.push(...batch.ticks);
      const last = batch.ticks.at(-1);
      if (last !== undefined)
        position = { ...position, state: batch.state, lastPrice: last.price, lastAtMs: Date.parse(last.at) };
      isBehind = batch.nextAtMs !== undefined && batch.nextAtMs <= nowMs;
    }
  }
  return ticks;
}

const ticksAt = async (settings: Settings, ...instantsMs: readonly number[]) =>
  play({ settings, instantsMs, isRestarted: true });
const north = async (...instantsMs: readonly number[]) => ticksAt({ seed: 'north' }, ...instantsMs);
const instantsOf = (ticks: readonly NewTick[]) => ticks.map(({ at }) => Date.parse(at));

describe('the ticks of a simulated series', () => {
  it('are the same for the same seed, and different for another once trading is possible', async () => {
    const first = await north(START_MS, START_MS + 60_000);
    expect(first.length).toBeGreaterThan(15_000);
    expect(await north(START_MS, START_MS + 60_000)).toEqual(first);
    const other = await ticksAt({ seed: 'south' }, START_MS, START_MS + 60_000);
    const isHistory = ({ at }: NewTick) => Date.parse(at) <= START_MS;
    expect(other.filter(isHistory)).toEqual(first.filter(isHistory));
    expect(other.at(-1)?.price).not.toBe(first.at(-1)?.price);
  });

  it('do not depend on stops of up to a day', async () => {
    const lastMs = STOPS_FROM_MS + STOPS_MS;
    const everySecond = Array.from({ length: STOPS_MS / 1000 }, (_, index) => index + 1);
    const instantsMs = [STOPS_FROM_MS, ...everySecond.map((second) => STOPS_FROM_MS + second * 1000)];
    const whole = await play({ settings: { seed: 'north' }, instantsMs, isRestarted: false });
    const startMs = Math.floor(STOPS_FROM_MS / 1000) * 1000;
    expect(instantsOf(whole).slice(-everySecond.length)).toEqual(everySecond.map((second) => startMs + second * 1000));
    const stops = fc.uniqueArray(fc.integer({ min: STOPS_FROM_MS, max: lastMs }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(stops, async (stopsMs) => {
        expect(await north(STOPS_FROM_MS, ...stopsMs.toSorted((a, b) => a - b), lastMs)).toEqual(whole);
      }),
      {
        numRuns: isThorough ? 20 : 2,
        examples: [[[1, 2, 999, 600_000].map((afterMs) => STOPS_FROM_MS + afterMs)]],
      },
    );
  });

  it('are sparse in the middle of a month without power, but not in its first hour and last day', async () => {
    const nowMs = START_MS + 30 * DAY_MS;
    const ticks = await north(START_MS, nowMs, nowMs + HOUR_MS);
    const instants = instantsOf(ticks);
    const between = (fromMs: number, toMs: number) => instants.filter((atMs) => atMs > fromMs && atMs <= toMs).length;
    expect(between(START_MS, START_MS + HOUR_MS)).toBe(3600);
    expect(between(START_MS + HOUR_MS, nowMs - DAY_MS)).toBeLessThan(16_000);
    expect(between(nowMs - DAY_MS, nowMs + HOUR_MS)).toBe(86_400 + 3600);
    expect(await north(START_MS, nowMs, nowMs + 1000, nowMs + HOUR_MS)).toEqual(ticks);
  });

  it('end with the last day of the chain', async () => {
    const dataDir = join(folder, 'old');
    mkdirSync(dataDir);
    const firstDay = new Date(START_MS - 3659 * DAY_MS).toISOString().slice(0, 10);
    writeFileSync(join(dataDir, 'seed.key'), `first_day ${firstDay}\nkey ${Buffer.alloc(32, 3).toString('base64')}\n`);
    const ticks = await ticksAt({ dataDir }, START_MS, START_MS + DAY_MS);
    expect(ticks.at(-1)?.at).toBe('2026-08-12T23:59:59.000Z');
  });
});
