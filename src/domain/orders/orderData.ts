/** How an order that changed finds its place in the lists that show it. */
import type { RequestOf } from '@halyard/contract/call';
import type { listOrders, Order } from '@halyard/contract/calls/spot';
import { compare, ZERO } from '@halyard/contract/money';

/** Which orders a list holds. */
export type OrderFilter = Pick<RequestOf<typeof listOrders>, 'baseId' | 'quoteId' | 'status'>;

/** A market, for lists of its orders. */
export type MarketFilter = Pick<OrderFilter, 'baseId' | 'quoteId'>;

/** Whether an order belongs into a list. */
export function matchesFilter(order: Order, filter: OrderFilter): boolean {
  return (
    (filter.baseId === undefined || filter.baseId === order.baseId) &&
    (filter.quoteId === undefined || filter.quoteId === order.quoteId) &&
    (filter.status === undefined || filter.status === order.status)
  );
}

/** The list (newest first) after an order changed: it is replaced, added at the top, or gone when it no longer belongs. */
export function placeInList(list: readonly Order[], changed: Order, filter: OrderFilter): readonly Order[] {
  const known = list.find((order) => order.id === changed.id);
  const newest = known === undefined ? changed : laterOf(known, changed);
  if (!matchesFilter(newest, filter)) return known === undefined ? list : list.filter((order) => order !== known);
  if (known !== undefined) return newest === known ? list : list.map((order) => (order === known ? newest : order));
  // The newest first: ids grow with time.
  return [...list, newest].sort((a, b) => b.id - a.id);
}

/** The pages of a list after an order changed. A new order goes to the first page. */
export function placeInPages(
  pages: readonly (readonly Order[])[],
  changed: Order,
  filter: OrderFilter,
): readonly (readonly Order[])[] {
  const holder = pages.findIndex((page) => page.some((order) => order.id === changed.id));
  return pages.map((page, index) => (index === Math.max(holder, 0) ? placeInList(page, changed, filter) : page));
}

/**
 * The later of two states of an order. An answer and a message may overtake each other; an order never becomes waiting again and never
 * fills less.
 */
function laterOf(known: Order, changed: Order): Order {
  if (known.status !== 'waiting') return known.status === changed.status ? changed : known;
  if (changed.status !== 'waiting') return changed;
  return compare(changed.filledQuantity ?? ZERO, known.filledQuantity ?? ZERO) < 0 ? known : changed;
}
