/** Reviewing a forgotten fund password: an operator compares who asks with who was verified. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { reasonOf, requirePending, type Decision, type ReviewPlace } from '../../operator/review.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';
import { describeWaits } from './fundReset.ts';

type Pending = { readonly id: number; readonly userId: UserId; readonly status: string };

/**
 * Lets a new fund password wait its hours from now on, by the database's clock, or gives it up; once. Throws
 * `ReviewError` for one that is missing or decided, and for a rejection without a reason.
 */
export async function reviewFundReset(place: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  await place.db.transaction(async (tx) => {
    const { id, userId } = requirePending(await lockReset(tx, decision.id), `fund-password ${decision.id}`);
    if (reason === null) {
      await tx.execute(
        sql`update fund_password_resets set status = 'waiting', works_at = now() + wait_hours * interval '1 hour'
          where id = ${id}`,
      );
      await describeWaits(tx, place, { userId, id });
    } else {
      await tx.execute(
        sql`update fund_password_resets set status = 'rejected', password_hash = null, reject_reason = ${reason},
            closed_at = now() where id = ${id}`,
      );
      const at = new Date(place.clock.nowMs()).toISOString();
      await alertUser(tx, { userId, kind: 'fund_password_reset_rejected', details: { reason }, at });
    }
    await writeAudit(tx, reviewer, {
      action: `fund-passwords.${decision.decision}`,
      subject: `fund-password:${id}`,
      ...(reason === null ? {} : { reason }),
    });
  });
  place.events.publish({ type: 'events-written' });
}

/** The user first, as all that changes his fund password has it. */
async function lockReset(tx: Transaction, id: number): Promise<Pending | undefined> {
  const read = () =>
    rowsOf<Pending>(tx, sql`select id, user_id as "userId", status from fund_password_resets where id = ${id}::bigint`);
  const [found] = await read();
  if (found === undefined) return undefined;
  await lockUser(tx, found.userId);
  return (await read())[0];
}
