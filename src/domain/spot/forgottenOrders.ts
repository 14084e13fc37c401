/** How many orders the exchange has forgotten, where they were in the history. */
import type { ForgottenOrders, Order } from '@halyard/contract/spot/calls';

/** A line of a history: an order, or how many of a month are forgotten. */
export type HistoryLine = Order | ForgottenOrders;

/** Tells lines that are no orders. */
export function isForgotten(line: HistoryLine): line is ForgottenOrders {
  return 'month' in line;
}

/** What tells the lines of a history apart. */
export function keyOfLine(line: HistoryLine): string {
  return isForgotten(line) ? line.month : String(line.id);
}

/**
 * Orders, newest first, with a line after those of a month for the forgotten ones of the same. A month whose orders may
 * go on with the next page waits for it.
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
