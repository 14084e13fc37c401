/** Compares the exchange's candles with the prices of its log. */
import type { Candle } from '@halyard/contract/market/calls';
import type { Entry } from '@halyard/contract/transparency/entries';
import type { LoggedTick, LoggedTicks } from '@halyard/contract/transparency/priceEntries';
import { add, compare, max, min, multiply, type Decimal } from '@halyard/contract/money';
import { MINUTE_MS } from '@halyard/contract/time';
import { timeText, UntrueError } from './outcome.ts';

/** Parts of a candle that follow from its ticks. */
const FOLDED = ['open', 'high', 'low', 'close', 'volume', 'turnover'] as const;

/** The ticks of a minute as one. `isWhole` is false for the minute in which the log began to have a series. */
export type Minute = Readonly<Record<(typeof FOLDED)[number], Decimal>> & {
  readonly openedAtMs: number;
  readonly isWhole: boolean;
};

/**
 * The newest series of a market. `minute` is the open one; `null` before the first tick. Plain data, stored as JSON.
 */
export type SeriesMinutes = { readonly market: string; readonly id: number; readonly minute: Minute | null };

/** Ended minutes of a market, ascending. */
export type EndedMinutes = { readonly market: string; readonly id: number; readonly minutes: readonly Minute[] };

/** Folds entries into minutes, from the stored state. */
export function foldMinutes(before: readonly SeriesMinutes[]) {
  const open = new Map(before.map((series) => [series.market, series]));
  const ended = new Map<string, Minute[]>();

  function endedOf(market: string): Minute[] {
    const minutes = ended.get(market) ?? [];
    ended.set(market, minutes);
    return minutes;
  }

  function takeTicks({ id, firstSeq, ticks }: LoggedTicks): void {
    const series = [...open.values()].find((one) => one.id === id);
    if (series === undefined) return;
    let { minute } = series;
    for (const [place, tick] of ticks.entries()) {
      const openedAtMs = tick.atMs - (tick.atMs % MINUTE_MS);
      if (minute?.openedAtMs === openedAtMs) {
        minute = withTick(minute, tick);
        continue;
      }
      if (minute?.isWhole === true) endedOf(series.market).push(minute);
      minute = minuteOf(tick, { openedAtMs, isWhole: minute !== null || firstSeq + place === 1 });
    }
    open.set(series.market, { ...series, minute });
  }

  return {
    take: (entry: Entry): void => {
      if (entry.kind === 'series') {
        const { market, id } = entry;
        open.set(market, { market, id, minute: null });
        ended.delete(market);
      }
      if (entry.kind === 'prices') for (const ticks of entry.series) takeTicks(ticks);
    },
    open: (): readonly SeriesMinutes[] => [...open.values()],
    ended: (): readonly EndedMinutes[] =>
      [...open.values()].map(({ market, id }) => ({ market, id, minutes: endedOf(market) })),
  } as const;
}

/** Throws an {@link UntrueError} for the first minute whose candle differs or is missing. */
export function judgeCandles({ market, id, minutes }: EndedMinutes, candles: readonly Candle[]): void {
  const shown = new Map(candles.map((candle) => [candle.openedAtMs, candle]));
  for (const minute of minutes) {
    const candle = shown.get(minute.openedAtMs);
    const name = `${market} at ${timeText(minute.openedAtMs)} (series ${id})`;
    if (candle === undefined) throw new UntrueError('candles', `${name} is missing`);
    const field = FOLDED.find((one) => compare(candle[one], minute[one]) !== 0);
    if (field !== undefined)
      throw new UntrueError('candles', `${name} has ${field} ${candle[field]}, by the log it is ${minute[field]}`);
  }
}

function minuteOf({ price, quantity }: LoggedTick, begun: Pick<Minute, 'openedAtMs' | 'isWhole'>): Minute {
  const turnover = multiply(price, quantity);
  return { ...begun, open: price, high: price, low: price, close: price, volume: quantity, turnover };
}

function withTick(minute: Minute, { price, quantity }: LoggedTick): Minute {
  return {
    ...minute,
    high: max(minute.high, price),
    low: min(minute.low, price),
    close: price,
    volume: add(minute.volume, quantity),
    turnover: add(minute.turnover, multiply(price, quantity)),
  };
}
