/** Highest and lowest values of the visible range. */
import type { Columns } from './candleSource.ts';
import type { Indicator } from './indicators/indicator.ts';
import type { Range } from './valueScale.ts';

/** From the first index (inclusive) to the second (exclusive). */
export type Span = readonly [number, number];

/** Candles with the highest high and the lowest low; the newest of several. */
export type Extremes = { readonly highAt: number; readonly lowAt: number };

/** `undefined` if no candle is visible. */
export function extremesOf({ high, low }: Columns, [start, end]: Span): Extremes | undefined {
  if (end <= start) return undefined;
  let [highAt, lowAt] = [start, start];
  for (let index = start + 1; index < end; index += 1) {
    if ((high[index] ?? 0) >= (high[highAt] ?? 0)) highAt = index;
    if ((low[index] ?? 0) <= (low[lowAt] ?? 0)) lowAt = index;
  }
  return { highAt, lowAt };
}

/** A range widened to include the values of indicator lines. */
export function withLines(range: Range, indicators: readonly Indicator[], span: Span): Range {
  return indicators.reduce(
    (wide, { lines }) => lines.reduce((wider, { values }) => withColumn(wider, values, span), wide),
    range,
  );
}

/** A range widened to include a column. */
export function withColumn({ min, max }: Range, values: Float64Array, [start, end]: Span): Range {
  let [least, most] = [min, max];
  for (let index = start; index < end; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { min: least, max: most };
}
