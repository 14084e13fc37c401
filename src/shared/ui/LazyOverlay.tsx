import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../pwa/lazyPart.tsx';
import type { OverlayProps } from './overlay.ts';
import { SOON_MS, whenQuiet } from '../scheduling/whenIdle.ts';

const OverlayPanel = lazyPart(async () => (await import('./OverlayPanel.tsx')).OverlayPanel);

/**
 * A drawer whose code comes after the first screen, since it is as large as a screen: it is asked for when all is
 * quiet, or when first opened. Once opened it stays, so that closing is animated.
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
