/** Sessions: a random token for the user, its hash for the database, and an end by logout, by silence or by age. */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import type { Caller, SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, rowsOfFixed, type Database, type Transaction } from '../../db/database.ts';
import { createGroupedRead } from '../../db/grouped.ts';
import { isoText } from '../../db/sqlTime.ts';
import { MINUTE_MS, DAY_MS } from '../../durations.ts';
import type { EventBus } from '../../events/events.ts';
import { PROOF_SECONDS } from '../security/proofs.ts';
import { nameNewDevice } from './knownDevice.ts';
import { alertUser } from './userMail.ts';
import { lockUser } from './usersRepository.ts';

/** A session that nobody used for so long is over. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** A session is over at this age, used or not. */
export const SESSION_AGE_MS = 30 * DAY_MS;
/** How exactly it is known when a session was last used; a write on every call would cost more than it tells. */
const SEEN_EVERY_MS = MINUTE_MS;

const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;

/** The most sessions that a list tells of; who has more ends them all at once. */
const LISTED_MAX = 100;

type SessionsDeps = { readonly db: Database; readonly clock: Clock; readonly events: EventBus };

/** A user who has proved that he knows the password of this hash. */
type Proven = {
  readonly id: UserId;
  readonly passwordHash: string;
  /** What he proved besides, which makes the session a proved one. */
  readonly provedBy?: StepUpMethodName | undefined;
};

/** A session that is good, as the database knows it. */
export type OpenSession = {
  readonly id: number;
  readonly isCurrent: boolean;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly createdAt: string;
  readonly lastSeenAt: string;
};

type SessionRow = { token_hash: string; id: number; user_id: number; is_stale: boolean; is_frozen: boolean };

// Token by token, because a join planned while the table was small would go through all of it later.
const OPEN_SESSIONS = {
  name: 'open_sessions',
  text: `select s.* from unnest($1::text[]) as asked (hash) cross join lateral (
      select token_hash, id, user_id, last_seen_at <= $2::timestamptz as is_stale,
          (select frozen_at is not null from users where users.id = sessions.user_id) as is_frozen from sessions
      where token_hash = asked.hash and revoked_at is null and expires_at > $3::timestamptz and last_seen_at > $4::timestamptz limit 1
    ) as s`,
};

/** Opens, checks, lists and ends sessions. */
export type Sessions = ReturnType<typeof createSessions>;

/** Makes the sessions of a database. Ends are published as `session-ended`. */
export function createSessions({ db, clock, events }: SessionsDeps) {
  const at = (ms: number) => new Date(ms).toISOString();
  const isOpen = () =>
    sql`(revoked_at is null and expires_at > ${at(clock.nowMs())} and last_seen_at > ${at(clock.nowMs() - SESSION_IDLE_MS)})`;

  const readOpen = createSessionReader({ db, clock });

  return {
    /**
     * Opens a session; answers its token, which is not stored anywhere. `undefined` when the password is another one by
     * now: a change that is under way is waited for, so that it ends every session of the password before. A login from
     * a device that is new is told.
     */
    async open(proven: Proven, { ip, userAgent, device }: Caller): Promise<string | undefined> {
      const token = makeToken();
      const now = clock.nowMs();
      const isTold = await db.transaction((tx) =>
        insertSession(tx, { ...proven, ip, userAgent, device, token, nowMs: now }),
      );
      if (isTold === true) events.publish({ type: 'events-written' });
      return isTold === undefined ? undefined : token;
    },

    /** The user a token stands for; `undefined` when it is unknown, revoked or over. */
    async verify(token: string): Promise<SessionUser | undefined> {
      if (!TOKEN.test(token)) return undefined;
      const session = await readOpen(hashOf(token));
      if (session === undefined) return undefined;
      const { id, user_id: userId, is_stale: isStale, is_frozen: isFrozen } = session;
      if (isStale) await db.execute(sql`update sessions set last_seen_at = ${at(clock.nowMs())} where id = ${id}`);
      return { id: userId as UserId, sessionId: id, isFrozen };
    },

    /**
     * Gives a session that was proved another token, in the transaction that uses the proof up; the one before is good
     * for nothing from then on. `undefined` when the session is over.
     */
    async renew(tx: Transaction, user: SessionUser, provedBy: StepUpMethodName): Promise<string | undefined> {
      const token = makeToken();
      return (await renewSession(tx, { ...user, provedBy, token, isOpen: isOpen() })) ? token : undefined;
    },

    /** The sessions that are open, this one first, then by their last use. */
    list: ({ id, sessionId }: SessionUser): Promise<readonly OpenSession[]> =>
      rowsOf<OpenSession>(
        db,
        sql`select id, id = ${sessionId} as "isCurrent", user_agent as "userAgent", ip,
            ${isoText(sql`created_at`)} as "createdAt", ${isoText(sql`last_seen_at`)} as "lastSeenAt"
          from sessions where user_id = ${id} and ${isOpen()}
          order by id = ${sessionId} desc, last_seen_at desc, id desc limit ${LISTED_MAX}`,
      ),

    /** Ends one session of a user at once, on every node; false when he has no such session open. */
    async end({ id, sessionId }: SessionUser): Promise<boolean> {
      const ended = await rowsOf(
        db,
        sql`update sessions set revoked_at = ${at(clock.nowMs())}
          where id = ${sessionId} and user_id = ${id} and ${isOpen()} returning id`,
      );
      if (ended.length === 0) return false;
      events.publish({ type: 'session-ended', userId: id, sessionId });
      return true;
    },

    /**
     * Ends every session of a user, or every one but `exceptId`, inside a transaction; call the answer after the
     * commit, to tell who streams. `undefined` when there was none.
     */
    async endAll(tx: Transaction, userId: UserId, exceptId?: number): Promise<(() => void) | undefined> {
      // Whoever changes the password has the user before the sessions too.
      await lockUser(tx, userId);
      const ended = await rowsOf<{ id: number }>(
        tx,
        sql`update sessions set revoked_at = ${at(clock.nowMs())}
          where user_id = ${userId} and revoked_at is null and id is distinct from ${exceptId ?? null}::int returning id`,
      );
      if (ended.length === 0) return undefined;
      return () => ended.forEach(({ id }) => events.publish({ type: 'session-ended', userId, sessionId: id }));
    },
  };
}

type NewSession = Proven &
  Pick<Caller, 'ip' | 'userAgent' | 'device'> & { readonly token: string; readonly nowMs: number };

// Who logs in for the first time right after he registered has just proved his address by a code: that proof counts on.
const IS_FIRST = sql`(users.created_at > clock_timestamp() - ${PROOF_SECONDS}::int * interval '1 second'
  and not exists (select 1 from sessions s where s.user_id = users.id))`;

/**
 * Writes a session, and that it is from a new device where it is: answers whether. `undefined` when the password is
 * another one by now.
 */
async function insertSession(
  tx: Transaction,
  { id, passwordHash, provedBy, ip, userAgent, device: deviceHash, token, nowMs }: NewSession,
): Promise<boolean | undefined> {
  const now = new Date(nowMs).toISOString();
  const end = new Date(nowMs + SESSION_AGE_MS).toISOString();
  const device = await nameNewDevice(tx, { userId: id, userAgent, ip });
  const opened = await rowsOf(
    tx,
    sql`insert into sessions (user_id, token_hash, user_agent, ip, device_hash, created_at, last_seen_at, expires_at, proved_at, proved_by)
      select id, ${hashOf(token)}, ${userAgent?.slice(0, 300) ?? null}, ${ip}, ${deviceHash ?? null}, ${now}::timestamptz, ${now}::timestamptz, ${end}::timestamptz,
        case when ${provedBy ?? null}::text is not null then clock_timestamp() when ${IS_FIRST} then created_at end,
        coalesce(${provedBy ?? null}::text, case when ${IS_FIRST} then 'password_code' end)
      from users where id = ${id} and password_hash = ${passwordHash} for no key update returning id`,
  );
  if (opened.length === 0) return undefined;
  if (device === undefined) return false;
  await alertUser(tx, { userId: id, kind: 'login_new_device', details: { device }, at: now });
  return true;
}

type Renewal = SessionUser & {
  readonly provedBy: StepUpMethodName;
  readonly token: string;
  readonly isOpen: SQL;
};

async function renewSession(tx: Transaction, { id, sessionId, provedBy, token, isOpen }: Renewal): Promise<boolean> {
  const renewed = await rowsOf(
    tx,
    sql`update sessions set token_hash = ${hashOf(token)}, proved_at = clock_timestamp(), proved_by = ${provedBy}
      where id = ${sessionId} and user_id = ${id} and ${isOpen} returning id`,
  );
  return renewed.length > 0;
}

// Every call of a user asks for his session, so those that come together are read together.
function createSessionReader({ db, clock }: Pick<SessionsDeps, 'db' | 'clock'>) {
  return createGroupedRead(async (hashes) => {
    const now = clock.nowMs();
    const times = [now - SEEN_EVERY_MS, now, now - SESSION_IDLE_MS].map((ms) => new Date(ms).toISOString());
    const rows = await rowsOfFixed<SessionRow>(db, OPEN_SESSIONS, [hashes, ...times]);
    return new Map(rows.map((row) => [row.token_hash, row]));
  });
}

function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
