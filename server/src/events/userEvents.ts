/**
 * Events of users: a row each, written in the transaction of the cause. Messages, pushes and private rooms all read
 * them from there.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { MessageCategory } from '@halyard/contract/notifications/calls';
import { PRODUCTS } from '@halyard/contract/products';
import { emit, isoText, rowsOf, type Reader, type Transaction } from '../db/database.ts';
import type { MessageFacts, SecurityEventKind, Subject } from './messageFacts.ts';

/** An event about a user's own money or account. */
export type UserEvent = {
  readonly userId: UserId;
  /** Id of the subject's row. */
  readonly ref: number;
  /** ISO 8601. */
  readonly at: string;
  /** All values of its text. */
  readonly facts: MessageFacts;
};

/** An event whose notification is being sent. */
export type NotifiedEvent = UserEvent & { readonly messageId: string; readonly category: MessageCategory };

/** Categories of messages about other subjects than those of products. */
const OTHERS: Readonly<Record<Exclude<Subject, ProductSubject>, MessageCategory>> = {
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  identity: 'security',
  security: 'security',
  chat: 'support',
  alert: 'alerts',
};

type ProductSubject = (typeof PRODUCTS)[number]['messages'][number]['subject'];

/** Message category by subject; users choose which categories they receive. */
const CATEGORY_OF: Readonly<Record<Subject, MessageCategory>> = Object.assign(
  {},
  OTHERS,
  ...PRODUCTS.flatMap(({ messages }) => messages.map(({ subject, category }) => ({ [subject]: category }))),
);

export const SUBJECTS = Object.keys(CATEGORY_OF) as readonly Subject[];

/** Id of an event and its message on the wire and in pushes: `order:17`. */
export function messageIdOf(subject: Subject, ref: number): string {
  return `${subject}:${ref}`;
}

/** Writes an event in the transaction of its cause. Throws when this row already has an event. */
export const writeUserEvent = (tx: Transaction, event: UserEvent) => writeUserEvents(tx, [event]);

/** The same for many events. */
export async function writeUserEvents(tx: Transaction, events: readonly UserEvent[]): Promise<void> {
  const rows = events.map(({ userId, ref, at, facts: { subject, ...facts } }) => ({
    user_id: userId,
    subject,
    ref,
    category: CATEGORY_OF[subject],
    at,
    facts,
  }));
  await tx.execute(
    sql`with written as (
        insert into user_events (user_id, subject, ref, category, at, facts)
        select user_id, subject, ref, category, at, facts
        from json_to_recordset(${JSON.stringify(rows)}::text::json)
          as event (user_id integer, subject text, ref bigint, category text, at timestamptz, facts json)
        returning subject, ref
      ) insert into pending_events (subject, refs) select subject, array_agg(ref order by ref) from written group by subject`,
  );
  emit(tx, { type: 'events-written' });
}

type UserEventRow = {
  user_id: UserId;
  subject: Subject;
  ref: string;
  category: MessageCategory;
  at: string;
  facts: object;
};

/** Whether events wait for their notification. */
export async function hasPendingEvents(reader: Reader): Promise<boolean> {
  return (await rowsOf(reader, sql`select from pending_events limit 1`, 'has_pending_events')).length > 0;
}

/**
 * Takes events that wait for their notification, the oldest first, of at most `limit` transactions; the commit marks
 * them as sent. Skips events that another node is sending.
 */
export async function takePendingEvents(tx: Transaction, limit: number): Promise<NotifiedEvent[]> {
  const rows = await rowsOf<UserEventRow>(
    tx,
    // Event by event, because a join planned while the table was small would later scan all of it.
    sql`with taken as (
        delete from pending_events where id in (select id from pending_events order by id limit ${limit} for update skip locked)
        returning id, subject, refs
      ) select e.user_id, e.subject, e.ref::text as ref, e.category, ${isoText(sql`e.at`)} as at, e.facts
        from taken t cross join lateral unnest(t.refs) with ordinality as r (ref, place)
          cross join lateral (select * from user_events where subject = t.subject and ref = r.ref limit 1) e
        order by t.id, r.place`,
  );
  return rows.map(({ user_id: userId, subject, ref: digits, category, at, facts }) => {
    const ref = Number.parseInt(digits, 10);
    return {
      userId,
      messageId: messageIdOf(subject, ref),
      ref,
      category,
      at,
      facts: { ...facts, subject } as MessageFacts,
    };
  });
}

// Security events of an account.

/**
 * `details`: values of the event's text, such as `device` or `channel`; no amounts and no addresses, except for a
 * withdrawal, whose target is shortened.
 */
export type SecurityEvent = {
  readonly userId: UserId;
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly at: string;
};

/**
 * Writes an event in the transaction of its cause. It has no row that it is about, so its `ref` comes from a sequence.
 */
export async function writeSecurityEvent(
  tx: Transaction,
  { userId, kind, details = {}, at }: SecurityEvent,
): Promise<void> {
  const [row] = await rowsOf<{ ref: number }>(tx, sql`select nextval('security_event_refs')::float8 as ref`);
  if (row === undefined) throw new Error('a sequence gave no number');
  await writeUserEvent(tx, { userId, ref: row.ref, at, facts: { subject: 'security', kind, details } });
}
