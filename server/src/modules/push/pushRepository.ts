/** The tables of pushes: browsers that get them, and which messages were taken for which browser. */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import type { MessageCategory } from '@halyard/contract/calls/messages';
import type { Language } from '@halyard/contract/languages';
import type { SessionUser } from '../../callHandler.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import { SESSION_IDLE_MS } from '../user/sessions.ts';
import type { Browser } from './sendPush.ts';

/** The most browsers of one user. */
export const SUBSCRIPTIONS_MAX = 20;

/** A subscription as it is made. `serverKey`: the VAPID key that the browser subscribed with. */
export type NewSubscription = Browser & {
  readonly user: SessionUser;
  readonly serverKey: string;
  readonly categories: readonly MessageCategory[];
  readonly language: Language;
  readonly hidesAmounts: boolean;
  readonly nowMs: number;
};

/** Who gets pushes of what: nothing that happened until `since`. */
export type Subscriber = {
  readonly id: number;
  readonly userId: UserId;
  readonly categories: readonly MessageCategory[];
  readonly since: string;
};

/** A message that is to be pushed to a browser, and the how-manieth try it is. */
export type DuePush = Browser & {
  readonly subscriptionId: number;
  readonly messageId: string;
  readonly attempt: number;
  readonly userId: UserId;
  readonly language: Language;
  readonly hidesAmounts: boolean;
};

const iso = (ms: number) => new Date(ms).toISOString();

/** A session that nobody ended, and that has not ended by itself. */
const isOpen = (nowMs: number): SQL =>
  sql`(s.revoked_at is null and s.expires_at > ${iso(nowMs)} and s.last_seen_at > ${iso(nowMs - SESSION_IDLE_MS)})`;

/** Writes a subscription, or changes the one of the same browser; a browser that another user had is this one's now. False when the user has too many. */
export function saveSubscription(db: Database, subscription: NewSubscription): Promise<boolean> {
  const { user, endpoint, publicKey, secret, serverKey, language, hidesAmounts, nowMs } = subscription;
  const categories = sql`string_to_array(${subscription.categories.join(',')}, ',')`;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${user.id} for no key update`);
    await tx.execute(sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id <> ${user.id}`);
    const [others] = await rowsOf<{ count: number }>(
      tx,
      sql`select count(*)::int as count from push_subscriptions p join sessions s on s.id = p.session_id
        where p.user_id = ${user.id} and p.endpoint <> ${endpoint} and ${isOpen(nowMs)}`,
    );
    if ((others?.count ?? 0) >= SUBSCRIPTIONS_MAX) return false;
    await tx.execute(sql`insert into push_subscriptions
        (user_id, session_id, endpoint, public_key, secret, server_key, categories, language, hides_amounts, since, created_at)
      values (${user.id}, ${user.sessionId}, ${endpoint}, ${publicKey}, ${secret}, ${serverKey}, ${categories}, ${language}, ${hidesAmounts},
        ${iso(nowMs)}, ${iso(nowMs)})
      on conflict (endpoint) do update set session_id = excluded.session_id, public_key = excluded.public_key, secret = excluded.secret,
        server_key = excluded.server_key, categories = excluded.categories, language = excluded.language, hides_amounts = excluded.hides_amounts,
        since = case when push_subscriptions.categories = excluded.categories then push_subscriptions.since else excluded.since end`);
    return true;
  });
}

/** Forgets a user's browser. */
export async function deleteSubscription(db: Database, userId: UserId, endpoint: string): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`);
}

/** Forgets a browser that its service does not know any more. */
export async function deleteGone(db: Database, subscriptionId: number): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where id = ${subscriptionId}`);
}

/** Forgets the browsers of sessions that ended. */
export async function deleteOfSessions(db: Database, sessionIds: readonly number[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db.execute(sql`delete from push_subscriptions where session_id in ${listOf(sessionIds)}`);
}

/** Which of these users get pushes: through open sessions, by browsers that trust the exchange's key. */
export async function selectSubscribers(
  db: Database,
  userIds: readonly UserId[],
  { serverKey, nowMs }: { readonly serverKey: string; readonly nowMs: number },
): Promise<Subscriber[]> {
  if (userIds.length === 0) return [];
  return rowsOf<Subscriber>(
    db,
    sql`select p.id, p.user_id as "userId", p.categories, ${isoText(sql`p.since`)} as since
      from push_subscriptions p join sessions s on s.id = p.session_id
      where p.user_id in ${listOf(userIds)} and p.server_key = ${serverKey} and ${isOpen(nowMs)}`,
  );
}

/** Takes messages for browsers; what any node has taken before stays as it is. */
export async function claimPushes(
  db: Database,
  pushes: readonly { readonly subscriptionId: number; readonly messageId: string }[],
  nowMs: number,
): Promise<void> {
  if (pushes.length === 0) return;
  const rows = pushes.map(
    ({ subscriptionId, messageId }) =>
      sql`(${subscriptionId}::int, ${messageId}, ${iso(nowMs)}::timestamptz, ${iso(nowMs)}::timestamptz)`,
  );
  // Only for subscriptions that are still there, held for as long as this takes: one may go at this moment.
  await db.execute(sql`insert into push_sent (subscription_id, message_id, next_at, created_at)
    select v.* from (values ${sql.join(rows, sql`, `)}) as v (subscription_id, message_id, next_at, created_at)
    join (select id from push_subscriptions where id in ${listOf(pushes.map(({ subscriptionId }) => subscriptionId))} for key share) p
      on p.id = v.subscription_id
    on conflict do nothing`);
}

/** What is to be pushed now, for this node alone until `leaseMs` later: should it die, another one takes over then. */
export async function takeDue(
  db: Database,
  { nowMs, leaseMs, limit }: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
): Promise<DuePush[]> {
  return rowsOf<DuePush>(
    db,
    sql`with due as (
        select subscription_id, message_id from push_sent where next_at <= ${iso(nowMs)}
        order by next_at limit ${limit} for update skip locked
      ), taken as (
        update push_sent t set attempts = t.attempts + 1, next_at = ${iso(nowMs + leaseMs)}
        from due where t.subscription_id = due.subscription_id and t.message_id = due.message_id
        returning t.subscription_id, t.message_id, t.attempts
      )
      select t.subscription_id as "subscriptionId", t.message_id as "messageId", t.attempts as attempt, p.user_id as "userId", p.language,
        p.hides_amounts as "hidesAmounts", p.endpoint, p.public_key as "publicKey", p.secret
      from taken t join push_subscriptions p on p.id = t.subscription_id join sessions s on s.id = p.session_id
      where ${isOpen(nowMs)}`,
  );
}

/** Notes when a push is tried again; null for never: it is sent, or given up. */
export async function noteNext(
  db: Database,
  { subscriptionId, messageId }: Pick<DuePush, 'subscriptionId' | 'messageId'>,
  nextMs: number | null,
): Promise<void> {
  await db.execute(sql`update push_sent set next_at = ${nextMs === null ? null : iso(nextMs)}::timestamptz
    where subscription_id = ${subscriptionId} and message_id = ${messageId}`);
}

/** When the next push is due, in milliseconds of the clock; `undefined` when none waits. */
export async function readNextMs(db: Database): Promise<number | undefined> {
  const [row] = await rowsOf<{ next: string | null }>(
    db,
    sql`select ${isoText(sql`min(next_at)`)} as next from push_sent where next_at is not null`,
  );
  return row?.next == null ? undefined : Date.parse(row.next);
}

/** Forgets what was taken before an instant, and browsers whose session is over. */
export async function prune(
  db: Database,
  { beforeMs, nowMs }: { readonly beforeMs: number; readonly nowMs: number },
): Promise<void> {
  await db.execute(sql`delete from push_sent where created_at < ${iso(beforeMs)}`);
  await db.execute(
    sql`delete from push_subscriptions p using sessions s where s.id = p.session_id and not ${isOpen(nowMs)}`,
  );
}

function listOf(ids: readonly number[]): SQL {
  return sql`(${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`;
}
