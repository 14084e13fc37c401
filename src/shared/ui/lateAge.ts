/**
 * Ages of figures that were live while one looked at them: nothing on the screen may move when the line is lost, so the
 * strip that says so tells them.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../store/listeners.ts';

/** When figures came from the exchange (Unix milliseconds), and in words. */
type Age = { readonly atMs: number; readonly words: string };

const ages = new Set<Age>();
const { subscribe, tell } = createListeners();

/** Has the strip tell an age while the component is there; `undefined` is none. */
export function useNamedByStrip(atMs: number | undefined, words: string): void {
  useEffect(() => {
    if (atMs === undefined) return undefined;
    const age = { atMs, words };
    ages.add(age);
    tell();
    return () => {
      ages.delete(age);
      tell();
    };
  }, [atMs, words]);
}

/** The oldest of them, for the strip; `undefined` where there is none. */
export function useLateAge(): Age | undefined {
  return useSyncExternalStore(subscribe, () => {
    let oldest: Age | undefined;
    for (const age of ages) if (oldest === undefined || age.atMs < oldest.atMs) oldest = age;
    return oldest;
  });
}
