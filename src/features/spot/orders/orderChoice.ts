/** Filters of orders and executions, as chosen and as requested. */
import type { OrderStatus, OrderType, Side } from '@halyard/contract/spot/calls';
import type { OrderFilter } from '../../../domain/spot/orderData.ts';
import type { FillFilter } from '../../../domain/spot/ordersApi.ts';
import { ALL_DAYS, boundsOf, dayOf, type DayRange } from '../../../shared/format/dayRange.ts';
import type { Pair } from './usePairs.ts';

/** Option for "no filter". */
export const ALL = 'all';

export type OrderChoice = {
  /** Pair by symbol. */
  readonly pair: string;
  readonly side: Side | typeof ALL;
  readonly type: OrderType | typeof ALL;
  /** Orders only; executions have no status. */
  readonly status: OrderStatus | typeof ALL;
  readonly days: DayRange;
};

/** No filters, or one pair. */
export function choiceOf(symbol: string | undefined): OrderChoice {
  return { pair: symbol ?? ALL, side: ALL, type: ALL, status: ALL, days: ALL_DAYS };
}

/** How many filters are set; for executions the status does not count. */
export function countFilters({ pair, side, type, status, days }: OrderChoice, hasStatus: boolean): number {
  const set = [pair !== ALL, side !== ALL, type !== ALL, hasStatus && status !== ALL, days.kind !== 'all'];
  return set.filter(Boolean).length;
}

/** The chosen filters of executions as a request at a moment. An unknown pair drops the filter. */
export function toFillFilter(
  { pair, side, type, days }: OrderChoice,
  pairs: readonly Pair[],
  nowMs: number,
): FillFilter {
  const { fromMs, untilMs } = boundsOf(days, nowMs);
  const chosen = pairs.find(({ symbol }) => symbol === pair);
  return {
    ...(chosen !== undefined && { baseId: chosen.baseId, quoteId: chosen.quoteId }),
    ...(side !== ALL && { side }),
    ...(type !== ALL && { orderType: type }),
    ...(fromMs !== undefined && { from: dayOf(fromMs) }),
    ...(untilMs !== undefined && { to: dayOf(untilMs - 1) }),
  };
}

/** The chosen filters of orders as a request at a moment. */
export function toOrderFilter(choice: OrderChoice, pairs: readonly Pair[], nowMs: number): OrderFilter {
  const { orderId: _none, ...filter } = toFillFilter(choice, pairs, nowMs);
  return { ...filter, ...(choice.status !== ALL && { status: choice.status }) };
}
