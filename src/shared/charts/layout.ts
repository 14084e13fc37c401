import type { PaneId } from './chartSettings.ts';
import type { View } from './viewport.ts';

/** A strip over the whole width of the plot, in px from the top. */
type Band = { readonly top: number; readonly height: number };

/** A pane below the price, with a line of figures above it. */
export type PaneBand = Band & { readonly id: PaneId; readonly titleTop: number };

/** Positions in the picture, in px. */
export type Layout = {
  readonly width: number;
  readonly height: number;
  /** Width of the panes; the value axis is beside them. */
  readonly plotWidth: number;
  readonly axisWidth: number;
  readonly labelPx: number;
  /** Height of a line of figures. */
  readonly linePx: number;
  readonly price: Band;
  readonly panes: readonly PaneBand[];
  /** End of the panes, where the time axis begins. */
  readonly bottom: number;
};

type LayoutInput = {
  readonly size: { readonly width: number; readonly height: number };
  readonly labelPx: number;
  /** Length of the longest value label, in characters. */
  readonly labelLength: number;
  /** Lines of figures above the price. */
  readonly headLines: number;
  readonly panes: readonly PaneId[];
  /** Whether each pane has figures above it. */
  readonly hasTitles: boolean;
};

/** Height of the time axis and of a line of figures, in label heights. */
const TIME_AXIS_SHARE = 2;
const LINE_SHARE = 1.45;
const GAP_PX = 6;
/** Space above the price pane, so that the topmost label fits. */
const TOP_PX = 8;
/** Height of a pane, or its share of a tall picture; at most these shares of a small one, alone and together. */
const PANE_PX = 64;
const PANE_SHARE = 0.12;
const PANE_SHARE_MAX = 0.2;
const PANES_SHARE_MAX = 0.56;
/** Width of a digit of an axis label, as a share of its height, and the padding around the label. */
const FIGURE_SHARE = 0.62;
const LABEL_AIR_PX = 12;

/** Divides the picture: figures, price, panes, time. The value axis is as wide as its longest label. */
export function layoutOf({ size, labelPx, labelLength, headLines, panes, hasTitles }: LayoutInput): Layout {
  const axisWidth = Math.ceil(labelLength * labelPx * FIGURE_SHARE + LABEL_AIR_PX);
  const linePx = Math.round(labelPx * LINE_SHARE);
  const top = TOP_PX + headLines * linePx;
  const bottom = Math.max(top + 1, Math.round(size.height - TIME_AXIS_SHARE * labelPx));
  const plotHeight = bottom - top;
  const shareMax = Math.min(PANE_SHARE_MAX, PANES_SHARE_MAX / Math.max(1, panes.length));
  const paneHeight = Math.round(Math.min(plotHeight * shareMax, Math.max(PANE_PX, plotHeight * PANE_SHARE)));
  const titlePx = hasTitles ? linePx : 0;
  return {
    ...size,
    axisWidth,
    plotWidth: Math.max(1, size.width - axisWidth),
    labelPx,
    linePx,
    price: { top, height: Math.max(1, bottom - top - panes.length * paneHeight - (panes.length > 0 ? GAP_PX : 0)) },
    panes: panes.map((id, place) => {
      const titleTop = bottom - (panes.length - place) * paneHeight;
      return { id, titleTop, top: titleTop + titlePx, height: Math.max(1, paneHeight - titlePx - GAP_PX / 2) };
    }),
    bottom,
  };
}

/** Width of a candle with its gap. */
export function stepOf(view: View, { plotWidth }: Layout): number {
  return plotWidth / view.span;
}

/** The middle of a candle. */
export function xOf(index: number, view: View, layout: Layout): number {
  return (index + 0.5 - view.from) * stepOf(view, layout);
}

/** Position in candles under a point; the whole part is the candle's index. */
export function placeAt(x: number, view: View, layout: Layout): number {
  return view.from + x / stepOf(view, layout);
}

// Mapping of values to heights in a pane, linear or logarithmic.

export type Range = { readonly min: number; readonly max: number };

export type ValueScale = Range &
  Band & {
    /** Equal distances are equal ratios of the price rather than equal differences. */
    readonly isLog: boolean;
  };

/** Height of a value. */
export function yOf(value: number, { min, max, top, height, isLog }: ValueScale): number {
  const share = isLog ? Math.log(max / value) / Math.log(max / min) : (max - value) / (max - min);
  return top + share * height;
}

/** Value at a height. */
export function valueAt(y: number, { min, max, top, height, isLog }: ValueScale): number {
  const share = (y - top) / height;
  return isLog ? max * (min / max) ** share : max - share * (max - min);
}

/** `yOf` for many values: the common part is computed once. */
export function placer(scale: ValueScale): (value: number) => number {
  const { min, max, top, height, isLog } = scale;
  if (isLog) {
    const [highest, perUnit] = [Math.log(max), height / Math.log(max / min)];
    return (value) => top + (highest - Math.log(value)) * perUnit;
  }
  const perUnit = height / (max - min);
  return (value) => top + (max - value) * perUnit;
}

/** Adds padding above and below: a share of the range; around a constant value, a share of the value. */
export function aired({ min, max }: Range, share: number, stillShare: number): Range {
  const air = max > min ? (max - min) * share : Math.abs(max) * stillShare || 1;
  return { min: min - air, max: max + air };
}

/** Values whose ratio exceeds this are marked by powers of ten rather than evenly. */
const LOG_RATIO_MIN = 4;
/** Lowest value of a logarithmic scale, as a share of its top. */
const LOG_FLOOR = 1e-6;

/** The range above zero, as logarithms require. */
export function aboveZero({ min, max }: Range): Range {
  return { min: Math.max(min, max * LOG_FLOOR), max };
}

/** Round values for the axis, about `countMax` at most, none finer than `places`. */
export function ticksOf(range: Range & { isLog?: boolean }, countMax: number, places: number): number[] {
  const { min, max, isLog = false } = range;
  if (isLog && max / min >= LOG_RATIO_MIN) return decadeTicks(range, countMax);
  const step = Math.max(niceStep((max - min) / Math.max(1, countMax)), 10 ** -places);
  const first = Math.ceil(min / step);
  const last = Math.floor(max / step);
  // Multiplying whole numbers, rather than adding up steps, keeps 0.1 + 0.2 out of the labels.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => (first + place) * step);
}

const DECADES: readonly (readonly number[])[] = [[1, 1.5, 2, 3, 5, 7], [1, 2, 3, 5], [1, 2, 5], [1, 3], [1]];

function decadeTicks({ min, max }: Range, countMax: number): number[] {
  const within = (steps: readonly number[]) => {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power += 1) {
      // Dividing by a power of ten gives the nearest float; multiplying by a tenth would not.
      ticks.push(...steps.map((step) => (power < 0 ? step / 10 ** -power : step * 10 ** power)));
    }
    return ticks.filter((tick) => tick >= min && tick <= max);
  };
  const tries = DECADES.map(within);
  return tries.find((ticks) => ticks.length <= countMax) ?? tries.at(-1) ?? [];
}

/** Decimals that such ticks need, at most `places`. */
export function placesOf(ticks: readonly number[], places: number): number {
  const [first = 0, second = first] = ticks;
  const step = Math.abs(second - first || first);
  let needed = 0;
  while (needed < places && !isWhole(step * 10 ** needed)) needed += 1;
  return needed;
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= 1e-6 * Math.abs(value);
}

/** The smallest of 1, 2 and 5 times a power of ten that is not less than `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power;
}
