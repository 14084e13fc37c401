// A simulated day is recomputed from its key: prices that the key does not make are named, and undecidable ones stay
// open.
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { COIN_MODELS, simulateTick, type CoinModel } from '../market/simulatedModel.ts';
import { toBase64 } from './bytes.ts';
import type { Entry, LoggedTick, SeriesEntry } from './entries.ts';
import { chainIdentity, MODEL_BEFORE, NEW_MODEL, volumeTime } from './fixedKeys.ts';
import { keyBefore, noiseOf, tickKeyOf } from './seedChain.ts';
import { simulatedDay } from './simulatedDay.ts';

const MARKET = 'BTC/USDT';
const DAY = '2026-03-02';
const DAY_START_MS = Date.parse(DAY);
const THIRD = new Uint8Array(32).fill(3);
const SECOND = keyBefore(THIRD);
const FIRST = keyBefore(SECOND);
const ANCHOR = keyBefore(FIRST);

const seed: Entry = { kind: 'seed', firstDay: '2026-03-01', days: 3, anchor: ANCHOR };
const reveal = (day: string, key: Uint8Array): Entry => ({ kind: 'reveal', day, key });
const series = (change: Partial<SeriesEntry> = {}): Entry => ({
  kind: 'series',
  loggedMs: DAY_START_MS,
  id: 1,
  market: MARKET,
  source: 'simulated',
  method: NEW_MODEL,
  identity: chainIdentity({ anchor: toBase64(ANCHOR), firstDay: '2026-03-01' }),
  pricePlaces: 2,
  quantityPlaces: 6,
  ...change,
});
const prices = (firstSeq: number, ticks: readonly LoggedTick[], id = 1): Entry => ({
  kind: 'prices',
  loggedMs: DAY_START_MS,
  series: [{ id, firstSeq, ticks }],
});

/** A price of the day before and those that the key of the day makes at these seconds of it. */
function ticksAt(...seconds: readonly number[]): readonly LoggedTick[] {
  return ticksOf(NEW_MODEL, seconds);
}

function ticksOf(model: string, seconds: readonly number[]): readonly LoggedTick[] {
  const coin = COIN_MODELS.get(MARKET) as CoinModel;
  const ticks: LoggedTick[] = [{ atMs: DAY_START_MS - 1000, price: decimal('60000'), quantity: decimal('1') }];
  for (const second of seconds) {
    const [before, atMs] = [ticks.at(-1) as LoggedTick, DAY_START_MS + second * 1000];
    const volumeAtMs = volumeTime(model, atMs);
    const step = { coin, priceBefore: before.price, stepMs: atMs - before.atMs, isHistory: false, volumeAtMs };
    const noise = noiseOf(tickKeyOf(SECOND), MARKET, atMs);
    ticks.push({ atMs, ...simulateTick(noise, step, { price: 2, quantity: 6 }) });
  }
  return ticks;
}

function verdictOf(entries: readonly Entry[], day = DAY) {
  const { take, verdict } = simulatedDay(day);
  for (const [index, entry] of entries.entries()) take(index, entry);
  return verdict();
}

const TICKS = ticksAt(0, 1, 2);
const KEY = reveal(DAY, SECOND);
const RIGHT = { market: MARKET, recomputed: 3, unfixed: 0, uneven: 0 };

describe('a simulated day', () => {
  it.each<[string, readonly Entry[]]>([
    ['its key comes after its prices', [seed, series(), prices(7, TICKS), KEY]],
    ['its key comes before its prices', [seed, KEY, series(), prices(7, TICKS)]],
    [
      'its key comes between its prices',
      [seed, series(), prices(7, TICKS.slice(0, 2)), KEY, prices(9, TICKS.slice(2))],
    ],
    ['the key of the next day tells it', [seed, series(), prices(7, TICKS), reveal('2026-03-03', THIRD)]],
    ['both keys come', [seed, series(), prices(7, TICKS), KEY, reveal('2026-03-03', THIRD)]],
    ['other series have prices too', [seed, series(), prices(1, TICKS, 2), prices(7, TICKS), KEY]],
    ['it is not the last day', [seed, series(), prices(7, [...TICKS, ...ticksAt(86_400).slice(1)]), KEY]],
  ])('is right when %s', (_, entries) => {
    expect(verdictOf(entries)).toEqual([RIGHT]);
  });

  it('of a series of the model before has its volumes, and the same prices', () => {
    const before = ticksOf(MODEL_BEFORE, [0, 1, 2]);
    expect(before.map(({ price }) => price)).toEqual(TICKS.map(({ price }) => price));
    expect(verdictOf([seed, series({ method: MODEL_BEFORE }), prices(7, before), KEY])).toEqual([RIGHT]);
    const fault = { ...RIGHT, recomputed: 0, fault: { index: 3, seq: 8 } };
    expect(verdictOf([seed, KEY, series(), prices(7, before)])).toEqual([fault]);
  });

  it.each(['price', 'quantity'] as const)('names the first tick with another %s', (part) => {
    const wrong = TICKS.with(2, { ...(TICKS[2] as LoggedTick), [part]: decimal('60001') });
    const fault = { ...RIGHT, recomputed: 1, fault: { index: 3, seq: 9 } };
    expect(verdictOf([seed, KEY, series(), prices(7, wrong)])).toEqual([fault]);
    expect(verdictOf([seed, series(), KEY, prices(7, wrong)])).toEqual([fault]);
    expect(verdictOf([seed, series(), KEY, prices(7, wrong), prices(11, ticksAt(3).slice(1))])).toEqual([fault]);
  });

  it.each<[string, readonly Entry[], object]>([
    ['without a key', [seed, series(), prices(7, TICKS)], { open: 'no_key' }],
    [
      'by the key of the day before',
      [seed, series(), prices(7, TICKS), reveal('2026-03-01', FIRST)],
      { open: 'no_key' },
    ],
    ['by another model', [seed, series({ method: 'index' }), prices(7, TICKS), KEY], { open: 'other_model' }],
    ['of a coin without one', [seed, series({ market: 'X/USDT' }), prices(7, TICKS), KEY], { open: 'other_model' }],
  ])('is left open %s', (_, entries, open) => {
    expect(verdictOf(entries)).toMatchObject([{ recomputed: 0, ...open }]);
  });

  it.each<[string, readonly Entry[], object]>([
    ['the first price of a series', [seed, series(), prices(8, TICKS.slice(1)), KEY], { recomputed: 2, unfixed: 1 }],
    ['prices before their keys', [series(), prices(7, TICKS), seed, KEY], { recomputed: 0, unfixed: 3 }],
    [
      'prices before the first day of the keys',
      [{ ...seed, firstDay: '2026-03-03' }, series(), prices(7, TICKS)],
      { recomputed: 0, unfixed: 3 },
    ],
    ['a second that was left out', [seed, series(), prices(7, ticksAt(0, 2, 3)), KEY], { recomputed: 3, uneven: 1 }],
  ])('counts %s', (_, entries, counted) => {
    expect(verdictOf(entries)).toMatchObject([{ ...RIGHT, ...counted }]);
  });

  it('has no series that are not simulated, or had no price on it', () => {
    expect(verdictOf([seed, series({ source: 'live' }), prices(7, TICKS), KEY])).toEqual([]);
    expect(verdictOf([seed, series(), prices(7, TICKS), KEY], '2026-03-03')).toEqual([]);
    expect(verdictOf([seed, series(), prices(7, TICKS.slice(0, 1)), KEY])).toEqual([]);
  });
});
