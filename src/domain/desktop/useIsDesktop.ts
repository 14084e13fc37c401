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

/** Whether trading pages show all panes at once, and lists are tables. */
export function useIsDesktop(): boolean {
  return useMatchMedia(DESKTOP);
}
