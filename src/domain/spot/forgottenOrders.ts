import type { ForgottenOrders, Order } from '@halyard/contract/spot/calls';

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
