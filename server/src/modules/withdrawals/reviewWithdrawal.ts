/** Reviewing a withdrawal: an operator, or the sandbox's autopilot, passes or rejects it. */
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
 * Passes a withdrawal, which pays out what it holds and takes the fee, or rejects it, which gives everything back;
 * once, whoever else decides or cancels at the same time. Ledger, status, what the user is told and audit log are one
 * transaction. Throws `ReviewError` for one that is missing or decided, for a rejection without a reason, and rather
 * than pay out what a frozen user asked for.
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
