/** The table of pushes: browsers that get them. Which message is to go to which of them is due work. */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { MessageCategory } from '@halyard/contract/notifications/calls';
import type { Language } from '@halyard/contract/languages';
import type { SessionUser } from '../../calls/callHandler.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import type { NotifiedEvent } from '../../events/userEvents.ts';
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

/** A message for a browser. */
export type NewsOfBrowser = { readonly subscriptionId: number; readonly messageId: string };

/** A browser that gets pushes. */
export type Subscription = Browser & {
  readonly id: number;
  readonly userId: UserId;
  /** The key that the browser trusts. */
  readonly serverKey: string;
  readonly language: Language;
  readonly hidesAmounts: boolean;
  readonly antiPhishingCode: string | null;
};

const iso = (ms: number) => new Date(ms).toISOString();

/** Of a session `s`: that nobody ended it, and that it has not ended by itself. */
export const isOpen = (nowMs: number): SQL =>
  sql`(s.revoked_at is null and s.expires_at > ${iso(nowMs)} and s.last_seen_at > ${iso(nowMs - SESSION_IDLE_MS)})`;

/**
 * Writes a subscription, or changes the one of the same browser; a browser that another user had is this one's now.
 * Only who has a browser knows its keys: the same endpoint with other ones leaves what others have there as it is, and
 * nobody learns that they have something. False when the user has too many.
 */
export function saveSubscription(db: Database, subscription: NewSubscription): Promise<boolean> {
  const { user, endpoint, publicKey, secret, serverKey, language, hidesAmounts, nowMs } = subscription;
  const categories = sql`string_to_array(${subscription.categories.join(',')}, ',')`;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${user.id} for no key update`);
    const [others] = await rowsOf<{ count: number }>(
      tx,
      sql`select count(*)::int as count from push_subscriptions p join sessions s on s.id = p.session_id
        where p.user_id = ${user.id} and p.endpoint <> ${endpoint} and ${isOpen(nowMs)}`,
    );
    if ((others?.count ?? 0) >= SUBSCRIPTIONS_MAX) return false;
    await tx.execute(sql`delete from push_subscriptions
      where endpoint = ${endpoint} and (user_id = ${user.id}) <> (public_key = ${publicKey} and secret = ${secret})`);
    await tx.execute(sql`insert into push_subscriptions
        (user_id, session_id, endpoint, public_key, secret, server_key, categories, language, hides_amounts, since, created_at)
      values (${user.id}, ${user.sessionId}, ${endpoint}, ${publicKey}, ${secret}, ${serverKey}, ${categories}, ${language}, ${hidesAmounts},
        ${iso(nowMs)}, ${iso(nowMs)})
      on conflict (endpoint, public_key, secret) do update set user_id = excluded.user_id, session_id = excluded.session_id,
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

/** Forgets the browsers of a session that ended. */
export async function deleteOfSession(db: Database, sessionId: number): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where session_id = ${sessionId}`);
}

/**
 * Which of what users are told is to go to which browsers: through open sessions, what happened since they asked for it
 * and was read nowhere yet.
 */
export function selectNews(tx: Transaction, told: readonly NotifiedEvent[], nowMs: number): Promise<NewsOfBrowser[]> {
  const news = told.map(({ userId, messageId, ref, category, at, facts }) => ({
    user_id: userId,
    message_id: messageId,
    category,
    at,
    chat_id: facts.subject === 'chat' ? ref : null,
  }));
  return rowsOf<NewsOfBrowser>(
    tx,
    sql`select p.id as "subscriptionId", n.message_id as "messageId"
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb)
          as n (user_id integer, message_id text, category text, at timestamptz, chat_id bigint)
        join push_subscriptions p on p.user_id = n.user_id and n.category = any(p.categories) and n.at > p.since
        join sessions s on s.id = p.session_id and ${isOpen(nowMs)}
      where not exists (select 1 from message_reads r where r.user_id = n.user_id and r.until >= n.at)
        and not exists (select 1 from chat_reads r where r.user_id = n.user_id and r.by_user >= n.chat_id)`,
  );
}

/** A browser whose session is open; `undefined` when it is not, or the browser was forgotten. */
export async function findSubscription(db: Database, id: number, nowMs: number): Promise<Subscription | undefined> {
  const [row] = await rowsOf<Subscription>(
    db,
    sql`select p.id, p.user_id as "userId", p.language, p.hides_amounts as "hidesAmounts", p.endpoint, p.public_key as "publicKey", p.secret,
        p.server_key as "serverKey", u.anti_phishing_code as "antiPhishingCode"
      from push_subscriptions p join sessions s on s.id = p.session_id join users u on u.id = p.user_id where p.id = ${id} and ${isOpen(nowMs)}`,
  );
  return row;
}
