import type { EventBus } from '../../events/events.ts';
import type { HeldMoney } from './ledgerEntries.ts';
import type { SavedSubscription } from './subscriptionRow.ts';

/** Publishes the status of a subscription and the change of its balance. After the commit. */
export function publishSubscription(
  events: Pick<EventBus, 'publish'>,
  { id, userId, currencyId }: Pick<HeldMoney, 'id' | 'userId' | 'currencyId'>,
  status: SavedSubscription,
): void {
  events.publish({ type: 'balances-changed', userId, balances: [{ kind: 'spot', currencyId }] });
  events.publish({ type: 'record-changed', userId, record: { subject: 'subscription', id, status } });
}
