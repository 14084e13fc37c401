import { LazyOverlay } from './LazyOverlay.tsx';
import type { OverlayProps } from './overlay.ts';

/** Menu at the start of the line (the left). Closes like a sheet. */
export function SideMenu(props: OverlayProps) {
  return <LazyOverlay {...props} side="start" />;
}
