import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { placeOrder, replaceOrder } from '@halyard/contract/spot/calls';
import { BusinessError } from '../../calls/errors.ts';
import { findFirstAnswer } from '../../db/runOnce.ts';
import type { ModuleDeps } from '../../module.ts';
import type { Rate } from '../../rates.ts';

const ORDERS: Rate = { max: 100, windowMs: 10_000 };

/** Benchmarks in the sandbox trade for a handful of users. */
const SANDBOX_FACTOR = 100;

/** A request that brings an order in, and its user. */
type Placing<C extends typeof placeOrder | typeof replaceOrder> = {
  readonly call: C;
  readonly userId: UserId;
  readonly request: RequestOf<C>;
};

/**
 * Limits how often one user may place orders, over all nodes; cancelling is never limited. A request over the limit
 * gets its first answer if it is a repetition, else it throws `BusinessError`: RATE_LIMITED {seconds}.
 */
export function createOrderRate(deps: Pick<ModuleDeps, 'db' | 'clock' | 'rates' | 'isSandbox'>) {
  const { db, clock, rates, isSandbox } = deps;
  const takeTurn = rates.counter('orders', { ...ORDERS, max: ORDERS.max * (isSandbox ? SANDBOX_FACTOR : 1) });
  return async <C extends typeof placeOrder | typeof replaceOrder>(
    { call, userId, request }: Placing<C>,
    place: () => Promise<AnswerOf<C>>,
  ): Promise<AnswerOf<C>> => {
    const waitMs = await takeTurn(String(userId));
    if (waitMs === 0) return place();
    const first = await findFirstAnswer(db, { call, userId, requestId: request.clientRequestId, request, clock });
    if (first === undefined) throw new BusinessError('RATE_LIMITED', { seconds: Math.ceil(waitMs / 1000) });
    return first;
  };
}
