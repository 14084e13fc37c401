/** The table of identity checks. Of a level the newest row counts. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import { rowsOf, type Reader } from '../../db/database.ts';
import { BusinessError } from '../../errors.ts';

/** The two levels of verification. */
export type IdentityLevelName = 'basic' | 'advanced';

/** Whether the newest basic check of a user is verified. */
export async function isVerified(reader: Reader, userId: UserId): Promise<boolean> {
  const [newest] = await rowsOf<{ status: string }>(
    reader,
    sql`select status from identity_checks where user_id = ${userId} and level = 'basic' order by id desc limit 1`,
  );
  return newest?.status === 'verified';
}

/** Lets pass who is verified at the basic level. Throws `BusinessError('REAL_NAME_REQUIRED')`. */
export async function requireVerified(reader: Reader, userId: UserId): Promise<void> {
  if (!(await isVerified(reader, userId))) throw new BusinessError('REAL_NAME_REQUIRED');
}
