/**
 * Age of figures that were live while on screen. Nothing may move when the connection is lost, so the strip that
 * reports the loss shows their age.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../store/listeners.ts';

/** Time at which figures came from the server (Unix milliseconds), and in words. */
type Age = { readonly atMs: number; readonly words: string };

const ages = new Set<Age>();
const { subscribe, notify } = createListeners();

/** Makes the strip show an age while the component is mounted; `undefined` is none. */
export function useNamedByStrip(atMs: number | undefined, words: string): void {
  useEffect(() => {
    if (atMs === undefined) return undefined;
    const age = { atMs, words };
    ages.add(age);
    notify();
    return () => {
      ages.delete(age);
      notify();
    };
  }, [atMs, words]);
}

/** The oldest of them, for the strip; `undefined` if there is none. */
export function useLateAge(): Age | undefined {
  return useSyncExternalStore(subscribe, () => {
    let oldest: Age | undefined;
    for (const age of ages) if (oldest === undefined || age.atMs < oldest.atMs) oldest = age;
    return oldest;
  });
}
