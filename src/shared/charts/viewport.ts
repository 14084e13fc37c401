/**
 * Visible range, in candles: candle `i` fills the space from `i` to `i + 1`. `from` may be between two candles or
 * before the first one.
 */
export type View = { readonly from: number; readonly span: number };

/** Minimum and maximum number of visible candles. */
const SPAN_MIN = 12;
const SPAN_MAX = 480;
/** Width of a candle with its gap in a new chart. */
const STEP_PX = 7.5;
/** Space between the newest candle and the price axis, in candles. */
const AIR = 1.5;
/** Maximum share of the picture left empty after the newest candle. */
const EMPTY_SHARE_MAX = 0.5;

/** The newest candles, at the default width or in `span`, with room for `ahead` future ones. */
export function latestView(count: number, widthPx: number, span = clampSpan(widthPx / STEP_PX), ahead = AIR): View {
  return { from: count + Math.max(AIR, ahead) - span, span };
}

/**
 * Moves by a number of candles; positive goes to newer ones. Stops at the oldest candle and slightly after the newest.
 */
export function pan(view: View, candles: number, count: number): View {
  return clamp({ ...view, from: view.from + candles }, count);
}

/** Narrows (`factor` below 1) or widens around a fixed place. */
export function zoom(view: View, factor: number, anchor: number, count: number): View {
  const span = clampSpan(view.span * factor);
  return clamp({ from: anchor - (anchor - view.from) * (span / view.span), span }, count);
}

/** Whether the newest candle is visible, so that the view moves on when another begins. */
export function isFollowing(view: View, count: number): boolean {
  return view.from + view.span >= count;
}

/** The same visible candles after `added` older ones were prepended. */
export function afterOlder(view: View, added: number): View {
  return { ...view, from: view.from + added };
}

/** Moves as little as needed to make a candle visible. */
export function reveal(view: View, index: number, count: number): View {
  if (index < view.from) return clamp({ ...view, from: index }, count);
  return index + 1 > view.from + view.span ? clamp({ ...view, from: index + 1 - view.span }, count) : view;
}

/** The candles that are at least partly visible: first (inclusive) to second (exclusive). */
export function visibleRange(view: View, count: number): readonly [number, number] {
  return [Math.max(0, Math.floor(view.from)), Math.min(count, Math.ceil(view.from + view.span))];
}

function clampSpan(span: number): number {
  return Math.min(SPAN_MAX, Math.max(SPAN_MIN, span));
}

function clamp(view: View, count: number): View {
  const newest = count + Math.max(AIR, view.span * EMPTY_SHARE_MAX) - view.span;
  // Fewer candles than fit are shown at the end of the picture.
  const oldest = Math.min(0, count + AIR - view.span);
  return { ...view, from: Math.min(newest, Math.max(oldest, view.from)) };
}
