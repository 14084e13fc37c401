import { useStreamAccountQuery } from '../../domain/account/accountApi.ts';
import type { UserId } from '@halyard/contract/ids';
import { useAppBadge } from '../../domain/notifications/useAppBadge.ts';
import { useRenewPush } from '../../domain/push/useRenewPush.ts';
import { useFollowUser } from '../../domain/preferences/syncPreferences.ts';
import { StepUpHost } from './StepUpHost.tsx';

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
  return <StepUpHost />;
}
