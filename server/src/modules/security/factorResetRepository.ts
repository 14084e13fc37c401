/** The table of wishes to have the second factors removed. Times are the database's. */
import { sql } from 'drizzle-orm';
import type { FactorReset } from '@halyard/contract/security/factorCalls';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';

/** What an operator, the owner or the time decides on. */
export type ResetRecord = {
  readonly id: number;
  readonly userId: UserId;
  readonly status: string;
  /** Whether its wait is over; false of one that does not wait. */
  readonly isDue: boolean;
};

type NewReset = {
  readonly userId: UserId;
  readonly waitHours: number;
  readonly ip: string;
  readonly userAgent: string | undefined;
};

/** Writes a wish; undefined when one is under way. */
export async function insertReset(tx: Transaction, wish: NewReset): Promise<number | undefined> {
  const { userId, waitHours, ip, userAgent } = wish;
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into factor_resets (user_id, wait_hours, ip, user_agent)
      values (${userId}, ${waitHours}, ${ip}, ${userAgent?.slice(0, 300) ?? null}) on conflict do nothing returning id`,
  );
  return row?.id;
}

/** The one that is under way. */
export async function readReset(reader: Reader, userId: UserId): Promise<FactorReset | null> {
  const [row] = await rowsOf<FactorReset>(
    reader,
    sql`select status, ${isoText(sql`created_at`)} as "requestedAt", ${isoText(sql`effective_at`)} as "effectiveAt"
      from factor_resets where user_id = ${userId} and status in ('pending', 'approved')`,
  );
  return row ?? null;
}

/** A wish, locked until the transaction ends. */
export async function lockReset(tx: Transaction, id: number): Promise<ResetRecord | undefined> {
  const [row] = await rowsOf<ResetRecord>(
    tx,
    sql`select id, user_id as "userId", status, coalesce(effective_at <= clock_timestamp(), false) as "isDue"
      from factor_resets where id = ${id} for update`,
  );
  return row;
}

/** Lets the wait begin; answers how long it is, and its end in UTC as messages show it. */
export async function approveReset(
  tx: Transaction,
  id: number,
): Promise<{ readonly waitMs: number; readonly effective: string }> {
  const [row] = await rowsOf<{ waitMs: number; effective: string }>(
    tx,
    sql`update factor_resets set status = 'approved', reviewed_at = clock_timestamp(),
        effective_at = clock_timestamp() + wait_hours * interval '1 hour'
      where id = ${id} returning wait_hours * 3600000::float8 as "waitMs",
        to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as effective`,
  );
  if (row === undefined) throw new Error(`factor reset ${id} is gone`);
  return row;
}

/** Refuses one. */
export async function rejectReset(tx: Transaction, id: number, reason: string | null): Promise<void> {
  await tx.execute(
    sql`update factor_resets set status = 'rejected', reject_reason = ${reason}, reviewed_at = clock_timestamp(),
        ended_at = clock_timestamp() where id = ${id}`,
  );
}

/** Calls off the one that is under way; false when there is none. */
export async function cancelReset(tx: Transaction, userId: UserId): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update factor_resets set status = 'cancelled', ended_at = clock_timestamp()
      where user_id = ${userId} and status in ('pending', 'approved') returning 1 as cancelled`,
  );
  return rows.length > 0;
}

/** Ends one that has taken effect. */
export async function finishReset(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`update factor_resets set status = 'done', ended_at = clock_timestamp() where id = ${id}`);
}
