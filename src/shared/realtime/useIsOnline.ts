import { useSyncExternalStore } from 'react';
import { seemsOnline } from './reach.ts';

/** Whether the device has a network, by its report or by the server's answers. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, seemsOnline);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
