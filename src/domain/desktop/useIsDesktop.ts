import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';

/** Room for all panes side by side, at the reader's text size. */
const DESKTOP = '(width >= 1200px) and (width >= 75em) and (height >= 560px)';

/** Whether trading pages show all panes at once, and lists are tables. */
export function useIsDesktop(): boolean {
  return useMatchMedia(DESKTOP);
}
