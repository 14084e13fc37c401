import { useCallback, useState, useSyncExternalStore } from 'react';

/** Whether the screen is as a media query says, now and when it changes; the query itself is never another one. */
export function useMatchMedia(query: string): boolean {
  // Asked once: who asks may be drawn with every price, and asking anew is dearer than all else it does.
  const [screen] = useState(() => window.matchMedia(query));
  const listen = useCallback(
    (listener: () => void) => {
      screen.addEventListener('change', listener);
      return () => screen.removeEventListener('change', listener);
    },
    [screen],
  );
  return useSyncExternalStore(listen, () => screen.matches);
}
