import { useCallback, useState, useSyncExternalStore } from 'react';

const WIDE = '(width >= 900px)';

/** Whether the screen has room for a chart beside a phone's column. */
export function useIsWide(): boolean {
  // Asked once: who asks is drawn with every price, and asking anew is dearer than all else it does.
  const [screen] = useState(() => window.matchMedia(WIDE));
  const listen = useCallback(
    (listener: () => void) => {
      screen.addEventListener('change', listener);
      return () => screen.removeEventListener('change', listener);
    },
    [screen],
  );
  return useSyncExternalStore(listen, () => screen.matches);
}
