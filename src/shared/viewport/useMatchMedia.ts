import { useCallback, useState, useSyncExternalStore } from 'react';

/** Whether the screen matches a media query, now and after changes; the query must be constant. */
export function useMatchMedia(query: string): boolean {
  // Evaluated once: the component may render with every price, and evaluating costs more than the rest of its work.
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
