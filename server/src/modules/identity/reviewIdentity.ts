/** Review of an identity check by an operator, or by the sandbox's autopilot. */
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { ReviewError, reasonOf, requirePending, type Decision, type ReviewPlace } from '../../operator/review.ts';
import { breaksUnique } from '../../db/database.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { closeCheck, findHolder, lockCheck, VERIFIED_NUMBER } from './identityRepository.ts';

/**
 * Verifies a check of either level, or rejects it, after which the user may submit again; once. Status, notification
 * and audit log are one transaction. Throws `ReviewError` when it is missing or already decided, for an ID number that
 * another user is verified with, and for a rejection without a reason.
 */
export async function reviewIdentity(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  try {
    await review(deps, decision, reviewer);
  } catch (error) {
    if (!breaksUnique(error, VERIFIED_NUMBER)) throw error;
    const holder = await findHolder(deps.db, decision.id);
    const owner = holder === undefined ? 'another user' : `user ${holder.userId} (identity check ${holder.checkId})`;
    throw new ReviewError(
      'duplicate',
      `identity check ${decision.id} cannot be verified: ${owner} is verified with the same ID number`,
    );
  }
}

async function review(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  const status = decision.decision === 'approve' ? 'verified' : 'rejected';
  await deps.db.transaction(async (tx) => {
    const check = requirePending(await lockCheck(tx, decision.id), `identity check ${decision.id}`);
    const at = new Date(deps.clock.nowMs()).toISOString();
    await closeCheck(tx, check.id, { status, reason, at });
    const facts = { subject: 'identity', status, level: check.level, reason } as const;
    await writeUserEvent(tx, { userId: check.userId, ref: check.id, at, facts });
    await writeAudit(tx, reviewer, {
      action: `identity.${decision.decision}`,
      subject: `identity:${check.id}`,
      ...(reason === null ? {} : { reason }),
    });
  });
  deps.events.publish({ type: 'events-written' });
}
