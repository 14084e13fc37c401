/** Recovery codes: ten of 80 random bits, shown once, kept as hashes, each good once in place of an app. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { base32 } from '@scure/base';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** How many there are at once. */
export const RECOVERY_CODES = 10;

const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;
// What is read off paper and cannot be meant: base32 has none of these digits.
const MISREAD: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };

/** Writes ten new ones in the place of all that were there; answers them, `ABCD-EFGH-IJKL-MNOP`. */
export async function replaceRecoveryCodes(tx: Transaction, userId: UserId): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32.encode(randomBytes(CODE_BYTES)));
  await dropRecoveryCodes(tx, userId);
  const rows = codes.map((code) => sql`(${userId}, ${hashOf(userId, code)})`);
  await tx.execute(sql`insert into recovery_codes (user_id, code_hash) values ${sql.join(rows, sql`, `)}`);
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** Forgets all of them. */
export async function dropRecoveryCodes(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`);
}

/** How many are left. */
export async function countRecoveryCodes(reader: Reader, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from recovery_codes where user_id = ${userId} and used_at is null`,
  );
  return row?.count ?? 0;
}

/** Uses a code up; false when it is none, or was used. Case, blanks and dashes do not count. */
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

/** Eighty random bits need no slow hash; the user in it makes a stolen table of hashes one for each user. */
function hashOf(userId: UserId, code: string): string {
  return createHash('sha256').update(`recovery ${userId} ${code}`).digest('hex');
}
