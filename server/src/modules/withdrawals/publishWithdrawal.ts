/** Events of a changed withdrawal. */
import type { ReviewStatus } from '@halyard/contract/deposits/calls';
import type { EventBus } from '../../events/events.ts';
import type { WithdrawalMoney } from './ledgerEntries.ts';

/** Publishes the new status of a withdrawal, and the change of its balance. Call it after the commit. */
export function publishWithdrawal(
  events: Pick<EventBus, 'publish'>,
  { id, userId, currencyId }: Pick<WithdrawalMoney, 'id' | 'userId' | 'currencyId'>,
  status: ReviewStatus,
): void {
  events.publish({ type: 'balances-changed', userId, balances: [{ kind: 'spot', currencyId }] });
  events.publish({ type: 'record-changed', userId, record: { subject: 'withdrawal', id, status } });
}
