/** Reviewing a withdrawal: an operator, or the sandbox's autopilot, passes or rejects it. */
import { postMovements } from '../../ledger/ledger.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { reasonOf, requirePending, type Decision, type ReviewDeps } from '../../operator/review.ts';
import { releaseMovement, settleMovement } from './movements.ts';
import { publishWithdrawal } from './publishWithdrawal.ts';
import { closeWithdrawal, lockWithdrawal } from './withdrawalRepository.ts';

/**
 * Passes a withdrawal, which pays out what it holds and takes the fee, or rejects it, which gives everything back; once, whoever else decides or cancels at the same time.
 * Ledger, status and audit log are one transaction. Throws `ReviewError` for one that is missing or decided, and for a rejection without a reason.
 */
export async function reviewWithdrawal(deps: ReviewDeps, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  const isPassed = decision.decision === 'approve';
  const status = isPassed ? 'passed' : 'rejected';
  const reviewed = await deps.db.transaction(async (tx) => {
    const withdrawal = requirePending(await lockWithdrawal(tx, { id: decision.id }), `withdrawal ${decision.id}`);
    await postMovements(tx, [isPassed ? settleMovement(withdrawal) : releaseMovement(withdrawal)]);
    await closeWithdrawal(tx, withdrawal.id, { status, reason, at: new Date(deps.clock.nowMs()).toISOString() });
    await writeAudit(tx, reviewer, {
      action: `withdrawals.${decision.decision}`,
      subject: `withdrawal:${withdrawal.id}`,
      ...(reason === null ? {} : { reason }),
    });
    return withdrawal;
  });
  publishWithdrawal(deps.events, reviewed, status);
}
