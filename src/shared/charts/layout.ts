import type { PaneId } from './chartSettings.ts';
import type { View } from './viewport.ts';

/** A strip over the whole width of the plot, in px from the top. */
export type Band = { readonly top: number; readonly height: number };

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

export type LayoutInput = {
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
