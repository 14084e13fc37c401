/**
 * Known addresses only. A withdrawal goes to an address of the book or to the bank card anyway, and to a new one only
 * after its hold. What is left for a thief who has the session, the fund password and the mailbox is to add his own
 * address and to wait out one hold while the owner is asleep or without his mail. So with this on the book and the card
 * are closed: nothing gets in, not even with a hold. He has to ask for its end first, which is told and takes the hours
 * of a hold, and what he adds then is told and held as well. The owner has twice the time, and one more message.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { setWhitelist, Whitelist } from '@halyard/contract/withdrawals/calls';
import type { SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import type { ReviewDeps } from '../../operator/review.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';
import { holdDetails } from './holdDetails.ts';
import { requireStepUp } from './proofs.ts';

/** How long withdrawals wait for what is new, and the book for its end. */
type Hours = { readonly holdHours: number };

type WhitelistDeps = ReviewDeps & Hours;

/** How it stands, by the database's clock. */
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
 * Turns it on at once, or asks for its end; on again takes that back. Each is told. Throws
 * `BusinessError('PROOF_REQUIRED')` for a session that was not proved, but not where something is taken back.
 */
export async function changeWhitelist(
  deps: WhitelistDeps,
  user: SessionUser,
  { isOn: isWanted }: RequestOf<typeof setWhitelist>,
): Promise<AnswerOf<typeof setWhitelist>> {
  const answer = await deps.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const before = await readWhitelist(tx, user.id, deps);
    const isTakenBack = isWanted && before.offAt !== null;
    if (!isTakenBack) await requireStepUp(tx, user);
    const isThere = isWanted ? before.isOn && !isTakenBack : !before.isOn || before.offAt !== null;
    if (isThere) return before;
    await write(tx, deps, { userId: user.id, isWanted, isTakenBack });
    return readWhitelist(tx, user.id, deps);
  });
  deps.events.publish({ type: 'events-written' });
  return answer;
}

/**
 * Throws `BusinessError('ADDRESS_BOOK_CLOSED')` while nothing may be added. To rely on it, hold the lock of the user.
 */
export async function refuseClosed(reader: Reader, userId: UserId, hours: Hours): Promise<void> {
  if ((await readWhitelist(reader, userId, hours)).isOn) throw new BusinessError('ADDRESS_BOOK_CLOSED');
}

async function write(
  tx: Transaction,
  { clock, holdHours }: WhitelistDeps,
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
