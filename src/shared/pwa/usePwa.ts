import { useSyncExternalStore } from 'react';
import { pwa } from './pwa.ts';

/** Current offers to install or update, and their actions. */
export function usePwa() {
  const state = useSyncExternalStore(pwa.subscribe, pwa.getState);
  return { ...state, update: pwa.update, install: pwa.install } as const;
}
