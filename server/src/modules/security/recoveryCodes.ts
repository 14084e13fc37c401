/** Recovery codes: ten of 80 random bits, shown once, stored as hashes, each valid once in place of an app. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { base32 } from '@scure/base';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** Number of codes in a set. */
const RECOVERY_CODES = 10;

const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;
// Digits that base32 does not have, as the letters they are misread from.
const MISREAD: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };

/** Replaces all codes with ten new ones; resolves to them, as `ABCD-EFGH-IJKL-MNOP`. */
export async function replaceRecoveryCodes(tx: Transaction, userId: UserId): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32.encode(randomBytes(CODE_BYTES)));
  await dropRecoveryCodes(tx, userId);
  const rows = codes.map((code) => sql`(${userId}, ${hashOf(userId, code)})`);
  await tx.execute(sql`insert into recovery_codes (user_id, code_hash) values ${sql.join(rows, sql`, `)}`);
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** Deletes all codes of a user. */
export async function dropRecoveryCodes(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`);
}

/** Number of unused codes. */
export async function countRecoveryCodes(reader: Reader, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from recovery_codes where user_id = ${userId} and used_at is null`,
  );
  return row?.count ?? 0;
}

/** Uses a code up; false when it is wrong or used. Case, blanks and dashes are ignored. */
export async function useRecoveryCode(tx: Transaction, userId: UserId, text: string): Promise<boolean> {
  const code = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/[018]/g, (digit) => MISREAD[digit] ?? digit);
  const used = await rowsOf(
    tx,
    sql`update recovery_codes set used_at = clock_timestamp()
      where user_id = ${userId} and code_hash = ${hashOf(userId, code)} and used_at is null returning 1 as used`,
  );
  return used.length > 0;
}

/** Eighty random bits need no slow hash; the user id as salt separates the users' hashes. */
function hashOf(userId: UserId, code: string): string {
  return createHash('sha256').update(`recovery ${userId} ${code}`).digest('hex');
}
