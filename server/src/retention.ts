/** What the exchange forgets, and when. The ledger, orders, fills, prices, reviews, chats and the audit log are never forgotten. */
import { sql, type SQL } from 'drizzle-orm';
import { pruneRows, type Pruner } from './due/pruneKind.ts';
import { isOpen } from './modules/push/pushRepository.ts';
import { SESSION_IDLE_MS } from './modules/user/sessions.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A device asks again with a request id for as long as it does not know the outcome; one that comes back after a week is asked to look at its records. */
const REQUESTS_KEPT_MS = 7 * DAY_MS;
/** Limits of codes look back a day from when a code was made; it is good for minutes. */
const CODES_KEPT_MS = 2 * DAY_MS;
/** A device is known by the sessions that it had: after a quarter of a year it is a new one again. */
const ENDED_SESSIONS_KEPT_MS = 90 * DAY_MS;
/** Long enough to find a code that was sent while nobody looked. */
const OUTBOX_KEPT_MS = 7 * DAY_MS;

const before = (nowMs: number, keptMs: number): SQL => sql`${new Date(nowMs - keptMs).toISOString()}::timestamptz`;

/** By the name that their work is known by. */
export const PRUNERS: Readonly<Record<string, Pruner>> = {
  requests: pruneRows('client_requests', (nowMs) => sql`created_at < ${before(nowMs, REQUESTS_KEPT_MS)}`),
  codes: pruneRows('codes', (nowMs) => sql`expires_at < ${before(nowMs, CODES_KEPT_MS)}`),
  // What hangs on a session goes with it.
  sessions: pruneRows('sessions', (nowMs) => {
    const since = before(nowMs, ENDED_SESSIONS_KEPT_MS);
    const idleSince = before(nowMs, ENDED_SESSIONS_KEPT_MS + SESSION_IDLE_MS);
    return sql`revoked_at < ${since} or expires_at < ${since} or last_seen_at < ${idleSince}`;
  }),
  subscriptions: pruneRows(
    'push_subscriptions',
    (nowMs) => sql`session_id in (select s.id from sessions s where not ${isOpen(nowMs)})`,
  ),
  outbox: pruneRows('outbox', (nowMs) => sql`created_at < ${before(nowMs, OUTBOX_KEPT_MS)}`),
};
