import type { Columns } from '../candleSource.ts';

/**
 * Works out the values of one candle and writes them into `out`, one a line; NaN where there is none yet. Candles come
 * one after the other. `isClosed` says that the next call is about the next candle; otherwise this one may come again,
 * changed, and what is remembered stays as it was.
 */
export type Step = (columns: Columns, index: number, isClosed: boolean, out: Float64Array) => void;

/** How an indicator is made: the names of its lines, and a start before the first candle. */
export type Recipe = { readonly names: readonly string[]; readonly begin: () => Step };
