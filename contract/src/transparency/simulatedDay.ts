/** Verifies that the prices of a simulated day are exactly those that its key makes. */
import { DAY_MS } from '../time.ts';
import { COIN_MODELS, simulateTick } from '../market/simulatedModel.ts';
import { fromBase64 } from './bytes.ts';
import type { Entry, LoggedTick, PricesEntry, RevealEntry, SeriesEntry } from './entries.ts';
import { chainOf, isKeyed, volumeTime, withReveal, withSeed, type FixedChain } from './fixedKeys.ts';
import { chainDayOf, keyBefore, noiseOf, tickKeyOf } from './seedChain.ts';

const STEP_MS = 1000;

/** Result of a series. `open`: undecidable, with the reason. */
export type SimulatedSeries = {
  readonly market: string;
  readonly recomputed: number;
  /** Prices of that day that nothing in the log fixed: the first of the series, and those before the keys. */
  readonly unfixed: number;
  /** Steps other than a second: an operator who skips a second chooses another path. */
  readonly uneven: number;
  readonly fault?: { readonly index: number; readonly seq: number };
  readonly open?: 'no_key' | 'other_model';
};

export type SimulatedDay = {
  /**
   * Takes the entries of a verified log in their order; a key may come before the prices that it makes, which are then
   * computed as they come.
   */
  take(index: number, entry: Entry): void;
  /** Each simulated series with prices on that day. */
  verdict(): readonly SimulatedSeries[];
};

type PlacedTick = LoggedTick & { readonly index: number; readonly seq: number };
/** A price and the one before it, from which it was made. */
type Pair = { readonly before: PlacedTick; readonly tick: PlacedTick };
type SeriesState = {
  readonly entry: SeriesEntry;
  last: PlacedTick | undefined;
  /** Prices that wait for the key. */
  pairs: Pair[];
  unfixed: number;
  uneven: number;
  recomputed: number;
  fault: SimulatedSeries['fault'];
};
const NEW_SERIES = { last: undefined, unfixed: 0, uneven: 0, recomputed: 0, fault: undefined } as const;

/** The verification of a date, `2026-11-25`. */
export function simulatedDay(day: string): SimulatedDay {
  const fromMs = Date.parse(day);
  const states = new Map<number, SeriesState>();
  let chains: readonly FixedChain[] = [];
  /** The tick key of the day, by chain. */
  const known = new Map<string, Uint8Array>();
  const chainOfSeries = ({ entry }: SeriesState) => {
    const chain = chainOf(chains, entry.identity);
    return chain !== undefined && chainDayOf(chain.firstDay, fromMs) >= 1 ? chain : undefined;
  };
  const takeTick = (series: SeriesState, tick: PlacedTick) => {
    const { last: before } = series;
    series.last = tick;
    if (tick.atMs < fromMs || tick.atMs >= fromMs + DAY_MS) return;
    const chain = chainOfSeries(series);
    if (before === undefined || chain === undefined) {
      series.unfixed += 1;
      return;
    }
    if (tick.atMs - before.atMs !== STEP_MS) series.uneven += 1;
    series.pairs.push({ before, tick });
    recompute(series, known.get(chain.anchor));
  };
  const takeReveal = (entry: RevealEntry) => {
    // The verifier of the log checks that the time for it has come.
    chains = withReveal(chains, entry, Number.POSITIVE_INFINITY);
    for (const chain of chains) {
      const dayKey = keyOfDay(chain, chainDayOf(chain.firstDay, fromMs));
      if (dayKey !== undefined && !known.has(chain.anchor)) known.set(chain.anchor, tickKeyOf(dayKey));
    }
  };
  const takePrices = (index: number, entry: PricesEntry) => {
    for (const { id, firstSeq, ticks } of entry.series) {
      const series = states.get(id);
      if (series === undefined) continue;
      for (const [place, tick] of ticks.entries()) takeTick(series, { ...tick, index, seq: firstSeq + place });
    }
  };
  return {
    take: (index, entry) => {
      if (entry.kind === 'seed') chains = withSeed(chains, entry, true);
      if (entry.kind === 'reveal') takeReveal(entry);
      if (entry.kind === 'series' && entry.source === 'simulated')
        states.set(entry.id, { ...NEW_SERIES, pairs: [], entry });
      if (entry.kind === 'prices') takePrices(index, entry);
    },
    verdict: () =>
      [...states.values()]
        .filter(
          ({ pairs, unfixed, recomputed, fault }) => pairs.length + unfixed + recomputed > 0 || fault !== undefined,
        )
        .map((series) => verdictOf(series, known.get(chainOfSeries(series)?.anchor ?? ''))),
  };
}

/** A key yields those of earlier days. */
function keyOfDay({ lastDay, lastKey }: FixedChain, day: number): Uint8Array | undefined {
  if (day < 1 || day > lastDay) return undefined;
  let found = fromBase64(lastKey) ?? new Uint8Array();
  for (let link = lastDay; link > day; link -= 1) found = keyBefore(found);
  return found;
}

function verdictOf(series: SeriesState, tickKey: Uint8Array | undefined): SimulatedSeries {
  const { entry, unfixed, uneven } = series;
  const nothing = { market: entry.market, recomputed: 0, unfixed, uneven };
  if (tickKey === undefined) return { ...nothing, open: 'no_key' };
  if (modelOf(entry) === undefined) return { ...nothing, open: 'other_model' };
  recompute(series, tickKey);
  const { recomputed, fault } = series;
  return { ...nothing, recomputed, ...(fault !== undefined && { fault }) };
}

/** Computes waiting prices, up to the first that differs. */
function recompute(series: SeriesState, tickKey: Uint8Array | undefined): void {
  const { pairs, entry } = series;
  const coin = modelOf(entry);
  if (tickKey === undefined || coin === undefined) return;
  series.pairs = [];
  const places = { price: entry.pricePlaces, quantity: entry.quantityPlaces };
  for (const { before, tick } of pairs) {
    if (series.fault !== undefined) return;
    const step = {
      coin,
      priceBefore: before.price,
      stepMs: tick.atMs - before.atMs,
      isHistory: false,
      volumeAtMs: volumeTime(entry.method, tick.atMs),
    };
    const due = simulateTick(noiseOf(tickKey, entry.market, tick.atMs), step, places);
    if (due.price === tick.price && due.quantity === tick.quantity) series.recomputed += 1;
    else series.fault = { index: tick.index, seq: tick.seq };
  }
}

function modelOf({ market, method }: SeriesEntry) {
  return isKeyed(method) ? COIN_MODELS.get(market) : undefined;
}
