import { useStreamAccountQuery } from '../../domain/account/accountApi.ts';
import type { UserId } from '@halyard/contract/calls/ids';

/** Keeps the user's orders and balances live while it is there. Draws nothing; a component so that its code comes with a user. */
export function AccountStream({ userId }: { userId: UserId }) {
  useStreamAccountQuery(userId);
  return null;
}
