/**
 * The fund password in the table of users: its hash, the wrong ones in a row, and until when no further one is looked
 * at.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import { FUND_PASSWORD_TRIES } from '@halyard/contract/rules/fundPassword';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { countedFailures, freeAfter } from './waits.ts';

/** A look at the hash that somebody may take. It counts as a wrong one until it is known to be right. */
export type Look = {
  readonly hash: string;
  /** Wrong ones in a row, this one among them. */
  readonly failures: number;
  /** Until when no further one is looked at if this one is wrong. */
  readonly freeAt: string | null;
};

/**
 * Counts a try and answers the hash to compare with, in one statement: however many come at once, on however many
 * nodes, each is counted before it is looked at. `undefined` when none is set or a wait is on.
 */
export async function takeLook(db: Database, userId: UserId, nowMs: number): Promise<Look | undefined> {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`;
  const failures = countedFailures(sql`fund_password_failures`);
  const [look] = await rowsOf<Look>(
    db,
    sql`update users set
        fund_password_failures = ${failures},
        fund_password_free_at = ${freeAfter(failures, FUND_PASSWORD_TRIES, now)}
      where id = ${userId} and fund_password_hash is not null
        and (fund_password_free_at is null or fund_password_free_at <= ${now})
      returning fund_password_hash as hash, fund_password_failures as failures,
        fund_password_free_at::text as "freeAt"`,
  );
  return look;
}

/** Takes back a look that nobody could take, with the wait that it began. */
export async function takeLookBack(db: Database, userId: UserId, { freeAt }: Look): Promise<void> {
  await db.execute(
    sql`update users set fund_password_failures = greatest(fund_password_failures - 1, 0),
        fund_password_free_at = case when fund_password_free_at is not distinct from ${freeAt}::timestamptz then null
          else fund_password_free_at end
      where id = ${userId}`,
  );
}

/** Forgets the wrong ones, after a right one. */
export async function forgetFailures(db: Database, userId: UserId): Promise<void> {
  await db.execute(sql`update users set fund_password_failures = 0, fund_password_free_at = null where id = ${userId}`);
}

/** Whether a fund password is set, and how long the next try has to wait, in milliseconds (0: not at all). */
export async function readFundPassword(
  reader: Reader,
  userId: UserId,
  nowMs: number,
): Promise<{ readonly isSet: boolean; readonly waitMs: number }> {
  const [row] = await rowsOf<{ is_set: boolean; free_at_ms: string | null }>(
    reader,
    sql`select fund_password_hash is not null as is_set,
        (extract(epoch from fund_password_free_at) * 1000)::bigint::text as free_at_ms
      from users where id = ${userId}`,
  );
  const freeAtMs = row?.free_at_ms == null ? nowMs : Number.parseInt(row.free_at_ms, 10);
  return { isSet: row?.is_set ?? false, waitMs: Math.max(freeAtMs - nowMs, 0) };
}

/**
 * Writes a new hash in the place of the one that was looked at (null: none was set); false when another one is there by
 * now.
 */
export async function replaceHash(
  tx: Transaction,
  userId: UserId,
  { before, after }: { readonly before: string | null; readonly after: string },
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update users set fund_password_hash = ${after}, fund_password_at = now(), fund_password_failures = 0,
        fund_password_free_at = null
      where id = ${userId} and fund_password_hash is not distinct from ${before} returning id`,
  );
  return rows.length > 0;
}
