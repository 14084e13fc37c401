import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../pwa/lazyPart.tsx';
import type { OverlayProps } from './overlay.ts';
import { SOON_MS, whenQuiet } from '../scheduling/whenIdle.ts';

const OverlayPanel = lazyPart(async () => (await import('./OverlayPanel.tsx')).OverlayPanel);

/**
 * Drawer whose code loads after the first screen, because it is as large as a screen: when the page is quiet, or when
 * first opened. Once opened it stays mounted, so that closing is animated.
 */
export function LazyOverlay(props: OverlayProps & { side: 'bottom' | 'start' }): ReactNode {
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
