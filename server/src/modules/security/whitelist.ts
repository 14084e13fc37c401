/**
 * Withdrawal whitelist. Without it, withdrawals go only to saved addresses or the bank card, and to a new one only
 * after its hold. A thief with the session, the fund password and the mailbox could still add an address and wait out
 * one hold unnoticed. With the whitelist on, the address book and the card are closed: nothing can be added. Turning it
 * off is notified and takes the hours of a hold; additions after that are notified and held as well. So the owner gets
 * twice the time, and one more message.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { setWhitelist, Whitelist } from '@halyard/contract/withdrawals/calls';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { alertUser } from '../user/userMail.ts';
import { holdDetails } from './holds.ts';
import { requireStepUp } from './sessionStepUp.ts';

/** Hours of a hold, and of the wait before the whitelist turns off. */
type Hours = { readonly holdHours: number };

type WhitelistDeps = ReviewDeps & Hours;
type SavingDeps = Pick<WhitelistDeps, 'clock' | 'holdHours'>;

/** State of the whitelist, by the database's clock. */
export async function readWhitelist(reader: Reader, userId: UserId, { holdHours }: Hours): Promise<Whitelist> {
  const off = offAt(holdHours);
  const [row] = await rowsOf<Pick<Whitelist, 'isOn' | 'offAt'>>(
    reader,
    sql`select ${isOn(holdHours)} as "isOn", case when ${isOn(holdHours)} then ${isoText(off)} end as "offAt"
      from users where id = ${userId}`,
  );
  return { isOn: row?.isOn ?? false, offAt: row?.offAt ?? null, hours: holdHours };
}

/**
 * Turns the whitelist on immediately, or requests its end; turning it on again cancels that request. Each change is
 * notified. Throws `BusinessError('PROOF_REQUIRED')` for a session without step-up, except when a request is cancelled.
 */
export async function changeWhitelist(
  deps: WhitelistDeps,
  user: SessionUser,
  { isOn: isWanted }: RequestOf<typeof setWhitelist>,
): Promise<AnswerOf<typeof setWhitelist>> {
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const before = await readWhitelist(tx, user.id, deps);
    const isTakenBack = isWanted && before.offAt !== null;
    if (!isTakenBack) await requireStepUp(tx, user);
    const isUnchanged = isWanted ? before.isOn && !isTakenBack : !before.isOn || before.offAt !== null;
    if (isUnchanged) return before;
    await saveChange(tx, deps, { userId: user.id, isWanted, isTakenBack });
    return readWhitelist(tx, user.id, deps);
  });
}

/** Cancels a running wait before the whitelist turns off, under the lock of the user. */
export async function keepWhitelist(tx: Transaction, deps: SavingDeps, userId: UserId): Promise<void> {
  const before = await readWhitelist(tx, userId, deps);
  if (before.offAt !== null) await saveChange(tx, deps, { userId, isWanted: true, isTakenBack: true });
}

/**
 * Throws `BusinessError('ADDRESS_BOOK_CLOSED')` while nothing may be added. Hold the lock of the user to rely on it.
 */
export async function refuseClosed(reader: Reader, userId: UserId, hours: Hours): Promise<void> {
  if ((await readWhitelist(reader, userId, hours)).isOn) throw new BusinessError('ADDRESS_BOOK_CLOSED');
}

async function saveChange(
  tx: Transaction,
  { clock, holdHours }: SavingDeps,
  { userId, isWanted, isTakenBack }: { userId: UserId; isWanted: boolean; isTakenBack: boolean },
): Promise<void> {
  await tx.execute(
    isWanted
      ? sql`update users set whitelist_off_asked_at = null,
            whitelist_on_at = case when ${isTakenBack}::boolean then whitelist_on_at else now() end where id = ${userId}`
      : sql`update users set whitelist_off_asked_at = now() where id = ${userId}`,
  );
  const at = new Date(clock.nowMs()).toISOString();
  const { until = '' } = isWanted ? {} : await holdDetails(tx, holdHours);
  await alertUser(
    tx,
    isWanted
      ? { userId, kind: 'whitelist_on', at }
      : { userId, kind: until === '' ? 'whitelist_off' : 'whitelist_off_asked', details: { off: until }, at },
  );
}

function offAt(hours: number): SQL {
  return sql`(whitelist_off_asked_at + ${hours}::int * interval '1 hour')`;
}

function isOn(hours: number): SQL {
  return sql`(whitelist_on_at is not null and coalesce(${offAt(hours)} > clock_timestamp(), true))`;
}
