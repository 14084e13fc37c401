/**
 * Computes all positions from candles, view and size, for traces and labels. Built for each picture; holds no candles.
 */
import type { Columns } from './candleSource.ts';
import { isAtEdge, type ChartMarks, type PaneId, type ChartMode } from './chartSettings.ts';
import type { Indicator } from './indicator.ts';
import {
  stepOf,
  aboveZero,
  aired,
  ticksOf,
  type Layout,
  type PaneBand,
  type Range,
  type ValueScale,
} from './layout.ts';
import type { View } from './viewport.ts';

/** Crosshair; `y` is set by a pointer, `undefined` after keyboard input. */
export type Cursor = { readonly index: number; readonly y: number | undefined };

export type PaneScene = {
  readonly id: PaneId;
  readonly band: PaneBand;
  readonly scale: ValueScale;
  readonly ticks: readonly number[];
  readonly indicator: Indicator;
};

export type Scene = {
  readonly columns: Columns;
  readonly view: View;
  readonly visible: Span;
  /** One more candle on each side, so that lines reach the edges. */
  readonly widened: Span;
  readonly layout: Layout;
  /** Width of a candle with its gap. */
  readonly stepPx: number;
  /** Duration of a candle. */
  readonly candleMs: number;
  readonly mode: ChartMode;
  readonly price: ValueScale;
  readonly priceTicks: readonly number[];
  readonly extremes: Extremes;
  readonly overlays: readonly Indicator[];
  readonly panes: readonly PaneScene[];
  readonly marks: ChartMarks;
  readonly cursor: Cursor | undefined;
};

/** All inputs except the layout, which depends on the length of the labels. */
export type SceneInput = {
  readonly columns: Columns;
  readonly view: View;
  readonly visible: Span;
  readonly mode: ChartMode;
  readonly candleMs: number;
  readonly isLog: boolean;
  readonly pricePlaces: number;
  /** Minimum height of a step of the price axis. */
  readonly tickPx: number;
  readonly overlays: readonly Indicator[];
  readonly panes: readonly Indicator[];
  readonly marks: ChartMarks;
  readonly cursor: Cursor | undefined;
};

/**
 * Padding above the highest and below the lowest price, as a share of the range; around a price that has not moved, as
 * a share of it.
 */
const AIR = 0.08;
const STILL_AIR = 0.001;
const EDGE_PX = 38;
const PANE_TICK_PX = 26;
/** Fixed range of RSI. */
const RSI_RANGE: Range = { min: 0, max: 100 };
export const RSI_GUIDES = [30, 70] as const;

/** `undefined` if no candle is visible. */
export function sceneOf(input: SceneInput, layout: Layout): Scene | undefined {
  const { columns, view, visible, mode, marks, cursor } = input;
  const extremes = extremesOf(columns, visible);
  if (extremes === undefined) return undefined;
  const price = priceScale(input, extremes, layout);
  return {
    columns,
    view,
    visible,
    widened: [Math.max(0, visible[0] - 1), Math.min(columns.length, visible[1] + 1)],
    layout,
    stepPx: stepOf(view, layout),
    candleMs: input.candleMs,
    mode,
    price,
    priceTicks: ticksOf(price, price.height / input.tickPx, input.pricePlaces),
    extremes,
    overlays: input.overlays,
    panes: layout.panes.flatMap((band) => {
      const indicator = input.panes.find(({ id }) => id === band.id);
      return indicator === undefined ? [] : [paneScene(input, band, indicator)];
    }),
    marks,
    cursor,
  };
}

function priceScale(
  { columns, visible, overlays, isLog, marks }: SceneInput,
  extremes: Extremes,
  layout: Layout,
): ValueScale {
  const candles = { min: columns.low[extremes.lowAt] ?? 0, max: columns.high[extremes.highAt] ?? 0 };
  const held = marks.areOptions === true ? withOrders(candles, marks) : candles;
  const lined = aired(withLines(held, overlays, visible), AIR, STILL_AIR);
  const range = withEdges(lined, marks, layout.price.height);
  return isLog && range.max > 0
    ? { ...aboveZero(loggable(range, candles)), ...layout.price, isLog: true }
    : { ...range, ...layout.price, isLog: false };
}

/**
 * Room at an edge for the prices of movable lines beyond it (`LineGrips.tsx`), which would cover candles. Lines that
 * the room itself brings into sight are in the range, so that no price covers their tags.
 */
function withEdges(range: Range, { orders, onMove }: ChartMarks, height: number): Range {
  if (onMove === undefined) return range;
  const movable = orders.filter(isAtEdge).map(({ price }) => Number(price));
  const below = movable.some((price) => price < range.min) ? EDGE_PX : 0;
  const above = movable.some((price) => price > range.max) ? EDGE_PX : 0;
  const prices = orders.map(({ price }) => Number(price));
  let { min, max } = range;
  for (;;) {
    const perPx = (max - min) / Math.max(EDGE_PX, height - below - above);
    const sight = { min: min - below * perPx, max: max + above * perPx };
    const near = prices.filter((price) => price > sight.min && price < sight.max);
    const [low, high] = [Math.min(min, ...near), Math.max(max, ...near)];
    if (low === min && high === max) return sight;
    [min, max] = [low, high];
  }
}

function withOrders({ min, max }: Range, { orders }: ChartMarks): Range {
  const prices = orders.map(({ price }) => Number(price));
  return { min: Math.min(min, ...prices), max: Math.max(max, ...prices) };
}

/** Padding or a wide band may reach below zero, where there are no logarithms: then the candles set the limit. */
function loggable(range: Range, candles: Range): Range {
  return range.min > 0 ? range : { min: candles.min / (1 + AIR), max: range.max };
}

function paneScene({ columns, visible, pricePlaces }: SceneInput, band: PaneBand, indicator: Indicator): PaneScene {
  const { id } = band;
  const scale = { ...paneRange(columns, visible, indicator), top: band.top, height: band.height, isLog: false };
  const countMax = Math.max(1, band.height / PANE_TICK_PX);
  const ticks = id === 'rsi' ? RSI_GUIDES : ticksOf(scale, countMax, id === 'macd' ? pricePlaces + 2 : pricePlaces);
  return { id, band, scale, indicator, ticks: id === 'vol' ? ticks.filter((tick) => tick > 0) : ticks };
}

function paneRange(columns: Columns, visible: Span, indicator: Indicator): Range {
  const nothing = { min: Infinity, max: -Infinity };
  switch (indicator.id) {
    case 'vol': {
      const { max } = withLines(withColumn({ min: 0, max: 0 }, columns.volume, visible), [indicator], visible);
      return { min: 0, max: max > 0 ? max : 1 };
    }
    case 'rsi':
      return RSI_RANGE;
    case 'macd':
      return aired(withLines({ min: 0, max: 0 }, [indicator], visible), AIR, STILL_AIR);
    default: {
      const range = withLines(nothing, [indicator], visible);
      return range.min > range.max ? RSI_RANGE : aired(range, AIR, STILL_AIR);
    }
  }
}

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
