import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../pwa/lazyPart.tsx';
import { SOON_MS, whenQuiet } from '../scheduling/whenIdle.ts';
import type { OverlayProps } from './overlay.ts';

/**
 * A sheet from below, for choices and confirmations. Swiping down, Escape, the backdrop and a button close it; focus
 * stays inside.
 */
export function Sheet(props: OverlayProps) {
  return <LazyOverlay {...props} side="bottom" />;
}

/** Menu at the start of the line (the left). Closes like a sheet. */
export function SideMenu(props: OverlayProps) {
  return <LazyOverlay {...props} side="start" />;
}

const OverlayPanel = lazyPart(async () => (await import('./OverlayPanel.tsx')).OverlayPanel);

/**
 * Drawer whose code loads after the first screen, because it is as large as a screen: when the page is quiet, or when
 * first opened. Once opened it stays mounted, so that closing is animated.
 */
function LazyOverlay(props: OverlayProps & { side: 'bottom' | 'start' }): ReactNode {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  useEffect(() => whenQuiet(OverlayPanel.preload, SOON_MS), []);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <OverlayPanel {...props} />
    </Suspense>
  );
}
