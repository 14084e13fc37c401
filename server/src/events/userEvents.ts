/**
 * What users are told: a row for each thing that happened, written in the transaction that makes it happen. Messages,
 * pushes and private rooms all read it there.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { MessageCategory } from '@halyard/contract/notifications/calls';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { isoText } from '../db/sqlTime.ts';
import type { MessageFacts, Subject } from './messageFacts.ts';

/** Something that happened to a user's own money or account. */
export type UserEvent = {
  readonly userId: UserId;
  /** Id of the subject's row. */
  readonly ref: number;
  /** ISO 8601. */
  readonly at: string;
  /** Everything that its text names. */
  readonly facts: MessageFacts;
};

/** An event that is being told. */
export type NotifiedEvent = UserEvent & { readonly messageId: string; readonly category: MessageCategory };

/** What can be had or left of each subject's messages. */
const CATEGORY_OF: Readonly<Record<Subject, MessageCategory>> = {
  order: 'fills',
  option: 'options',
  contract: 'contracts',
  trust: 'trust',
  subscription: 'offers',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  rebate: 'rebates',
  identity: 'security',
  security: 'security',
  chat: 'support',
  alert: 'alerts',
};

/** How an event, and its message, is named on the wire and in pushes: `order:17`. */
export function messageIdOf(subject: Subject, ref: number): string {
  return `${subject}:${ref}`;
}

/**
 * Writes an event, in the transaction of what happened; publish `events-written` after the commit, so that it is told
 * at once. Throws when the user was told of this row before: each thing happens once.
 */
export const writeUserEvent = (tx: Transaction, event: UserEvent) => writeUserEvents(tx, [event]);

/** The same of many. */
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
          as told (user_id integer, subject text, ref bigint, category text, at timestamptz, facts json)
        returning subject, ref
      ) insert into untold_events (subject, refs) select subject, array_agg(ref order by ref) from written group by subject`,
  );
}

type UserEventRow = {
  user_id: UserId;
  subject: Subject;
  ref: string;
  category: MessageCategory;
  at: string;
  facts: object;
};

/** Whether there are events that nobody has told. */
export async function hasPendingEvents(reader: Reader): Promise<boolean> {
  return (await rowsOf(reader, sql`select from untold_events limit 1`, 'any_untold')).length > 0;
}

/**
 * Takes events that nobody has told, the oldest first, of at most `limit` transactions; with this one they are told.
 * Those that another node is telling are left to it.
 */
export async function takePendingEvents(tx: Transaction, limit: number): Promise<NotifiedEvent[]> {
  const rows = await rowsOf<UserEventRow>(
    tx,
    // Event by event, because a join planned while the table was small would go through all of it later.
    sql`with taken as (
        delete from untold_events where id in (select id from untold_events order by id limit ${limit} for update skip locked)
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
