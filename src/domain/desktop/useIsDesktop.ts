import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';

/** Room for all panes side by side, at the reader's text size. */
const DESKTOP = '(width >= 1200px) and (width >= 75em) and (height >= 560px)';

/** Too low for a useful book above the trades: they share a pane. */
const LOW = '(height < 1000px)';

/** Whether the trades of a market are a tab of its book, as on a phone. */
export function useHasTradesTab(): boolean {
  const isLow = useMatchMedia(LOW);
  return !useIsDesktop() || isLow;
}

/** A tablet on end: trading pages have their lists in its whole width (TradingLayout.module.css). */
const ON_END = '(768px <= width < 1200px) and (width >= 46em) and (orientation: portrait) and (height >= 900px)';

/** Whether the lists of trading pages are tables. */
export function useHasTables(): boolean {
  return useMatchMedia(`${DESKTOP}, ${ON_END}`);
}

/** Whether trading pages show all panes at once. */
export function useIsDesktop(): boolean {
  return useMatchMedia(DESKTOP);
}
