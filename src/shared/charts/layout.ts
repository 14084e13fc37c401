import type { PriceRange } from './priceScale.ts';
import type { View } from './viewport.ts';

/** Where things stand in the picture, in px. */
export type Layout = {
  readonly width: number;
  readonly height: number;
  /** Width of the panes; the price axis stands beside them. */
  readonly plotWidth: number;
  readonly axisWidth: number;
  readonly price: Pane;
  readonly volume: Pane;
  /** Width of a candle with its gap. */
  readonly stepPx: number;
};

type Pane = { readonly top: number; readonly height: number };

/** Height of the time axis, in heights of its labels. */
const TIME_AXIS_SHARE = 2;
const GAP_PX = 8;
/** Above the price pane, so that the topmost label is whole. */
const TOP_PX = 8;
const VOLUME_SHARE = 0.2;
/** Width of a figure of an axis label, as a share of its height, and the air around the label. */
const FIGURE_SHARE = 0.58;
const LABEL_AIR_PX = 12;

/** Divides the picture into panes; the price axis is as wide as its longest label. */
export function layoutOf(
  size: { width: number; height: number },
  label: { length: number; px: number },
  view: View,
): Layout {
  const axisWidth = Math.ceil(label.length * label.px * FIGURE_SHARE + LABEL_AIR_PX);
  const plotWidth = Math.max(1, size.width - axisWidth);
  const panesHeight = Math.max(1, size.height - TIME_AXIS_SHARE * label.px - TOP_PX);
  const volumeHeight = Math.round(panesHeight * VOLUME_SHARE);
  return {
    ...size,
    axisWidth,
    plotWidth,
    price: { top: TOP_PX, height: panesHeight - volumeHeight - GAP_PX },
    volume: { top: TOP_PX + panesHeight - volumeHeight, height: volumeHeight },
    stepPx: plotWidth / view.span,
  };
}

/** The middle of a candle. */
export function xOf(index: number, view: View, layout: Layout): number {
  return (index + 0.5 - view.from) * layout.stepPx;
}

/** The place in candles under a point; whole part: the candle. */
export function placeAt(x: number, view: View, layout: Layout): number {
  return view.from + x / layout.stepPx;
}

/** The height at which a price stands in the price pane. */
export function yOf(price: number, range: PriceRange, { price: pane }: Layout): number {
  return pane.top + ((range.max - price) / (range.max - range.min)) * pane.height;
}

/** The price that stands at a height of the price pane. */
export function priceAt(y: number, range: PriceRange, { price: pane }: Layout): number {
  return range.max - ((y - pane.top) / pane.height) * (range.max - range.min);
}
