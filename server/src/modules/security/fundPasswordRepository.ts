/** The fund password in the table of users: its hash. Wrong ones are counted by `loginGuard.ts`. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { forgetFundTries } from '../user/loginGuard.ts';

/** Its hash; null while none is set. */
export async function readHash(reader: Reader, userId: UserId): Promise<string | null> {
  const [row] = await rowsOf<{ hash: string | null }>(
    reader,
    sql`select fund_password_hash as hash from users where id = ${userId}`,
  );
  return row?.hash ?? null;
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
    sql`update users set fund_password_hash = ${after}, fund_password_at = now()
      where id = ${userId} and fund_password_hash is not distinct from ${before} returning id`,
  );
  if (rows.length === 0) return false;
  await forgetFundTries(tx, userId);
  return true;
}
