/** The job that pays due interest, and that renews orders. */
import { DAY_MS } from '@halyard/contract/time';
import type { Clock } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/job.ts';
import { isAnyDue, takeDueOrders, takeDueRenewal } from './ordersRepository.ts';
import { payDays, writePayments } from './payments.ts';
import { payOrder, type RenewalDeps } from './renewal.ts';

const PAY = 'trust.pay';
/** The embedded database runs nothing else meanwhile. */
const ORDERS_AT_ONCE = 200;
/** For orders that another transaction had locked. */
const RETRY_MS = 1000;

export function createPayJob(
  { clock, ...deps }: RenewalDeps & { readonly clock: Clock },
  ordersAtOnce: number = ORDERS_AT_ONCE,
): TransactionJob {
  return {
    name: PAY,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: PAY, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: async (tx) => {
      const nowMs = clock.nowMs();
      const isPaid = (await payBatch(tx, nowMs, ordersAtOnce)) || (await renewOne(tx, deps, nowMs));
      if (isPaid) return { againInMs: 0 };
      const midnightMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
      return (await isAnyDue(tx, nowMs)) ? { againInMs: RETRY_MS } : { againAtMs: midnightMs };
    },
  };
}

/**
 * Pays one day of each of at most `limit` due orders, the earliest first; false when there is none. Missed days are
 * thus paid in order, in bounded memory.
 */
async function payBatch(tx: Transaction, nowMs: number, limit: number): Promise<boolean> {
  const due = await takeDueOrders(tx, nowMs, limit);
  await writePayments(
    tx,
    due.map((order) => payDays(order, nowMs, 1)),
  );
  return due.length > 0;
}

/** Renews one due order: it locks purchases, and a transaction posts one batch of ledger entries. */
async function renewOne(tx: Transaction, deps: RenewalDeps, nowMs: number): Promise<boolean> {
  const order = await takeDueRenewal(tx, nowMs);
  if (order !== undefined) await payOrder(tx, deps, order, { nowMs, most: 1 });
  return order !== undefined;
}
