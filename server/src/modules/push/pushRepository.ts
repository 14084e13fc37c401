/** The table of browsers that get pushes. Which message goes to which of them is a job. */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { MessageCategory } from '@halyard/contract/notifications/calls';
import type { Language } from '@halyard/contract/languages';
import type { SessionUser } from '../../calls/callHandler.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { NotifiedEvent } from '../../events/userEvents.ts';
import type { Browser } from './sendPush.ts';

/** Maximum of browsers for one user. */
export const SUBSCRIPTIONS_MAX = 20;

/** A new subscription. `serverKey`: the VAPID key that the browser subscribed with. */
export type NewSubscription = Browser & {
  readonly user: SessionUser;
  readonly serverKey: string;
  readonly categories: readonly MessageCategory[];
  readonly language: Language;
  readonly hidesAmounts: boolean;
  readonly nowMs: number;
};

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

/** Condition of an open session `s`: neither ended nor expired. */
export const isOpen = (nowMs: number): SQL => sql`(s.revoked_at is null and s.expires_at > ${iso(nowMs)})`;

/**
 * Stores a subscription, or changes the one of the same browser; a browser of another user changes hands. Only a
 * browser has its keys: the same endpoint with other keys changes nothing of another user's subscription, and the
 * caller does not learn that it exists. False when the user has too many.
 */
export function saveSubscription(db: Database, subscription: NewSubscription): Promise<boolean> {
  const { user, endpoint, publicKey, secret, serverKey, language, hidesAmounts, nowMs } = subscription;
  const categories = sql`string_to_array(${subscription.categories.join(',')}, ',')`;
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id);
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

/** Deletes a user's browser. */
export async function deleteSubscription(db: Database, userId: UserId, endpoint: string): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`);
}

/** Deletes a browser that its service no longer knows. */
export async function deleteGone(db: Database, subscriptionId: number): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where id = ${subscriptionId}`);
}

/** Deletes the browsers of a session that ended. */
export async function deleteOfSession(db: Database, sessionId: number): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where session_id = ${sessionId}`);
}

/**
 * User events to push, by browser: through open sessions, those after the subscription that are not read yet.
 */
export function selectNews(
  tx: Transaction,
  notified: readonly NotifiedEvent[],
  nowMs: number,
): Promise<NewsOfBrowser[]> {
  const news = notified.map(({ userId, messageId, ref, category, at, facts }) => ({
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
