/** Daily interest as due work: from 00:00 UTC on, at start, and until nothing is due. */
import type { Clock } from '../../clock.ts';
import { DAY_MS } from '../../durations.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/job.ts';
import { isAnyDue } from './ordersRepository.ts';
import { payBatch } from './payments.ts';
import { eventsOf } from './publishOrders.ts';

const PAY = 'trust.pay';
/** The embedded database does nothing else meanwhile. */
const ORDERS_AT_ONCE = 200;
/** For what somebody else had locked. */
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
    run: async (tx, _row, tell) => {
      const nowMs = clock.nowMs();
      const paid = await payBatch(tx, nowMs, ordersAtOnce);
      for (const event of eventsOf(paid)) tell(event);
      if (paid.length > 0) return { againInMs: 0 };
      const midnightMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
      return (await isAnyDue(tx, nowMs)) ? { againInMs: RETRY_MS } : { againAtMs: midnightMs };
    },
  };
}
