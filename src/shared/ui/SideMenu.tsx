import { LazyOverlay } from './LazyOverlay.tsx';
import type { OverlayProps } from './overlay.ts';

/** The menu from the start of the line (the left). Closes as a sheet does. */
export function SideMenu(props: OverlayProps) {
  return <LazyOverlay {...props} side="start" />;
}
