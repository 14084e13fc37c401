import { useStreamAccountQuery } from '../../domain/account/accountApi.ts';
import type { UserId } from '@halyard/contract/ids';
import { useAppBadge } from '../../domain/notifications/useAppBadge.ts';
import { useRenewPush } from '../../domain/push/useRenewPush.ts';
import { useFollowUser } from '../../domain/preferences/syncPreferences.ts';
import { StepUpHost } from './StepUpHost.tsx';

/**
 * While mounted: live orders, balances and app badge, settings in step with the user's other devices, and the step-up
 * prompt. A component, so that its code loads with a session.
 */
export function AccountStream({ userId }: { userId: UserId }) {
  useStreamAccountQuery(userId);
  useFollowUser(userId);
  useAppBadge();
  useRenewPush(userId);
  return <StepUpHost />;
}
