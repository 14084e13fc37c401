/** Whether the prices of a simulated day are those that its key makes, bit for bit. */
import { COIN_MODELS, simulateTick } from '../rules/simulatedModel.ts';
import type { Entry, SeriesEntry } from './entries.ts';
import type { LoggedTick } from './priceEntries.ts';
import { DAY_MS, keyBefore, noiseOf, tickKeyOf } from './seedChain.ts';

/** The model that this is about. */
const MODEL = 'schwartz-2';
const STEP_MS = 1000;

/** What became of a series. `open`: nothing can be said, and why. */
export type SimulatedSeries = {
  readonly market: string;
  readonly recomputed: number;
  /** Prices of that day which nothing in the log fixed: the first of the series, and those before the keys were. */
  readonly unfixed: number;
  /** Steps that were not of a second: who leaves a second out chooses another path. */
  readonly uneven: number;
  readonly fault?: { readonly index: number; readonly seq: number };
  readonly open?: 'no_key' | 'other_model';
};

export type SimulatedDay = {
  /** Takes an entry of a log that was verified, each in its order. */
  take(index: number, entry: Entry): void;
  /** Each simulated series that had prices on that day. */
  verdict(): readonly SimulatedSeries[];
};

type PlacedTick = LoggedTick & { readonly index: number; readonly seq: number };
/** A price, and the one before it that it was made from. */
type Pair = { readonly before: PlacedTick; readonly tick: PlacedTick };
type Kept = { readonly entry: SeriesEntry; last: PlacedTick | undefined; readonly pairs: Pair[]; unfixed: number };

/** Of a date, `2026-11-25`. */
export function simulatedDay(day: string): SimulatedDay {
  const fromMs = Date.parse(day);
  const kept = new Map<number, Kept>();
  let isFixed = false;
  let chainFromMs = Number.POSITIVE_INFINITY;
  let key: Uint8Array | undefined;
  const takeTick = (series: Kept, tick: PlacedTick) => {
    const { last: before } = series;
    series.last = tick;
    if (tick.atMs < fromMs || tick.atMs >= fromMs + DAY_MS) return;
    if (before !== undefined && isFixed) series.pairs.push({ before, tick });
    else series.unfixed += 1;
  };
  return {
    take: (index, entry) => {
      if (entry.kind === 'seed') chainFromMs = Date.parse(entry.firstDay);
      isFixed ||= chainFromMs <= fromMs;
      // The keys of another chain, that begins later, tell nothing of this day.
      if (entry.kind === 'reveal' && chainFromMs <= fromMs)
        key ??= keyOfDay(entry.key, (Date.parse(entry.day) - fromMs) / DAY_MS);
      if (entry.kind === 'series' && entry.source === 'simulated')
        kept.set(entry.id, { entry, last: undefined, pairs: [], unfixed: 0 });
      if (entry.kind !== 'prices') return;
      for (const { id, firstSeq, ticks } of entry.series) {
        const series = kept.get(id);
        if (series === undefined) continue;
        for (const [place, tick] of ticks.entries()) takeTick(series, { ...tick, index, seq: firstSeq + place });
      }
    },
    verdict: () =>
      [...kept.values()]
        .filter(({ pairs, unfixed }) => pairs.length + unfixed > 0)
        .map((series) => recompute(series, key)),
  };
}

/** A key tells those of the days before it. */
function keyOfDay(key: Uint8Array, daysBefore: number): Uint8Array | undefined {
  if (daysBefore < 0) return undefined;
  let found = key;
  for (let day = 0; day < daysBefore; day += 1) found = keyBefore(found);
  return found;
}

function recompute({ entry, pairs, unfixed }: Kept, key: Uint8Array | undefined): SimulatedSeries {
  const { market, method, pricePlaces, quantityPlaces } = entry;
  const coin = COIN_MODELS.get(market);
  const uneven = pairs.filter(({ before, tick }) => tick.atMs - before.atMs !== STEP_MS).length;
  const nothing = { market, recomputed: 0, unfixed, uneven };
  if (key === undefined) return { ...nothing, open: 'no_key' };
  if (coin === undefined || method !== MODEL) return { ...nothing, open: 'other_model' };
  const tickKey = tickKeyOf(key);
  const places = { price: pricePlaces, quantity: quantityPlaces };
  const wrong = pairs.findIndex(({ before, tick }) => {
    const stepMs = tick.atMs - before.atMs;
    const step = { coin, priceBefore: before.price, stepMs, isHistory: false };
    const due = simulateTick(noiseOf(tickKey, market, tick.atMs), step, places);
    return due.price !== tick.price || due.quantity !== tick.quantity;
  });
  const tick = pairs[wrong]?.tick;
  if (tick === undefined) return { ...nothing, recomputed: pairs.length };
  return { ...nothing, recomputed: wrong, fault: { index: tick.index, seq: tick.seq } };
}
