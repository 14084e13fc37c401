import { listOrders, PAGE_LIMIT_MAX, type Order } from '@halyard/contract/spot/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall, type CallArgs } from '../../shared/api/baseQuery.ts';
import type { OrderFilter } from './orderData.ts';

/** Limit of pages for a whole list; with more orders than that, the newest are shown. */
const WHOLE_PAGES_MAX = 10;

type Answer = { readonly data?: unknown; readonly error?: AppError | undefined };
type RunCall = (args: CallArgs) => Answer | PromiseLike<Answer>;
type Whole = { readonly data: readonly Order[] } | { readonly error: AppError };

/** All orders of a filter, newest first, across all pages. Errors: those of the call. */
export async function readWholeList(filter: OrderFilter, runCall: RunCall): Promise<Whole> {
  const rows = new Map<Order['id'], Order>();
  for (let page = 1; page <= WHOLE_PAGES_MAX; page += 1) {
    const after = [...rows.keys()].at(-1);
    const place = { page, limit: PAGE_LIMIT_MAX, ...(after !== undefined && { after }) };
    const { data, error } = await runCall(toCall(listOrders, { ...filter, ...place }));
    if (error !== undefined) return { error };
    const read = data as readonly Order[];
    for (const order of read) rows.set(order.id, order);
    if (read.length < PAGE_LIMIT_MAX) break;
  }
  return { data: [...rows.values()] };
}
