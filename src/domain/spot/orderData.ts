/** Order lists after a change of an order. */
import type { RequestOf } from '@halyard/contract/call';
import type { listOrders, Order, ForgottenOrders } from '@halyard/contract/spot/calls';
import { compare, max, min, ZERO, type Decimal } from '@halyard/contract/money';
import { PAGE_LENGTH } from '../../shared/api/usePagedList.ts';

/** Filter of an order list; days are UTC, inclusive. */
export type OrderFilter = Pick<
  RequestOf<typeof listOrders>,
  'baseId' | 'quoteId' | 'side' | 'orderType' | 'status' | 'from' | 'to' | 'isOver'
>;

/** A market, as the filter of its order lists. */
export type MarketFilter = Pick<OrderFilter, 'baseId' | 'quoteId'>;

type Pages = readonly (readonly Order[])[];

/** Whether an order belongs in a list. */
export function matchesFilter(order: Order, filter: OrderFilter): boolean {
  return EQUAL.every((key) => filter[key] === undefined || filter[key] === order[key]) && isInTime(order, filter);
}

const EQUAL = ['baseId', 'quoteId', 'side', 'orderType', 'status'] as const;

function isInTime({ status, createdAt }: Order, { isOver, from, to }: OrderFilter): boolean {
  const day = createdAt.slice(0, 10);
  if (isOver === true && status === 'waiting') return false;
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}

/** The list (newest first) after an order changed: it is replaced, inserted, or removed when it no longer belongs. */
export function placeInList(list: readonly Order[], changed: Order, filter: OrderFilter): readonly Order[] {
  const rest = refresh(list, changed);
  const belonging = rest.every((order) => matchesFilter(order, filter))
    ? rest
    : rest.filter((order) => matchesFilter(order, filter));
  const isKnown = list.some((order) => order.id === changed.id);
  return isKnown || !matchesFilter(changed, filter) ? belonging : sorted([...belonging, changed]);
}

/**
 * The pages of a list after an order changed. Rows stay in place even when they no longer belong: a page's length shows
 * whether there is another page, and the screen filters. An order older than all loaded rows arrives with its own page.
 */
export function placeInPages(pages: Pages, changed: Order, filter: OrderFilter): Pages {
  const fresh = pages.map((page) => refresh(page, changed));
  const isKnown = pages.some((page) => page.some((order) => order.id === changed.id));
  const place = isKnown || !matchesFilter(changed, filter) ? -1 : pageFor(pages, changed);
  return fresh.map((page, index) => (index === place ? sorted([...page, changed]) : page));
}

/** The known order that replaced a given one. */
export function replacementOf(known: readonly Order[], order: Order): Order | undefined {
  return known.find(({ replacesId }) => replacesId === order.id);
}

/** Whether it waits outside the book. A triggered stop-limit order is a limit order, and so is its replacement. */
export function isWaitingForStop({ orderType, triggeredAt }: Order): boolean {
  return orderType !== 'limit' && orderType !== 'market' && triggeredAt == null;
}

/** Whether it is a trailing stop that follows the price, or waits for its activation price. */
export function isTrailing({ orderType, status, triggeredAt }: Order): boolean {
  return orderType === 'trailing_stop' && status === 'waiting' && triggeredAt == null;
}

/** Whether an order has anything to change: one that trades at market has not. */
export function isEditable(order: Order): boolean {
  return order.orderType === 'limit' || order.orderType === 'stop_limit' || isWaitingForStop(order);
}

/** The rows with a newer state of one order; the same array when nothing is new. */
function refresh(list: readonly Order[], changed: Order): readonly Order[] {
  const fresh = list.map((order) => {
    if (order.id === changed.id) return laterOf(order, changed);
    return order.id === changed.replacesId ? replaced(order) : order;
  });
  return fresh.every((order, index) => order === list[index]) ? list : fresh;
}

/** The page for an order that is on none; -1 when it is not loaded yet. */
function pageFor(pages: Pages, { id }: Order): number {
  const place = pages.findIndex((page) => (page.at(-1)?.id ?? Infinity) < id);
  if (place !== -1) return place;
  return (pages.at(-1)?.length ?? PAGE_LENGTH) < PAGE_LENGTH ? pages.length - 1 : -1;
}

// Newest first: ids grow with time.
function sorted(orders: readonly Order[]): readonly Order[] {
  return [...orders].sort((a, b) => b.id - a.id);
}

// Both change in one transaction, so the replacement itself proves it; the event of the old order may still be on its
// way.
function replaced(order: Order): Order {
  return order.status === 'waiting' ? { ...order, status: 'cancelled', cancelReason: 'replaced' } : order;
}

/**
 * The later of two states of an order, since answers and events may overtake each other: an order never reopens, never
 * fills less, and a triggered stop stays triggered. The quantity of a leg follows the fills of the others, so that the
 * later state decides where nothing else does.
 */
function laterOf(known: Order, changed: Order): Order {
  if (known.status !== 'waiting') return known.status === changed.status ? changed : known;
  if (changed.status !== 'waiting') return changed;
  if (known.triggeredAt != null && changed.triggeredAt == null) return known;
  const further = compare(changed.filledQuantity ?? ZERO, known.filledQuantity ?? ZERO);
  const isOlder = further === 0 ? Date.parse(changed.updatedAt) < Date.parse(known.updatedAt) : further < 0;
  return isOlder ? known : withTrail(changed, known);
}

/** The trigger of a trailing stop never moves back. */
function withTrail(changed: Order, known: Order): Order {
  const extremePrice = furtherOf(changed.side, changed.extremePrice, known.extremePrice);
  if (extremePrice === undefined || extremePrice === changed.extremePrice) return changed;
  return { ...changed, extremePrice, triggerPrice: known.triggerPrice };
}

/** The higher (sell) or lower (buy) one of two extremes of a trailing stop. */
export function furtherOf(side: Order['side'], a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return side === 'sell' ? max(a, b) : min(a, b);
}

/** A history line: an order, or the number of deleted orders of a month. */
export type HistoryLine = Order | ForgottenOrders;

/** Whether a line is a number of deleted orders. */
export function isForgotten(line: HistoryLine): line is ForgottenOrders {
  return 'month' in line;
}

/** A unique key of a history line. */
export function keyOfLine(line: HistoryLine): string {
  return isForgotten(line) ? line.month : String(line.id);
}

/**
 * Orders, newest first, with a line for the deleted ones after each month. A month that may continue on the next page
 * waits for it.
 */
export function withForgotten(
  orders: readonly Order[],
  forgotten: readonly ForgottenOrders[],
  hasMore: boolean,
): readonly HistoryLine[] {
  const left = [...forgotten].sort((a, b) => b.month.localeCompare(a.month));
  const lines: HistoryLine[] = [];
  for (const order of orders) {
    const month = order.createdAt.slice(0, 7);
    const passed = left.filter((line) => line.month > month);
    lines.push(...left.splice(0, passed.length), order);
  }
  return hasMore ? lines : [...lines, ...left];
}
