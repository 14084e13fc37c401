/** Sessions: a random token for the user, its hash for the database, and an end by logout, by silence or by age. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import type { Caller, SessionUser } from '../../callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import type { EventBus } from '../../events.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A session that nobody used for so long is over. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** A session is over at this age, used or not. */
export const SESSION_AGE_MS = 30 * DAY_MS;
/** How exactly it is known when a session was last used; a write on every call would cost more than it tells. */
const SEEN_EVERY_MS = MINUTE_MS;

const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;

type SessionsDeps = { readonly db: Database; readonly clock: Clock; readonly events: EventBus };

/** Opens, checks and ends sessions. */
export type Sessions = ReturnType<typeof createSessions>;

/** Makes the sessions of a database. Ends are published as `session-ended`. */
export function createSessions({ db, clock, events }: SessionsDeps) {
  const at = (ms: number) => new Date(ms).toISOString();

  return {
    /** Opens a session; answers its token, which is not stored anywhere. */
    async open(userId: UserId, { ip, userAgent }: Caller): Promise<string> {
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const now = clock.nowMs();
      await db.execute(sql`
        insert into sessions (user_id, token_hash, user_agent, ip, created_at, last_seen_at, expires_at)
        values (${userId}, ${hashOf(token)}, ${userAgent?.slice(0, 300) ?? null}, ${ip}, ${at(now)}, ${at(now)}, ${at(now + SESSION_AGE_MS)})`);
      return token;
    },

    /** The user a token stands for; `undefined` when it is unknown, revoked or over. */
    async verify(token: string): Promise<SessionUser | undefined> {
      if (!TOKEN.test(token)) return undefined;
      const now = clock.nowMs();
      const [row] = await rowsOf<{ id: number; user_id: number; is_stale: boolean }>(
        db,
        sql`select id, user_id, last_seen_at <= ${at(now - SEEN_EVERY_MS)} as is_stale from sessions
          where token_hash = ${hashOf(token)} and revoked_at is null
            and expires_at > ${at(now)} and last_seen_at > ${at(now - SESSION_IDLE_MS)}`,
      );
      if (row === undefined) return undefined;
      if (row.is_stale) await db.execute(sql`update sessions set last_seen_at = ${at(now)} where id = ${row.id}`);
      return { id: row.user_id as UserId, sessionId: row.id };
    },

    /** Ends one session at once, on every node. */
    async end({ id, sessionId }: SessionUser): Promise<void> {
      await db.execute(
        sql`update sessions set revoked_at = ${at(clock.nowMs())} where id = ${sessionId} and revoked_at is null`,
      );
      events.publish({ type: 'session-ended', userId: id, sessionId });
    },

    /** Ends every session of a user inside a transaction; call the answer after the commit, to tell who streams. */
    async endAll(tx: Transaction, userId: UserId): Promise<() => void> {
      const ended = await rowsOf<{ id: number }>(
        tx,
        sql`update sessions set revoked_at = ${at(clock.nowMs())} where user_id = ${userId} and revoked_at is null returning id`,
      );
      return () => ended.forEach(({ id }) => events.publish({ type: 'session-ended', userId, sessionId: id }));
    },
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
