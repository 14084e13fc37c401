import type { Columns, SourceChange } from './candleSource.ts';
import { createIndicator, type Indicator } from './indicators/indicator.ts';
import type { ChartSetup } from './setup.ts';

/** The indicators of a chart, synchronized with its candles. */
export type IndicatorSet = {
  /** Over the candles. */
  readonly overlays: readonly Indicator[];
  /** Below them, from the top. */
  readonly panes: readonly Indicator[];
  readonly sync: (columns: Columns, change: SourceChange) => void;
};

/** Indicators of a setup. A line chart has none over it; a small chart has none below it except volume. */
export function createIndicatorSet({ look, mode, settings }: ChartSetup): IndicatorSet {
  const { overlays, panes, params } = settings;
  const over = (mode === 'line' ? [] : overlays).map((id) => createIndicator(id, params[id]));
  const below = panes.filter((id) => look === 'full' || id === 'vol').map((id) => createIndicator(id, params[id]));
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
