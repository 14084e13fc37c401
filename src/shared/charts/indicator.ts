import type { Columns, SourceChange } from './candleSource.ts';
import type { IndicatorParams, OverlayId, PaneId, ChartSetup } from './chartSettings.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { Figures } from './figures.ts';

// The indicators of the chart, as functions from candles to lines.

/**
 * Computes the values of one candle and writes them into `out`, one per line; NaN where there is none yet. Candles
 * arrive in order. `isClosed`: the next call is for the next candle; otherwise this candle may arrive again, changed,
 * and the state stays as it was.
 */
type Step = (columns: Columns, index: number, isClosed: boolean, out: Float64Array) => void;

/** Definition of an indicator: the names of its lines, and its state before the first candle. */
type Recipe = { readonly names: readonly string[]; readonly begin: () => Step };

/**
 * Running average of the values so far, including this one; NaN while there are too few. A value that is not closed is
 * provisional: the next one replaces it.
 */
type Average = (value: number, isClosed: boolean) => number;

/** The mean of the last `length` values, as TA-Lib's SMA. */
function simpleAverage(length: number): Average {
  const window = new Float64Array(length);
  let count = 0;
  // Sum of the last length - 1 values, to which the next one is added.
  let sum = 0;
  return (value, isClosed) => {
    const average = count < length - 1 ? Number.NaN : (sum + value) / length;
    if (!isClosed) return average;
    window[count % length] = value;
    count += 1;
    const oldest = count < length ? 0 : (window[count % length] ?? Number.NaN);
    // Once per round the sum is recomputed, so that rounding errors do not accumulate.
    sum = count % length === 0 ? sumOf(window) - oldest : sum + value - oldest;
    return average;
  };
}

/**
 * A weighted average in which each value has weight `weight` and the average before it the rest. It starts with the
 * mean of its first `length` values, as TA-Lib does. Leading NaN values do not count.
 */
function weightedAverage(length: number, weight: number): Average {
  const start = simpleAverage(length);
  let last = Number.NaN;
  return (value, isClosed) => {
    if (Number.isNaN(value)) return value;
    const average = Number.isNaN(last) ? start(value, isClosed) : last + weight * (value - last);
    if (isClosed) last = average;
    return average;
  };
}

/** The exponential average, as TA-Lib's EMA: a value has weight 2 / (length + 1). */
function exponentialAverage(length: number): Average {
  return weightedAverage(length, 2 / (length + 1));
}

/** Wilder's smoothing ("New Concepts in Technical Trading Systems", 1978): a value has weight 1 / length. */
function wilderAverage(length: number): Average {
  return weightedAverage(length, 1 / length);
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

type AverageLines = {
  /** Text before the length in a line's name. */
  readonly prefix: string;
  readonly of: 'close' | 'volume';
  readonly lengths: readonly number[];
  readonly average: (length: number) => Average;
};

/** MA, moving averages of the closes: TA-Lib's SMA. */
function ma({ lengths }: IndicatorParams['ma']): Recipe {
  return averageLines({ prefix: 'ma', of: 'close', lengths, average: simpleAverage });
}

/** EMA, exponential averages of the closes: TA-Lib's EMA, which starts with the mean of its first values. */
function ema({ lengths }: IndicatorParams['ema']): Recipe {
  return averageLines({ prefix: 'ema', of: 'close', lengths, average: exponentialAverage });
}

/** VOL, moving averages of the volume: TA-Lib's SMA. The volume itself is a column of the candles. */
function vol({ lengths }: IndicatorParams['vol']): Recipe {
  return averageLines({ prefix: 'ma', of: 'volume', lengths, average: simpleAverage });
}

/** One line per length: an average of a column. */
function averageLines({ prefix, of, lengths, average }: AverageLines): Recipe {
  return {
    names: lengths.map((length) => `${prefix}${length}`),
    begin: () => {
      const averages = lengths.map(average);
      return (columns, index, isClosed, out) => {
        const value = columns[of][index] ?? Number.NaN;
        for (let line = 0; line < averages.length; line += 1) {
          out[line] = averages[line]?.(value, isClosed) ?? Number.NaN;
        }
      };
    },
  };
}

/**
 * BOLL, Bollinger bands: the moving average, and lines `deviations` standard deviations above and below. TA-Lib's
 * BBANDS with a simple average: the deviation is the population's, divided by `length` rather than `length` - 1.
 */
function boll({ length, deviations }: IndicatorParams['boll']): Recipe {
  return {
    names: ['upper', 'middle', 'lower'],
    begin: () => {
      const average = simpleAverage(length);
      return (columns, index, isClosed, out) => {
        const middle = average(columns.close[index] ?? Number.NaN, isClosed);
        const distance = deviations * deviationFrom(middle, columns, index, length);
        out[0] = middle + distance;
        out[1] = middle;
        out[2] = middle - distance;
      };
    },
  };
}

/**
 * The window is summed for each candle: running sums of squares lose the digits that a quiet market's deviation
 * consists of.
 */
function deviationFrom(mean: number, { close }: Columns, index: number, length: number): number {
  if (Number.isNaN(mean)) return mean;
  let squares = 0;
  for (let place = index - length + 1; place <= index; place += 1) squares += ((close[place] ?? mean) - mean) ** 2;
  return Math.sqrt(squares / length);
}

/**
 * MACD (Gerald Appel): the fast average of the closes minus the slow one (`dif`), the average of that (`dea`), and the
 * first minus the second (`bars`, which some platforms double). As in TA-Lib's MACD both averages have their first
 * value at the same candle, so the fast one skips as many closes as it is shorter. TA-Lib begins all three lines with
 * the first value of `dea`; here `dif` begins with its own first value. Lengths in the wrong order are swapped.
 */
function macd({ fast, slow, signal }: IndicatorParams['macd']): Recipe {
  const shorter = Math.min(fast, slow);
  const longer = Math.max(fast, slow);
  return {
    names: ['dif', 'dea', 'bars'],
    begin: () => {
      const ofFast = exponentialAverage(shorter);
      const ofSlow = exponentialAverage(longer);
      const ofDif = exponentialAverage(signal);
      return (columns, index, isClosed, out) => {
        const close = columns.close[index] ?? Number.NaN;
        const fastAverage = index < longer - shorter ? Number.NaN : ofFast(close, isClosed);
        const dif = fastAverage - ofSlow(close, isClosed);
        const dea = ofDif(dif, isClosed);
        out[0] = dif;
        out[1] = dea;
        out[2] = dif - dea;
      };
    },
  };
}

/**
 * RSI (Welles Wilder, 1978): the share of the average rise in the sum of average rise and average fall from close to
 * close, in percent. As in TA-Lib it is 0 while the price has never moved.
 */
function rsi({ lengths }: IndicatorParams['rsi']): Recipe {
  return {
    names: lengths.map((length) => `rsi${length}`),
    begin: () => {
      const shares = lengths.map(shareOfRises);
      return ({ close }, index, isClosed, out) => {
        const change = (close[index] ?? Number.NaN) - (close[index - 1] ?? Number.NaN);
        for (let line = 0; line < shares.length; line += 1) out[line] = shares[line]?.(change, isClosed) ?? Number.NaN;
      };
    },
  };
}

function shareOfRises(length: number): Average {
  const ofRises = wilderAverage(length);
  const ofFalls = wilderAverage(length);
  return (change, isClosed) => {
    const rise = ofRises(Math.max(0, change), isClosed);
    const fall = ofFalls(Math.max(0, -change), isClosed);
    return rise + fall === 0 ? 0 : (100 * rise) / (rise + fall);
  };
}

/**
 * KDJ: the position of the close between the lowest low and the highest high of the last candles, in percent, smoothed
 * (`k`), smoothed again (`d`), and `j` = 3k - 2d. A new value has weight 1 / k, which is an exponential average over 2k
 * - 1: TA-Lib's STOCH(9, 5, EMA, 5, EMA) for KDJ(9, 3, 3). As in TA-Lib it is 0 where highest and lowest are equal, and
 * the smoothing starts with a mean, where other platforms start it with 50.
 */
function kdj({ length, k, d }: IndicatorParams['kdj']): Recipe {
  return {
    names: ['k', 'd', 'j'],
    begin: () => {
      const ofPlace = exponentialAverage(2 * k - 1);
      const ofK = exponentialAverage(2 * d - 1);
      return (columns, index, isClosed, out) => {
        const smoothed = ofPlace(placeInRange(columns, index, length), isClosed);
        const twice = ofK(smoothed, isClosed);
        out[0] = smoothed;
        out[1] = twice;
        out[2] = 3 * smoothed - 2 * twice;
      };
    },
  };
}

function placeInRange({ high, low, close }: Columns, index: number, length: number): number {
  if (index < length - 1) return Number.NaN;
  let highest = -Infinity;
  let lowest = Infinity;
  for (let place = index - length + 1; place <= index; place += 1) {
    highest = Math.max(highest, high[place] ?? highest);
    lowest = Math.min(lowest, low[place] ?? lowest);
  }
  return highest === lowest ? 0 : (100 * ((close[index] ?? Number.NaN) - lowest)) / (highest - lowest);
}

/**
 * Values by candle index, NaN where there is none yet. The array may be longer than the candles (ignore the rest), and
 * is replaced when it grows.
 */
export type IndicatorLine = { readonly name: string; values: Float64Array };

/** An indicator that follows its candles. */
export type Indicator = {
  readonly id: OverlayId | PaneId;
  readonly lines: readonly IndicatorLine[];
  /**
   * Call after a change, or after several live ones. Live changes cost the same for any number of candles; others
   * recompute everything in one pass.
   */
  sync(columns: Columns, change: SourceChange): void;
};

const RECIPES: { readonly [Id in OverlayId | PaneId]: (params: IndicatorParams[Id]) => Recipe } = {
  ma,
  ema,
  boll,
  vol,
  macd,
  rsi,
  kdj,
};

/**
 * An indicator without candles; its first change may be of any kind. The values equal TA-Lib's to 1e-8; each recipe
 * names the function.
 */
export function createIndicator<Id extends OverlayId | PaneId>(id: Id, params: IndicatorParams[Id]): Indicator {
  const { names, begin } = RECIPES[id](params);
  const lines = names.map((name): IndicatorLine => ({ name, values: new Float64Array(0) }));
  const out = new Float64Array(lines.length);
  let step = begin();
  // Number of candles already processed: all but the newest, which may still change.
  let closed = 0;
  return {
    id,
    lines,
    sync(columns, change) {
      const { length } = columns;
      if (change.kind !== 'live' || length <= closed) {
        step = begin();
        closed = 0;
      }
      for (const line of lines) reserve(line, length);
      for (let index = closed; index < length; index += 1) {
        step(columns, index, index < length - 1, out);
        for (const [place, { values }] of lines.entries()) values[index] = out[place] ?? Number.NaN;
      }
      closed = Math.max(0, length - 1);
    },
  };
}

/** Capacity grows by half, so that copying is rare. */
function reserve(line: IndicatorLine, length: number): void {
  if (line.values.length >= length) return;
  const { values } = line;
  line.values = new Float64Array(Math.ceil(length * 1.5)).fill(Number.NaN);
  line.values.set(values);
}

/** The indicators of a chart, synchronized with its candles. */
export type IndicatorSet = {
  /** Over the candles. */
  readonly overlays: readonly Indicator[];
  /** Below them, from the top. */
  readonly panes: readonly Indicator[];
  readonly sync: (columns: Columns, change: SourceChange) => void;
};

/** Indicators of a setup. A line chart has none over it; a small chart has none below it except volume. */
export function createIndicatorSet({ variant, mode, settings }: ChartSetup): IndicatorSet {
  const { overlays, panes, params } = settings;
  const over = (mode === 'line' ? [] : overlays).map((id) => createIndicator(id, params[id]));
  const below = panes.filter((id) => variant === 'full' || id === 'vol').map((id) => createIndicator(id, params[id]));
  const all = [...over, ...below];
  return {
    overlays: over,
    panes: below,
    sync: (columns, change) => all.forEach((indicator) => indicator.sync(columns, change)),
  };
}

/** Combines changes: several live ones are one, anything else means a full update. */
export function joined(before: SourceChange | undefined, change: SourceChange): SourceChange {
  if (before === undefined) return change;
  if (before.kind !== 'live' || change.kind !== 'live') return { kind: 'all' };
  return { kind: 'live', appended: before.appended === 1 ? 1 : change.appended };
}

// Appearance of indicators: their colours, and the numbers in their titles.

export type IndicatorId = OverlayId | PaneId;

/** EMA is dashed and starts with another colour, to distinguish it from MA beside it. */
const FIRST_COLOUR: Partial<Record<IndicatorId, number>> = { ema: 2 };
export const DASHED: ReadonlySet<IndicatorId> = new Set(['ema']);
/** The three lines of BOLL share a colour. */
const BAND_COLOUR = 3;
const SHARE_PLACES = 2;

/** Colour of an indicator's line by its index. */
export function lineColour(id: IndicatorId, place: number, { lines }: ChartTheme): string {
  const at = id === 'boll' ? BAND_COLOUR : (FIRST_COLOUR[id] ?? 0) + place;
  return lines[at % lines.length] ?? '';
}

/**
 * Formatted value of an indicator: a volume abbreviated, an oscillator with two decimals, everything else as a price.
 */
export function figureOf(id: IndicatorId, value: number, figures: Figures): string {
  if (id === 'vol') return figures.compact(value);
  return id === 'rsi' || id === 'kdj' ? figures.number(value, SHARE_PLACES) : figures.price(value);
}

/** Name of a line beside its value; the same in every language. */
export function lineName(id: IndicatorId, name: string): string {
  if (id === 'boll') return { upper: 'UB', middle: 'BOLL', lower: 'LB' }[name] ?? name.toUpperCase();
  if (id === 'macd' && name === 'bars') return 'MACD';
  return name.toUpperCase();
}
