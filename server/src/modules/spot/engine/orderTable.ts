import type { OrderId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import type { SpotOrder } from '../spotOrder.ts';
import { createBookSide, type BookSide } from './bookSide.ts';
import type { OpenedMarket, ReadOfSide } from './openedMarket.ts';

export type OrderTable = {
  /** The two sides of the book. */
  readonly sides: Readonly<Record<Side, BookSide>>;
  get(id: OrderId): SpotOrder | undefined;
  /** The known waiting orders of a user, oldest first. */
  waitingOf(userId: UserId): SpotOrder[];
  /** Number of waiting orders of a user who was counted when the market was opened. */
  waitingCount(userId: UserId): number;
  /** Stores an order in its current state. */
  put(order: SpotOrder): void;
  /** The stored orders in their current state, in the order in which they were first stored. */
  touched(): SpotOrder[];
};

/** The orders of a market that a transaction knows, in their current state, and which of them it has changed. */
export function createOrderTable(opened: OpenedMarket, read: ReadOfSide): OrderTable {
  const { house, users, due, readings } = opened;
  const orders = new Map<OrderId, SpotOrder>();
  const touched = new Set<OrderId>();
  const counts = new Map(users.flatMap(({ id, waiting }) => (waiting === undefined ? [] : [[id, waiting] as const])));

  // An order that was read before may have changed since; the known state is newer than the stored one.
  const known = (order: SpotOrder): SpotOrder => {
    const current = orders.get(order.id);
    if (current !== undefined) return current;
    orders.set(order.id, order);
    return order;
  };
  const sideOf = (side: Side, best: typeof house.bestBid): BookSide =>
    createBookSide(side, best, async (reach, rowsMax) => (await read(side, reach, rowsMax)).map(known));
  const sides = { buy: sideOf('buy', house.bestBid), sell: sideOf('sell', house.bestAsk) };
  for (const order of [...opened.orders, ...(due?.orders ?? [])]) known(order);
  for (const { side, rows, ...reading } of readings) sides[side].take({ ...reading, rows: rows.map(known) });

  return {
    sides,
    get: (id) => orders.get(id),
    waitingOf: (userId) =>
      [...orders.values()].filter((order) => order.userId === userId && isWaiting(order)).sort((a, b) => a.id - b.id),
    waitingCount(userId) {
      const count = counts.get(userId);
      if (count === undefined) throw new Error(`the orders of user ${userId} were not counted`);
      return count;
    },
    put(order) {
      const count = counts.get(order.userId);
      const change = countOf(order) - countOf(orders.get(order.id));
      if (count !== undefined) counts.set(order.userId, count + change);
      orders.set(order.id, order);
      touched.add(order.id);
      sides[order.side].put(order);
    },
    touched: () => [...touched].flatMap((id) => orders.get(id) ?? []),
  };
}

function countOf(order: SpotOrder | undefined): number {
  return isWaiting(order) ? 1 : 0;
}

function isWaiting(order: SpotOrder | undefined): boolean {
  return order?.status === 'waiting';
}
