import type { Columns, SourceChange } from '../candleSource.ts';
import type { IndicatorParams, OverlayId, PaneId } from '../chartSettings.ts';
import { ema, ma, vol, boll, kdj, macd, type Recipe, rsi } from './recipes.ts';

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
