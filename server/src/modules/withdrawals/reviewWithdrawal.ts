/** Review of a withdrawal by an operator, or by the sandbox's autopilot. */
import { postEntries } from '../../ledger/ledger.ts';
import type { Transaction } from '../../db/database.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { requireWithinDay } from '../../operator/moneyDay.ts';
import {
  ReviewError,
  auditReason,
  onePayment,
  reasonOf,
  requirePending,
  type Decision,
  type ReviewPlace,
} from '../../operator/review.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { isFrozen } from '../security/freeze.ts';
import { releaseEntry, settleEntry } from './ledgerEntries.ts';
import { closeWithdrawal, lockWithdrawal } from './withdrawalRepository.ts';

/**
 * Approves a withdrawal, which pays out its hold and takes the fee, or rejects it, which releases the whole hold; once,
 * also against parallel decisions and cancellations. Ledger, status, notification and audit log are one transaction.
 * Throws `ReviewError` when it is missing or already decided, for a rejection without a reason, and for an approval
 * while the user is frozen.
 */
export async function reviewWithdrawal(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  const isPassed = decision.decision === 'approve';
  const status = isPassed ? 'passed' : 'rejected';
  const payment = decision.decision === 'approve' ? decision.payment : undefined;
  const review = async (tx: Transaction) => {
    const withdrawal = requirePending(await lockWithdrawal(tx, { id: decision.id }), `withdrawal ${decision.id}`);
    if (isPassed && (await isFrozen(tx, withdrawal.userId))) throw frozenError(withdrawal);
    if (isPassed) await requireWithinDay(tx, { table: 'withdrawals', ...withdrawal }, deps.alone);
    await postEntries(tx, [isPassed ? settleEntry(withdrawal) : releaseEntry(withdrawal)]);
    const at = new Date(deps.clock.nowMs()).toISOString();
    await closeWithdrawal(tx, withdrawal.id, { status, reason, at, payment });
    const { id: ref, userId, amount, fee, currencyId, currency } = withdrawal;
    const facts = { subject: 'withdrawal', status, amount, fee, currencyId, currency, reason } as const;
    await writeUserEvent(tx, { userId, ref, at, facts });
    await writeAudit(tx, reviewer, {
      action: `withdrawals.${decision.decision}`,
      subject: `withdrawal:${withdrawal.id}`,
      ...auditReason(reason, payment),
    });
  };
  await onePayment('withdrawals_payment', () => deps.db.transaction(review));
  deps.events.publish({ type: 'events-written' });
}

function frozenError({ id, userId }: { readonly id: number; readonly userId: number }): ReviewError {
  const what = `withdrawal ${id} is not paid out: user ${userId} has frozen his account`;
  return new ReviewError('frozen', `${what}. Reject it, or wait until the freeze is lifted ("unfreeze list")`);
}
