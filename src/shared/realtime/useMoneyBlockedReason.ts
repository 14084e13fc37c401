/** Reason why money mutations cannot be sent now. */
import type { CodedError } from '@halyard/contract/errors';
import { useIsOnline } from './useIsOnline.ts';
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
