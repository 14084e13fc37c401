/** What the lists of orders and executions are narrowed to, as it is chosen, and as the exchange is asked for it. */
import type { OrderStatus, OrderType, Side } from '@halyard/contract/spot/calls';
import type { OrderFilter } from '../../../domain/spot/orderData.ts';
import type { FillFilter } from '../../../domain/spot/ordersApi.ts';
import { ALL_DAYS, boundsOf, dayOf, type DayRange } from '../../../shared/format/dayRange.ts';
import type { Pair } from './usePairs.ts';

/** Stands for "no filter" where something is chosen of a list. */
export const ALL = 'all';

export type OrderChoice = {
  /** A pair by its symbol. */
  readonly pair: string;
  readonly side: Side | typeof ALL;
  readonly type: OrderType | typeof ALL;
  /** Of orders; executions have none. */
  readonly status: OrderStatus | typeof ALL;
  readonly days: DayRange;
};

/** Everything, or everything of a pair. */
export function choiceOf(symbol: string | undefined): OrderChoice {
  return { pair: symbol ?? ALL, side: ALL, type: ALL, status: ALL, days: ALL_DAYS };
}

/** How many filters are set; of executions the state does not count. */
export function countFilters({ pair, side, type, status, days }: OrderChoice, hasStatus: boolean): number {
  const set = [pair !== ALL, side !== ALL, type !== ALL, hasStatus && status !== ALL, days.kind !== 'all'];
  return set.filter(Boolean).length;
}

/** The choice for executions as it is asked for at a moment. A pair that is not known leaves the filter out. */
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

/** The choice for orders as it is asked for at a moment. */
export function toOrderFilter(choice: OrderChoice, pairs: readonly Pair[], nowMs: number): OrderFilter {
  const { orderId: _none, ...filter } = toFillFilter(choice, pairs, nowMs);
  return { ...filter, ...(choice.status !== ALL && { status: choice.status }) };
}
