/** Where else a user is logged in: after a change of his factors he may want to end that. */
import { sql } from 'drizzle-orm';
import type { SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { SESSION_IDLE_MS } from '../user/sessions.ts';

/** How many other sessions are open. */
export async function countOtherSessions(
  reader: Reader,
  { id, sessionId }: SessionUser,
  clock: Clock,
): Promise<number> {
  const now = new Date(clock.nowMs()).toISOString();
  const idleSince = new Date(clock.nowMs() - SESSION_IDLE_MS).toISOString();
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from sessions where user_id = ${id} and id <> ${sessionId}
      and revoked_at is null and expires_at > ${now} and last_seen_at > ${idleSince}`,
  );
  return row?.count ?? 0;
}
