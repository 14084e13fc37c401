/**
 * The proof that whoever asks is the owner and not somebody with his token: it belongs to a session, and its age counts
 * by the database's clock.
 */
import { sql } from 'drizzle-orm';
import type { SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';

/** How long a proof is good. */
export const PROOF_SECONDS = 5 * 60;

/** Throws `BusinessError('PROOF_REQUIRED')` unless the session was proved in the last five minutes. */
export async function requireStepUp(db: Reader, user: SessionUser): Promise<void> {
  if ((await stepUpValidUntil(db, user)) === null) throw new BusinessError('PROOF_REQUIRED');
}

/** Until when the session needs no other proof, ISO 8601; null when it needs one now. */
export async function stepUpValidUntil(db: Reader, { id, sessionId }: SessionUser): Promise<string | null> {
  const end = sql`(proved_at + ${PROOF_SECONDS}::int * interval '1 second')`;
  const [session] = await rowsOf<{ until: string }>(
    db,
    sql`select ${isoText(end)} as until from sessions
      where id = ${sessionId} and user_id = ${id} and revoked_at is null and ${end} > clock_timestamp()`,
  );
  return session?.until ?? null;
}
