/**
 * The moment at which a new fund password takes the place of a forgotten one. It is looked for wherever the fund
 * password is, so no node's clock and no late work makes it earlier or later than the database's clock has it.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { addJob, ONLY, type LeaseJob } from '../../jobs/job.ts';
import { forgetFundTries } from '../user/loginGuard.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';

type JobDeps = { readonly db: Database; readonly clock: Clock };

/**
 * Puts the new one in force where its time has come, and tells the user; answers whether it did. It counts as new from
 * its proof on, so withdrawals wait no longer than for that.
 */
export async function applyDueReset({ db, clock }: JobDeps, userId: UserId): Promise<boolean> {
  const due = sql`user_id = ${userId} and status = 'waiting' and works_at <= clock_timestamp()`;
  // Most have none: nothing is locked for them.
  const found = await rowsOf(db, sql`select 1 as due from fund_password_resets where ${due}`);
  if (found.length === 0) return false;
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const applied = await rowsOf(
      tx,
      sql`update users u set fund_password_hash = r.password_hash,
          fund_password_at = r.works_at - r.wait_hours * interval '1 hour'
        from fund_password_resets r where u.id = ${userId} and r.user_id = u.id and r.status = 'waiting'
          and r.works_at <= clock_timestamp() returning r.id`,
    );
    if (applied.length === 0) return false;
    await forgetFundTries(tx, userId);
    await tx.execute(
      sql`update fund_password_resets set status = 'done', password_hash = null, closed_at = now() where ${due}`,
    );
    await alertUser(tx, { userId, kind: 'fund_password_reset_done', at: new Date(clock.nowMs()).toISOString() });
    return true;
  });
}

const EVERY_MS = 60_000;
const AT_ONCE_MAX = 100;

/** Looks every minute for those whose users do not come by, so that they are told at the time. */
export function createFundResetJob(deps: JobDeps): LeaseJob {
  const nextAt = () => ({ againInMs: EVERY_MS });
  return {
    name: 'fund_password_resets',
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: 'fund_password_resets', key: ONLY, dueAtMs: deps.clock.nowMs() + EVERY_MS }]),
    run: async () => {
      const rows = await rowsOf<{ userId: UserId }>(
        deps.db,
        sql`select user_id as "userId" from fund_password_resets
          where status = 'waiting' and works_at <= clock_timestamp() order by id limit ${AT_ONCE_MAX}`,
      );
      for (const { userId } of rows) await applyDueReset(deps, userId);
      return nextAt();
    },
  };
}
