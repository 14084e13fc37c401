/** Jobs of rebates: days are closed one after the other, and each user is paid separately. */
import type { UserId } from '@halyard/contract/ids';
import type { Clock } from '../../clock.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/job.ts';
import { closeNextDay } from './closeDay.ts';
import { nextClosingMs, nextPaymentMs } from './days.ts';
import { PAY, payUser } from './payRebates.ts';

const DAYS = 'referral.days';

/** Runs five minutes after midnight UTC and at start: closes each ended day, a currency a transaction. */
export function createDaysJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: DAYS,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: DAYS, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: async (tx) => {
      const nowMs = clock.nowMs();
      return (await closeNextDay(tx, nowMs)) ? { againInMs: 0 } : { againAtMs: nextClosingMs(nowMs) };
    },
  };
}

/**
 * Runs ten minutes after midnight UTC while anything is pending. One user a transaction, because a transaction posts
 * one batch.
 */
export function createPayJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: PAY,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx, { payload }) => {
      const nowMs = clock.nowMs();
      const userId = payload['userId'] as UserId;
      const { isWaiting } = await payUser(tx, userId, nowMs);
      return isWaiting ? { againAtMs: nextPaymentMs(nowMs) } : 'done';
    },
  };
}
