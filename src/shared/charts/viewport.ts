/**
 * What part of the candles is in sight, in candles: candle `i` fills the space from `i` to `i + 1`. `from` may lie
 * between two candles and before the first one.
 */
export type View = { readonly from: number; readonly span: number };

/** The fewest and most candles in sight. */
const SPAN_MIN = 12;
const SPAN_MAX = 480;
/** Width of a candle with its gap, when a chart opens. */
const STEP_PX = 7.5;
/** Air between the newest candle and the price axis, in candles. */
const AIR = 1.5;
/** How much of the picture may be left empty beyond the newest candle. */
const EMPTY_SHARE_MAX = 0.5;

/** The newest candles, at the width in which a chart opens or in `span`, with room for `ahead` of those to come. */
export function latestView(count: number, widthPx: number, span = clampSpan(widthPx / STEP_PX), ahead = AIR): View {
  return { from: count + Math.max(AIR, ahead) - span, span };
}

/**
 * Moved by a number of candles; positive goes to newer ones. Stops at the oldest candle and a little after the newest.
 */
export function pan(view: View, candles: number, count: number): View {
  return clamp({ ...view, from: view.from + candles }, count);
}

/** Narrowed (`factor` below 1) or widened around a place that stays where it is. */
export function zoom(view: View, factor: number, anchor: number, count: number): View {
  const span = clampSpan(view.span * factor);
  return clamp({ from: anchor - (anchor - view.from) * (span / view.span), span }, count);
}

/** Whether the newest candle is in sight, so that the picture goes with it when another begins. */
export function isFollowing(view: View, count: number): boolean {
  return view.from + view.span >= count;
}

/** The same candles in sight after `added` older ones were put before them. */
export function afterOlder(view: View, added: number): View {
  return { ...view, from: view.from + added };
}

/** Moved as little as needed to have a candle in sight. */
export function reveal(view: View, index: number, count: number): View {
  if (index < view.from) return clamp({ ...view, from: index }, count);
  return index + 1 > view.from + view.span ? clamp({ ...view, from: index + 1 - view.span }, count) : view;
}

/** The candles that are in sight at least in part: from the first to before the second. */
export function visibleRange(view: View, count: number): readonly [number, number] {
  return [Math.max(0, Math.floor(view.from)), Math.min(count, Math.ceil(view.from + view.span))];
}

function clampSpan(span: number): number {
  return Math.min(SPAN_MAX, Math.max(SPAN_MIN, span));
}

function clamp(view: View, count: number): View {
  const newest = count + Math.max(AIR, view.span * EMPTY_SHARE_MAX) - view.span;
  // With fewer candles than fit, they stand at the end of the picture.
  const oldest = Math.min(0, count + AIR - view.span);
  return { ...view, from: Math.min(newest, Math.max(oldest, view.from)) };
}
