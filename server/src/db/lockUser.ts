/** The lock of a user, which serialises everything that depends on the state of their account. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Transaction } from './database.ts';

/** Locks the user's account until the transaction ends. References to the user do not wait. */
export async function lockUser(tx: Transaction, id: UserId): Promise<void> {
  await rowsOf(tx, sql`select 1 from users where id = ${id} for no key update`, 'lock_user');
}
