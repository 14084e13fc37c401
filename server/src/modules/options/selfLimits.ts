/** Self-imposed limits of users, and their use. */
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { setSelfLimits, type SelfLimits } from '@halyard/contract/options/calls';
import { decimal, fitsPlaces, isNegative, max, ZERO, type Decimal, MONEY_PLACES } from '@halyard/contract/money';
import { changeLimits, limitsAt, type DayUse, type LimitState } from '@halyard/contract/options/selfLimits';
import { dateOf } from '@halyard/contract/time';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrNull } from '../../db/decimals.ts';
import { lockUser } from '../../db/lockUser.ts';
import { runOnce } from '../../db/runOnce.ts';
import type { Row as TableRow } from '../../db/rows.ts';

type Own = LimitState & { readonly reminderMinutes: number | null };
type Row = TableRow<
  'option_limits',
  'daily_stake' | 'daily_loss' | 'reminder_minutes' | 'next_daily_stake' | 'next_daily_loss' | 'next_from'
>;

/** A user's limits in force at an instant. */
export async function readSelfLimits(reader: Reader, userId: UserId, atMs: number): Promise<Own> {
  const [row] = await rowsOf<Row>(
    reader,
    sql`select daily_stake::text as daily_stake, daily_loss::text as daily_loss, reminder_minutes,
        next_daily_stake::text as next_daily_stake, next_daily_loss::text as next_daily_loss,
        ${isoText(sql`next_from`)} as next_from
      from option_limits where user_id = ${userId}`,
  );
  if (row === undefined) return { dailyStake: null, dailyLoss: null, next: null, reminderMinutes: null };
  const { next_from: from } = row;
  const state = {
    dailyStake: decimalOrNull(row.daily_stake),
    dailyLoss: decimalOrNull(row.daily_loss),
    next:
      from === null
        ? null
        : { dailyStake: decimalOrNull(row.next_daily_stake), dailyLoss: decimalOrNull(row.next_daily_loss), from },
  };
  return { ...limitsAt(state, atMs), reminderMinutes: row.reminder_minutes };
}

/**
 * The stakes and losses of a user on an instant's UTC day, over the options bought that day; open ones count as lost.
 */
export async function readDayUse(reader: Reader, userId: UserId, atMs: number): Promise<DayUse> {
  const [row] = await rowsOf<{ staked: string; lost: string }>(
    reader,
    sql`select coalesce(sum(stake), 0)::text as staked, coalesce(sum(case result
          when 'win' then fee - payout when 'tie' then fee when 'void' then 0 else stake + fee end), 0)::text as lost
      from options where user_id = ${userId} and purchased_at >= ${dateOf(atMs)}::timestamptz
        and purchased_at < ${dateOf(atMs)}::timestamptz + interval '1 day'`,
  );
  if (row === undefined) throw new Error('a sum has no row');
  return { staked: decimal(row.staked), lost: max(decimal(row.lost), ZERO) };
}

/** A user's limits, as calls answer them. */
export async function answerSelfLimits(reader: Reader, userId: UserId, nowMs: number): Promise<SelfLimits> {
  const own = await readSelfLimits(reader, userId, nowMs);
  const { staked: stakedToday, lost: lostToday } = await readDayUse(reader, userId, nowMs);
  return { ...own, stakedToday, lostToday };
}

/** Sets limits. Throws `BusinessError` with the codes that the call documents. */
export async function writeSelfLimits(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  userId: UserId,
  request: RequestOf<typeof setSelfLimits>,
): Promise<AnswerOf<typeof setSelfLimits>> {
  for (const limit of [request.dailyStake, request.dailyLoss]) requireLimit(limit);
  const once = { call: setSelfLimits, userId, requestId: request.clientRequestId, request, clock };
  return runOnce(db, once, async (tx) => {
    await lockUser(tx, userId);
    const nowMs = clock.nowMs();
    const before = await readSelfLimits(tx, userId, nowMs);
    const { reminderMinutes: minutes } = request;
    const reminderMinutes = minutes === undefined ? before.reminderMinutes : minutes || null;
    await write(tx, userId, { ...changeLimits(before, request, nowMs), reminderMinutes });
    return answerSelfLimits(tx, userId, nowMs);
  });
}

function requireLimit(limit: Decimal | null | undefined): void {
  if (limit == null) return;
  // Zero is a limit too.
  if (isNegative(limit)) throw new BusinessError('AMOUNT_TOO_SMALL', { min: ZERO });
  if (!fitsPlaces(limit, MONEY_PLACES)) throw new BusinessError('AMOUNT_PRECISION', { places: MONEY_PLACES });
}

async function write(tx: Transaction, userId: UserId, own: Own): Promise<void> {
  const { dailyStake, dailyLoss, reminderMinutes, next } = own;
  await tx.execute(
    sql`insert into option_limits (user_id, daily_stake, daily_loss, reminder_minutes, next_daily_stake, next_daily_loss, next_from)
      values (${userId}, ${dailyStake}, ${dailyLoss}, ${reminderMinutes}, ${next?.dailyStake ?? null},
        ${next?.dailyLoss ?? null}, ${next?.from ?? null})
      on conflict (user_id) do update set daily_stake = excluded.daily_stake, daily_loss = excluded.daily_loss,
        reminder_minutes = excluded.reminder_minutes, next_daily_stake = excluded.next_daily_stake,
        next_daily_loss = excluded.next_daily_loss, next_from = excluded.next_from`,
  );
}
