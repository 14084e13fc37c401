import { useSyncExternalStore } from 'react';
import { pwa } from './pwa.ts';

/** What of installing and updating can be offered now, and the ways to do it. */
export function usePwa() {
  const state = useSyncExternalStore(pwa.subscribe, pwa.getState);
  return { ...state, update: pwa.update, install: pwa.install } as const;
}
