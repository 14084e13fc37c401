import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 900px)';

/** Whether the screen has room for a chart beside a phone's column. */
export function useIsWide(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(WIDE).matches);
}

function listen(listener: () => void): () => void {
  const screen = window.matchMedia(WIDE);
  screen.addEventListener('change', listener);
  return () => screen.removeEventListener('change', listener);
}
