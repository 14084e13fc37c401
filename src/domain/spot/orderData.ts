/** How an order that changed finds its place in the lists that show it. */
import type { RequestOf } from '@halyard/contract/call';
import type { listOrders, Order } from '@halyard/contract/spot/calls';
import { compare, ZERO } from '@halyard/contract/money';
import { PAGE_LENGTH } from '../../shared/api/idPages.ts';

/** Which orders a list holds; days are UTC, both ends included. */
export type OrderFilter = Pick<
  RequestOf<typeof listOrders>,
  'baseId' | 'quoteId' | 'side' | 'orderType' | 'status' | 'from' | 'to' | 'isOver'
>;

/** A market, for lists of its orders. */
export type MarketFilter = Pick<OrderFilter, 'baseId' | 'quoteId'>;

type Pages = readonly (readonly Order[])[];

/** Whether an order belongs into a list. */
export function matchesFilter(order: Order, filter: OrderFilter): boolean {
  return EQUAL.every((key) => filter[key] === undefined || filter[key] === order[key]) && isInTime(order, filter);
}

const EQUAL = ['baseId', 'quoteId', 'side', 'orderType', 'status'] as const;

function isInTime({ status, createdAt }: Order, { isOver, from, to }: OrderFilter): boolean {
  const day = createdAt.slice(0, 10);
  if (isOver === true && status === 'waiting') return false;
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}

/**
 * The list (newest first) after an order changed: it is replaced, added at its place, or gone when it no longer
 * belongs.
 */
export function placeInList(list: readonly Order[], changed: Order, filter: OrderFilter): readonly Order[] {
  const rest = refresh(list, changed);
  const belonging = rest.every((order) => matchesFilter(order, filter))
    ? rest
    : rest.filter((order) => matchesFilter(order, filter));
  const isKnown = list.some((order) => order.id === changed.id);
  return isKnown || !matchesFilter(changed, filter) ? belonging : sorted([...belonging, changed]);
}

/**
 * The pages of a list after an order changed. Rows stay where they are, also those that no longer belong: the page's
 * length tells whether there is another one, and who shows the rows leaves those out. An order that is older than all
 * that was read comes with its own page.
 */
export function placeInPages(pages: Pages, changed: Order, filter: OrderFilter): Pages {
  const fresh = pages.map((page) => refresh(page, changed));
  const isKnown = pages.some((page) => page.some((order) => order.id === changed.id));
  const place = isKnown || !matchesFilter(changed, filter) ? -1 : pageFor(pages, changed);
  return fresh.map((page, index) => (index === place ? sorted([...page, changed]) : page));
}

/** The order that stands in place of another one, among those that are known. */
export function replacementOf(known: readonly Order[], order: Order): Order | undefined {
  return known.find(({ replacesId }) => replacesId === order.id);
}

/** The rows with what is now known of one of them. The same list when that is nothing new. */
function refresh(list: readonly Order[], changed: Order): readonly Order[] {
  const fresh = list.map((order) => {
    if (order.id === changed.id) return laterOf(order, changed);
    return order.id === changed.replacesId ? replaced(order) : order;
  });
  return fresh.every((order, index) => order === list[index]) ? list : fresh;
}

/** Which page an order that is on none of them belongs to; -1 for one that was not read yet. */
function pageFor(pages: Pages, { id }: Order): number {
  const place = pages.findIndex((page) => (page.at(-1)?.id ?? Infinity) < id);
  if (place !== -1) return place;
  return (pages.at(-1)?.length ?? PAGE_LENGTH) < PAGE_LENGTH ? pages.length - 1 : -1;
}

// The newest first: ids grow with time.
function sorted(orders: readonly Order[]): readonly Order[] {
  return [...orders].sort((a, b) => b.id - a.id);
}

// Both happened in one transaction, so the one that came in its place tells it; the word about the old order may be on
// its way still.
function replaced(order: Order): Order {
  return order.status === 'waiting' ? { ...order, status: 'cancelled', cancelReason: 'replaced' } : order;
}

/**
 * The later of two states of an order. An answer and a message may overtake each other; an order never becomes waiting
 * again, never fills less, and a stop that was triggered stays so.
 */
function laterOf(known: Order, changed: Order): Order {
  if (known.status !== 'waiting') return known.status === changed.status ? changed : known;
  if (changed.status !== 'waiting') return changed;
  if (known.triggeredAt != null && changed.triggeredAt == null) return known;
  return compare(changed.filledQuantity ?? ZERO, known.filledQuantity ?? ZERO) < 0 ? known : changed;
}
