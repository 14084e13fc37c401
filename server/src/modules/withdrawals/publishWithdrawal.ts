/** Telling whoever listens that a withdrawal changed. */
import type { ReviewStatus } from '@halyard/contract/deposits/calls';
import type { EventBus } from '../../events/events.ts';
import type { WithdrawalMoney } from './ledgerEntries.ts';

/** Tells that a withdrawal is `status` now, and that the balance it is taken from moved. After the commit. */
export function publishWithdrawal(
  events: Pick<EventBus, 'publish'>,
  { id, userId, currencyId }: Pick<WithdrawalMoney, 'id' | 'userId' | 'currencyId'>,
  status: ReviewStatus,
): void {
  events.publish({ type: 'balances-changed', userId, balances: [{ kind: 'spot', currencyId }] });
  events.publish({ type: 'record-changed', userId, record: { subject: 'withdrawal', id, status } });
}
