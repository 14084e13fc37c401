import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { ExchangeEvent } from '../../events/events.ts';
import type { OrderRecord } from './orderRow.ts';

type Changed = Pick<OrderRecord, 'id' | 'userId' | 'currencyId' | 'status'>;

/** Events of changed orders: balances once a user, each order, and user events of completed ones. */
export function eventsOf(changed: readonly Changed[], accounts: readonly AccountKind[] = ['trust']): ExchangeEvent[] {
  const currencies = new Map<UserId, Set<CurrencyId>>();
  for (const { userId, currencyId } of changed) {
    currencies.set(userId, (currencies.get(userId) ?? new Set()).add(currencyId));
  }
  const balances = [...currencies].map(([userId, ids]): ExchangeEvent => ({
    type: 'balances-changed',
    userId,
    balances: [...ids].flatMap((currencyId) => accounts.map((kind) => ({ kind, currencyId }))),
  }));
  const records = changed.map(({ userId, id, status }): ExchangeEvent => ({
    type: 'record-changed',
    userId,
    record: { subject: 'trust', id, status },
  }));
  const hasUserEvents = changed.some(({ status }) => status === 'completed');
  return [...balances, ...records, ...(hasUserEvents ? [{ type: 'events-written' } as const] : [])];
}
