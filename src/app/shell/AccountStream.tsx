import { useStreamAccountQuery } from '../../domain/account/accountApi.ts';
import type { UserId } from '@halyard/contract/calls/ids';
import { useAppBadge } from '../../domain/messages/useAppBadge.ts';
import { useRenewPush } from '../../domain/push/useRenewPush.ts';
import { useFollowUser } from '../../domain/preferences/syncPreferences.ts';
import { ProofHost } from './ProofHost.tsx';

/**
 * Keeps the user's orders and balances and the badge of the app's icon live and his settings the same on all his
 * devices while it is there, and asks him to prove himself when he must. A component so that its code comes with a
 * user.
 */
export function AccountStream({ userId }: { userId: UserId }) {
  useStreamAccountQuery(userId);
  useFollowUser(userId);
  useAppBadge();
  useRenewPush(userId);
  return <ProofHost />;
}
