/**
 * Sessions: a random token for the user, its hash for the database, and an end by logout, idle time or age. Each use
 * moves `expires_at`, so a session is open until then unless it was revoked.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import { HOUR_MS, MINUTE_MS } from '@halyard/contract/time';
import type { Caller, SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { emit, isoText, rowsOf, rowsOfFixed, type Database, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { createGroupedRead } from '../../db/grouped.ts';
import type { EventBus } from '../../events/events.ts';
import type { ExchangeSettings } from '../../module.ts';
import { STEP_UP_SECONDS } from '../security/sessionStepUp.ts';
import { nameNewDevice, USER_AGENT_MAX } from './knownDevice.ts';
import { alertUser } from './userMail.ts';
import type { Row } from '../../db/rows.ts';

/** Precision of a session's last use; a write on every call would cost more than it is worth. */
const SEEN_EVERY_MS = MINUTE_MS;

const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;

/** Maximum of sessions in a list; a user with more ends them all at once. */
const LISTED_MAX = 100;

type SessionsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly settings: Pick<ExchangeSettings, 'sessionIdleHours' | 'sessionAgeHours'>;
};

/** A user whose password was checked against this hash. */
type Proven = {
  readonly id: UserId;
  readonly passwordHash: string;
  /** Step-up method used at login, which steps the session up. */
  readonly provedBy?: StepUpMethodName | undefined;
};

/** A valid session as stored. */
export type OpenSession = {
  readonly id: number;
  readonly isCurrent: boolean;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly createdAt: string;
  readonly lastSeenAt: string;
};

type SessionRow = Row<'sessions', 'token_hash' | 'id' | 'user_id'> & {
  readonly is_stale: boolean;
  readonly is_frozen: boolean;
  readonly break_until_ms: number | null;
};

// Token by token, because a join planned while the table was small would later scan all of it.
const OPEN_SESSIONS = {
  name: 'open_sessions',
  text: `select s.* from unnest($1::text[]) as asked (hash) cross join lateral (
      select token_hash, id, user_id, last_seen_at <= $2::timestamptz as is_stale,
          (select frozen_at is not null from users where users.id = sessions.user_id) as is_frozen,
          (select extract(epoch from break_until)::float8 * 1000 from users where users.id = sessions.user_id)
            as break_until_ms
        from sessions
      where token_hash = asked.hash and revoked_at is null and expires_at > $3::timestamptz limit 1
    ) as s`,
};

/** Opens, checks, lists and ends sessions. */
export type Sessions = ReturnType<typeof createSessions>;

/** Makes the sessions of a database. Ends are published as `session-ended`. */
export function createSessions({ db, clock, events, settings }: SessionsDeps) {
  const at = (ms: number) => new Date(ms).toISOString();
  const isOpen = () => sql`(revoked_at is null and expires_at > ${at(clock.nowMs())})`;
  const idleMs = Math.min(settings.sessionIdleHours, settings.sessionAgeHours) * HOUR_MS;
  const age = sql`${settings.sessionAgeHours}::int * interval '1 hour'`;

  const readOpen = createSessionReader({ db, clock });
  /** The session of a step-up's token, which replaces the previous token at its first use. */
  const takeOver = async (hash: string) => {
    await db.execute(
      sql`update sessions set token_hash = next_token_hash, next_token_hash = null
        where next_token_hash = ${hash} and ${isOpen()}`,
    );
    return readOpen(hash);
  };

  return {
    /**
     * Opens a session; resolves to its token, which is not stored. `undefined` when the password was changed in the
     * meantime: a running change is waited for, so that it ends every session of the old password. A login from a new
     * device is notified.
     */
    async open(proven: Proven, { ip, userAgent, device }: Caller): Promise<string | undefined> {
      const token = makeToken();
      const now = clock.nowMs();
      const isOpened = await db.transaction((tx) =>
        insertSession(tx, { ...proven, ip, userAgent, device, token, nowMs: now, endMs: now + idleMs }),
      );
      return isOpened ? token : undefined;
    },

    /** The user of a token; `undefined` when it is unknown, revoked or over. */
    async verify(token: string): Promise<SessionUser | undefined> {
      if (!TOKEN.test(token)) return undefined;
      const hash = hashOf(token);
      const session = (await readOpen(hash)) ?? (await takeOver(hash));
      if (session === undefined) return undefined;
      const { id, user_id: userId, is_stale: isStale, is_frozen: isFrozen, break_until_ms: breakUntilMs } = session;
      const now = clock.nowMs();
      if (isStale)
        await db.execute(
          sql`update sessions set last_seen_at = ${at(now)},
            expires_at = least(created_at + ${age}, ${at(now + idleMs)}::timestamptz) where id = ${id}`,
        );
      return { id: userId as UserId, sessionId: id, isFrozen, breakUntilMs };
    },

    /**
     * Gives a stepped-up session another token, in the transaction that uses the factor up. The old one is valid
     * without the step-up until the first use of the new one, so a client that loses the answer can step up again.
     * `undefined` when the session is over.
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

    /** Ends one session of a user immediately, on every node; false when the user has no such open session. */
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
  };
}

/** Ends every session of a user, or every one but `exceptId`, inside a transaction; false when there was none. */
export async function endSessions(
  tx: Transaction,
  clock: Clock,
  userId: UserId,
  exceptId: number | null = null,
): Promise<boolean> {
  // A password change locks the user before the sessions too.
  await lockUser(tx, userId);
  const ended = await rowsOf<{ id: number }>(
    tx,
    sql`update sessions set revoked_at = ${new Date(clock.nowMs()).toISOString()}
      where user_id = ${userId} and revoked_at is null and id is distinct from ${exceptId}::int returning id`,
  );
  for (const { id } of ended) emit(tx, { type: 'session-ended', userId, sessionId: id });
  return ended.length > 0;
}

type NewSession = Proven &
  Pick<Caller, 'ip' | 'userAgent' | 'device'> & {
    readonly token: string;
    readonly nowMs: number;
    readonly endMs: number;
  };

// A first login right after the registration counts as stepped up by the code of the registration.
const IS_FIRST = sql`(users.created_at > clock_timestamp() - ${STEP_UP_SECONDS}::int * interval '1 second'
  and not exists (select 1 from sessions s where s.user_id = users.id))`;

/**
 * Stores a session, and an event if it is from a new device: resolves to whether it is. `undefined` when the password
 * was changed in the meantime.
 */
async function insertSession(
  tx: Transaction,
  { id, passwordHash, provedBy, ip, userAgent, device: deviceHash, token, nowMs, endMs }: NewSession,
): Promise<boolean | undefined> {
  const now = new Date(nowMs).toISOString();
  const end = new Date(endMs).toISOString();
  const device = await nameNewDevice(tx, { userId: id, userAgent, ip });
  const [opened] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into sessions (user_id, token_hash, user_agent, ip, device_hash, created_at, last_seen_at, expires_at, proved_at, proved_by)
      select id, ${hashOf(token)}, ${userAgent?.slice(0, USER_AGENT_MAX) ?? null}, ${ip}, ${deviceHash ?? null}, ${now}::timestamptz, ${now}::timestamptz, ${end}::timestamptz,
        case when ${provedBy ?? null}::text is not null then clock_timestamp() when ${IS_FIRST} then created_at end,
        coalesce(${provedBy ?? null}::text, case when ${IS_FIRST} then 'password_code' end)
      from users where id = ${id} and password_hash = ${passwordHash} for no key update returning id`,
  );
  if (opened === undefined) return false;
  if (device === undefined) return true;
  await alertUser(tx, { userId: id, kind: 'login_new_device', details: { device }, at: now, sessionId: opened.id });
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
    sql`update sessions set next_token_hash = ${hashOf(token)}, proved_at = clock_timestamp(), proved_by = ${provedBy}
      where id = ${sessionId} and user_id = ${id} and ${isOpen} returning id`,
  );
  return renewed.length > 0;
}

// Every call of a user reads its session, so parallel reads are batched.
function createSessionReader({ db, clock }: Pick<SessionsDeps, 'db' | 'clock'>) {
  return createGroupedRead(async (hashes) => {
    const now = clock.nowMs();
    const times = [now - SEEN_EVERY_MS, now].map((ms) => new Date(ms).toISOString());
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
