/** Rows of open orders: a group is one row. */
import { groupBy } from '@halyard/contract/groupBy';
import type { OrderGroupId } from '@halyard/contract/ids';
import type { Order, OrderLeg } from '@halyard/contract/spot/calls';

/** Two or three waiting orders of one group: entry, take profit, stop loss. */
export type GroupRow = { readonly groupId: OrderGroupId; readonly orders: readonly [Order, Order, ...Order[]] };

/** A row of the open orders. */
export type OpenRow = Order | GroupRow;

export function isGroup(row: OpenRow): row is GroupRow {
  return 'orders' in row;
}

/** Whether a group has no entry any more, or never had one: a take profit and a stop. */
export function isOco({ orders }: GroupRow): boolean {
  return orders.every(({ leg }) => leg !== 'entry');
}

/** The other exit of an order's group, which stays when the order is cancelled. */
export function otherExitOf(known: readonly Order[], { id, groupId, leg }: Order): Order | undefined {
  if (groupId === undefined || leg === undefined || leg === 'entry') return undefined;
  return known.find(
    (other) => other.groupId === groupId && other.id !== id && other.status === 'waiting' && other.leg !== 'entry',
  );
}

/** The rows of a list, each group at the place of its first order. A group of which one order is left is that order. */
export function groupRows(orders: readonly Order[]): readonly OpenRow[] {
  return [...groupBy(orders, (order) => order.groupId ?? order).values()].flatMap((group): readonly OpenRow[] => {
    const [first, second, ...more] = group.toSorted(byLeg);
    if (first?.groupId === undefined || second === undefined) return group;
    return [{ groupId: first.groupId, orders: [first, second, ...more] }];
  });
}

const LEGS = ['entry', 'take_profit', 'stop_loss'] as const satisfies readonly OrderLeg[];

function byLeg(a: Order, b: Order): number {
  return placeOf(a) - placeOf(b);
}

const placeOf = ({ leg }: Order) => (leg === undefined ? LEGS.length : LEGS.indexOf(leg));
