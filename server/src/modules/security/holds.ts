/** Withdrawal holds after security changes: their end, and the change of factors that begins one. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Transaction } from '../../db/database.ts';
import type { UserId } from '@halyard/contract/ids';

/**
 * Message details of a hold that begins with this transaction: `until` in UTC by the database's clock, empty when there
 * is no hold.
 */
export async function holdDetails(tx: Transaction, hours: number): Promise<Readonly<Record<string, string>>> {
  if (hours === 0) return {};
  const end = sql`(now() + ${hours}::int * interval '1 hour') at time zone 'UTC'`;
  return (await rowsOf<{ until: string }>(tx, sql`select to_char(${end}, 'YYYY-MM-DD HH24:MI') as until`))[0] ?? {};
}

/**
 * Records the change by the database's clock, in the transaction that adds, changes or removes a factor. Other sessions
 * lose their step-up, because it was made with the earlier factors.
 */
export async function noteFactorChange(tx: Transaction, userId: UserId, currentSessionId?: number): Promise<void> {
  await tx.execute(sql`update users set factors_changed_at = now() where id = ${userId}`);
  await tx.execute(
    sql`update sessions set proved_at = null, proved_by = null
      where user_id = ${userId} and proved_at is not null and id is distinct from ${currentSessionId ?? null}::int`,
  );
}
