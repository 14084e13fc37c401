/** Why nothing that moves money can be sent now. */
import type { CodedError } from '@halyard/contract/errors';
import { useIsOnline } from './useIsOnline.ts';
import { useConnection } from './useRealtime.ts';

/**
 * OFFLINE while the device has no network, NETWORK while the exchange is out of reach; money writes are refused then,
 * never queued.
 */
export function useMoneyBlockedReason(): CodedError | undefined {
  const connection = useConnection();
  const isOnline = useIsOnline();
  // The device knows of a lost network seconds before the connection misses its answers.
  if (!isOnline) return { code: 'OFFLINE' };
  return connection.state === 'offline' ? { code: 'NETWORK' } : undefined;
}
