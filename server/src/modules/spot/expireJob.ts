/** Cancels orders whose end has come: a job for each such order, written in the transaction that places it. */
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { Transaction } from '../../db/database.ts';
import { addJob, type LeaseJob } from '../../jobs/job.ts';
import type { SpotOrder } from './spotOrder.ts';

const EXPIRE = 'spot.expire';
/** Each waits for its market's lock. */
const AT_ONCE = 8;

type Expiring = { readonly expireOrder: (userId: UserId, id: OrderId) => Promise<unknown> };

export function createExpireJob({ expireOrder }: Expiring): LeaseJob {
  return {
    name: EXPIRE,
    mode: 'lease',
    atOnceMax: AT_ONCE,
    // Once more after a crash: an order that has ended stays as it is.
    run: async ({ payload }) => {
      await expireOrder(payload['userId'] as UserId, payload['orderId'] as OrderId);
      return 'done';
    },
  };
}

/** Writes the jobs that end these orders. */
export async function scheduleExpiries(tx: Transaction, placed: readonly SpotOrder[]): Promise<void> {
  const jobs = placed.flatMap(({ id, userId, status, expiresAt }) =>
    expiresAt === undefined || status !== 'waiting'
      ? []
      : [{ kind: EXPIRE, key: String(id), dueAtMs: Date.parse(expiresAt), payload: { userId, orderId: id } }],
  );
  await addJob(tx, jobs);
}
