/** Telling whoever listens that a subscription changed. */
import type { EventBus } from '../../events/events.ts';
import type { HeldMoney } from './ledgerEntries.ts';
import type { SavedSubscription } from './subscriptionRow.ts';

/** Tells that a subscription is `status` now, and that the balance that it holds moved. After the commit. */
export function publishSubscription(
  events: Pick<EventBus, 'publish'>,
  { id, userId, currencyId }: Pick<HeldMoney, 'id' | 'userId' | 'currencyId'>,
  status: SavedSubscription,
): void {
  events.publish({ type: 'balances-changed', userId, balances: [{ kind: 'spot', currencyId }] });
  events.publish({ type: 'record-changed', userId, record: { subject: 'subscription', id, status } });
}
