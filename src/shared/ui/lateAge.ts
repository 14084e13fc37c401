/**
 * Ages of figures that were live while one looked at them: nothing on the screen may move when the line is lost, so the
 * strip that says so tells them.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../store/listeners.ts';

const ages = new Map<symbol, number>();
const { subscribe, tell } = createListeners();

/** Has the strip tell an age (Unix milliseconds) while the component is there; `undefined` is none. */
export function useToldByStrip(atMs: number | undefined): void {
  useEffect(() => {
    if (atMs === undefined) return undefined;
    const teller = Symbol('age');
    ages.set(teller, atMs);
    tell();
    return () => {
      ages.delete(teller);
      tell();
    };
  }, [atMs]);
}

/** The oldest of them, for the strip; `undefined` where there is none. */
export function useLateAge(): number | undefined {
  return useSyncExternalStore(subscribe, () => (ages.size === 0 ? undefined : Math.min(...ages.values())));
}
