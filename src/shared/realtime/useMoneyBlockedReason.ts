/** Reason why money mutations cannot be sent now. */
import type { CodedError } from '@halyard/contract/errors';
import { useSyncExternalStore } from 'react';
import { seemsOnline } from './reach.ts';
import { useConnection } from './useRealtime.ts';

/**
 * OFFLINE while the device has no network, NETWORK while the server is unreachable; money mutations are refused then,
 * never queued.
 */
export function useMoneyBlockedReason(): CodedError | undefined {
  const connection = useConnection();
  const isOnline = useIsOnline();
  // The device detects a lost network seconds before the connection does.
  if (!isOnline) return { code: 'OFFLINE' };
  return connection.state === 'offline' ? { code: 'NETWORK' } : undefined;
}

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
