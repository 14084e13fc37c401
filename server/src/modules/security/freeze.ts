/**
 * A frozen account: nothing goes out, and nothing new is begun, while its owner may still log in and close what is
 * open. He freezes it at once and by himself; lifting it is reviewed.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import { createSessions } from '../user/sessions.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';
import { endReset } from './factorReset.ts';
import { endOpenReset } from './fundReset.ts';

export type FreezeDeps = { readonly db: Database; readonly clock: Clock; readonly events: EventBus };

/** Whether an account is frozen. */
export async function isFrozen(reader: Reader, userId: UserId): Promise<boolean> {
  const rows = await rowsOf(reader, sql`select 1 as frozen from users where id = ${userId} and frozen_at is not null`);
  return rows.length > 0;
}

/**
 * Throws `BusinessError('ACCOUNT_FROZEN')` for a frozen account. To rely on it until the end of a transaction, hold the
 * lock of `lockUser`.
 */
export async function refuseFrozen(reader: Reader, userId: UserId): Promise<void> {
  if (await isFrozen(reader, userId)) throw new BusinessError('ACCOUNT_FROZEN');
}

/**
 * Freezes an account and ends its sessions, all but `currentSessionId`; tells its owner when it was not frozen before. One
 * that is frozen already is frozen anew: what was asked meanwhile to lift it is void.
 */
export async function freeze(deps: FreezeDeps, userId: UserId, currentSessionId?: number): Promise<void> {
  const { db, clock, events } = deps;
  const announceEnds = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const wasFrozen = await isFrozen(tx, userId);
    await tx.execute(sql`update users set frozen_at = clock_timestamp() where id = ${userId}`);
    await tx.execute(
      sql`update unfreeze_requests set status = 'cancelled', reviewed_at = now() where user_id = ${userId} and status = 'pending'`,
    );
    // Whatever is under way in the owner's name may be what he froze the account for.
    await endReset(tx, clock, userId);
    await endOpenReset(tx, userId);
    const at = new Date(clock.nowMs()).toISOString();
    if (!wasFrozen) await alertUser(tx, { userId, kind: 'account_frozen', sessionId: currentSessionId, at });
    return createSessions(deps).endAll(tx, userId, currentSessionId);
  });
  announceEnds?.();
  events.publish({ type: 'events-written' });
}

/**
 * Lifts a freeze, in the transaction of what allows it. What was changed meanwhile begins its hold now: nobody lets it
 * pass while the account is frozen.
 */
export async function liftFreeze(tx: Transaction, userId: UserId): Promise<void> {
  const fromNow = (column: SQL) => sql`case when ${column} > frozen_at then now() else ${column} end`;
  await tx.execute(
    sql`update users set frozen_at = null,
        fund_password_at = ${fromNow(sql`fund_password_at`)}, factors_changed_at = ${fromNow(sql`factors_changed_at`)},
        withdrawals_blocked_until = case when password_changed_at > frozen_at
          then now() + (withdrawals_blocked_until - password_changed_at) else withdrawals_blocked_until end
      where id = ${userId}`,
  );
}
