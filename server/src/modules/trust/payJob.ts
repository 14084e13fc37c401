import type { Clock } from '../../clock.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/jobsTable.ts';
import { isAnyDue } from './ordersRepository.ts';
import { payBatch } from './payments.ts';
import { eventsOf } from './publishOrders.ts';

const PAY = 'trust.pay';
const DAY_MS = 86_400_000;
/** The embedded database runs nothing else meanwhile. */
const ORDERS_AT_ONCE = 200;
/** For orders that another transaction had locked. */
const RETRY_MS = 1000;

export function createPayJob(
  { clock }: { readonly clock: Clock },
  ordersAtOnce: number = ORDERS_AT_ONCE,
): TransactionJob {
  return {
    name: PAY,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: PAY, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: async (tx, _row, publish) => {
      const nowMs = clock.nowMs();
      const paid = await payBatch(tx, nowMs, ordersAtOnce);
      for (const event of eventsOf(paid)) publish(event);
      if (paid.length > 0) return { againInMs: 0 };
      const midnightMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
      return (await isAnyDue(tx, nowMs)) ? { againInMs: RETRY_MS } : { againAtMs: midnightMs };
    },
  };
}
