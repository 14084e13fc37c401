import { useSyncExternalStore } from 'react';

/**
 * Height of the page's lower end that a phone's keyboard covers, in pixels; 0 where the page itself becomes smaller.
 */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, coveredPx);
}

function subscribe(listener: () => void): () => void {
  const { visualViewport } = window;
  for (const event of ['resize', 'scroll']) visualViewport?.addEventListener(event, listener);
  return () => {
    for (const event of ['resize', 'scroll']) visualViewport?.removeEventListener(event, listener);
  };
}

function coveredPx(): number {
  const { visualViewport, innerHeight } = window;
  // A zoomed page shows less of itself without a keyboard.
  if (visualViewport == null || visualViewport.scale !== 1) return 0;
  return Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop));
}
