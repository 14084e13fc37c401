/** A change of a market's book: written in a transaction, told after its commit. */
import type { CurrencyId, UserId } from '@halyard/contract/calls/ids';
import type { Transaction } from '../../db/database.ts';
import { BusinessError } from '../../errors.ts';
import type { EventBus } from '../../events.ts';
import { postMovements, type Movement } from '../../ledger/ledger.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { writeSettlement } from './bookRepository.ts';
import type { LadderTaken } from './house.ts';
import { movementsOf, type Settlement } from './settlement.ts';
import { toOrder, type SpotOrder } from './spotOrder.ts';

/** Orders as they stand after the change, and the money that moved. */
export type BookChange = {
  readonly market: MarketRecord;
  readonly orders: readonly SpotOrder[];
  readonly movements: readonly Movement[];
};

/** A balance was spent elsewhere between reading and posting; the transaction changed nothing and may be tried again. */
export class BalanceMovedError extends Error {
  constructor() {
    super('a balance moved while an order was matched');
    this.name = 'BalanceMovedError';
  }
}

/** Writes a settlement and posts its movements. The incoming order, if any, is the first of the change's orders. Throws {@link BalanceMovedError}. */
export async function commitSettlement(
  tx: Transaction,
  market: MarketRecord,
  settlement: Settlement,
  stamp: { readonly at: string; readonly ladderTaken: LadderTaken | undefined },
): Promise<BookChange> {
  const ids = await writeSettlement(tx, market.id, settlement, stamp);
  const movements = movementsOf(market, settlement, ids);
  await postOrMoved(tx, movements);
  const { taker, resting } = settlement;
  const placed =
    taker === undefined || ids.orderId === undefined ? [] : [{ ...taker, id: ids.orderId, marketId: market.id }];
  const met = resting.map((order) => ({ ...order, updatedAt: stamp.at }));
  return { market, orders: [...placed, ...met], movements };
}

/** Tells what changed: each order to its owner, each touched user which balances, and everybody that the book is another. */
export function publishChange(events: EventBus, { market, orders, movements }: BookChange): void {
  for (const order of orders) {
    events.publish({ type: 'order-changed', userId: order.userId, order: toOrder(order, market) });
  }
  for (const [userId, currencies] of touchedBalances(movements)) {
    const balances = [...currencies].map((currencyId) => ({ kind: 'spot' as const, currencyId }));
    events.publish({ type: 'balances-changed', userId, balances });
  }
  events.publish({ type: 'book-changed', marketId: market.id, symbol: market.symbol });
}

async function postOrMoved(tx: Transaction, movements: readonly Movement[]): Promise<void> {
  try {
    await postMovements(tx, movements);
  } catch (error) {
    if (error instanceof BusinessError && error.code === 'INSUFFICIENT_BALANCE') throw new BalanceMovedError();
    throw error;
  }
}

function touchedBalances(movements: readonly Movement[]): ReadonlyMap<UserId, ReadonlySet<CurrencyId>> {
  const touched = new Map<UserId, Set<CurrencyId>>();
  for (const { account } of movements.flatMap(({ postings }) => postings)) {
    if ('house' in account) continue;
    touched.set(account.userId, (touched.get(account.userId) ?? new Set()).add(account.currencyId));
  }
  return touched;
}
