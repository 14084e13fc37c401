/**
 * Step-up of a session: its user proved to be the owner, which a token alone does not. It expires by the database's
 * clock.
 */
import { sql } from 'drizzle-orm';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader } from '../../db/database.ts';

/** Lifetime of a step-up. */
export const STEP_UP_SECONDS = 5 * 60;

/** Throws `BusinessError('PROOF_REQUIRED')` unless the session was stepped up in the last five minutes. */
export async function requireStepUp(db: Reader, user: SessionUser): Promise<void> {
  if ((await stepUpValidUntil(db, user)) === null) throw new BusinessError('PROOF_REQUIRED');
}

/** End of the session's step-up, ISO 8601; null when it has none. */
export async function stepUpValidUntil(db: Reader, { id, sessionId }: SessionUser): Promise<string | null> {
  const end = sql`(proved_at + ${STEP_UP_SECONDS}::int * interval '1 second')`;
  const [session] = await rowsOf<{ until: string }>(
    db,
    sql`select ${isoText(end)} as until from sessions
      where id = ${sessionId} and user_id = ${id} and revoked_at is null and ${end} > clock_timestamp()`,
  );
  return session?.until ?? null;
}
