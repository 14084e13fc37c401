/** When a user's second factors changed last: withdrawals wait for what is new. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { Transaction } from '../../db/database.ts';

/**
 * Notes it, by the database's clock, in the transaction that adds, changes or removes a factor. What other sessions
 * proved they proved by the factors before, and counts no more.
 */
export async function noteFactorChange(tx: Transaction, userId: UserId, currentSessionId?: number): Promise<void> {
  await tx.execute(sql`update users set factors_changed_at = now() where id = ${userId}`);
  await tx.execute(
    sql`update sessions set proved_at = null, proved_by = null
      where user_id = ${userId} and proved_at is not null and id is distinct from ${currentSessionId ?? null}::int`,
  );
}
