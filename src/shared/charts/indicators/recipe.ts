import type { Columns } from '../candleSource.ts';

/**
 * Computes the values of one candle and writes them into `out`, one per line; NaN where there is none yet. Candles
 * arrive in order. `isClosed`: the next call is for the next candle; otherwise this candle may arrive again, changed,
 * and the state stays as it was.
 */
export type Step = (columns: Columns, index: number, isClosed: boolean, out: Float64Array) => void;

/** Definition of an indicator: the names of its lines, and its state before the first candle. */
export type Recipe = { readonly names: readonly string[]; readonly begin: () => Step };
