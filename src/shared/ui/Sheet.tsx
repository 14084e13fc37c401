import { LazyOverlay } from './LazyOverlay.tsx';
import type { OverlayProps } from './overlay.ts';

/**
 * A sheet from below, for choices and confirmations. Swiping down, Escape, the backdrop and a button close it; focus
 * stays inside.
 */
export function Sheet(props: OverlayProps) {
  return <LazyOverlay {...props} side="bottom" />;
}
