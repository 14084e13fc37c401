/**
 * Messages as stored, and the instant up to which they were read. A message is a row of `user_events`. Each category is
 * read backwards along one index, no further than a page needs, so a page costs the same for any length of the history,
 * and one of a rare category as little as one of all.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { MESSAGE_CATEGORIES, type MessageCategory } from '@halyard/contract/notifications/calls';
import { BusinessError } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Database, type Reader } from '../../db/database.ts';
import type { MessageFacts, Subject } from '../../events/messageFacts.ts';
import { messageIdOf } from '../../events/userEvents.ts';
import type { Row as TableRow } from '../../db/rows.ts';

/** Maximum of the unread count. */
export const UNREAD_MAX = 99;

/** A message's place in the order of all: newest first by instant, then by id. */
export type Place = { readonly at: string; readonly id: number };

/** A message before its text is made. */
export type MessageRow = Place & {
  readonly messageId: string;
  /** Id of the row that it is about. */
  readonly ref: number;
  readonly category: MessageCategory;
  readonly facts: MessageFacts;
  readonly isRead: boolean;
};

/** Filter of messages: of one category, after a place. */
export type MessageFilter = {
  readonly category?: MessageCategory | undefined;
  readonly before?: Place | undefined;
  readonly limit: number;
};

type Row = TableRow<'user_events', 'id' | 'ref' | 'at'> & {
  readonly subject: Subject;
  readonly category: MessageCategory;
  readonly facts: object;
  readonly is_read: boolean;
};

/** A user's messages, newest first. */
export async function selectMessages(reader: Reader, userId: UserId, filter: MessageFilter): Promise<MessageRow[]> {
  return (await rowsOf<Row>(reader, messagesQuery(userId, filter))).map(toMessage);
}

/** The query of {@link selectMessages}. */
export function messagesQuery(userId: UserId, { category, before, limit }: MessageFilter): SQL {
  const isOlder = before === undefined ? sql`true` : sql`(at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`;
  return sql`select ${columns(userId)} from ${each(category)} cross join lateral (
      select * from user_events where user_id = ${userId} and category = of.category and ${isOlder}
      order by at desc, id desc limit ${limit}
    ) e order by e.at desc, e.id desc limit ${limit}`;
}

/** One message of a user; `undefined` when it does not exist or belongs to another user. */
export async function selectMessage(
  reader: Reader,
  userId: UserId,
  messageId: string,
): Promise<MessageRow | undefined> {
  const [subject, digits = ''] = messageId.split(':');
  if (!/^\d{1,15}$/.test(digits)) return undefined;
  const [row] = await rowsOf<Row>(
    reader,
    sql`select ${columns(userId)} from user_events e
      where e.subject = ${subject} and e.ref = ${digits}::bigint and e.user_id = ${userId}`,
  );
  return row && toMessage(row);
}

/** Number of a user's unread messages, {@link UNREAD_MAX} at most. */
export async function countUnread(reader: Reader, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ unread: number }>(
    reader,
    sql`select least(count(*), ${UNREAD_MAX})::int as unread from ${each()} cross join lateral (
        select 1 from user_events e where user_id = ${userId} and category = of.category and at > ${readUntil(userId)}
          and not ${wasSeenInChat(userId)} limit ${UNREAD_MAX}
      ) unread`,
  );
  return row?.unread ?? 0;
}

/**
 * Stores that messages up to an instant were read; never goes back, and never beyond `now`: future messages are unread.
 */
export async function writeReadUntil(
  db: Database,
  userId: UserId,
  { until, now }: { readonly until: string; readonly now: string },
): Promise<void> {
  await db.execute(
    sql`insert into message_reads (user_id, until) values (${userId}, least(${until}::timestamptz, ${now}::timestamptz))
      on conflict (user_id) do update set until = greatest(message_reads.until, excluded.until)`,
  );
}

function columns(userId: UserId): SQL {
  return sql`e.id::text as id, e.subject, e.ref::text as ref, e.category, ${isoText(sql`e.at`)} as at, e.facts,
    (e.at <= ${readUntil(userId)} or ${wasSeenInChat(userId)}) as is_read`;
}

/** One category, or all of them, a row each. */
function each(category?: MessageCategory): SQL {
  const names = category === undefined ? MESSAGE_CATEGORIES : [category];
  return sql`unnest(string_to_array(${names.join(',')}, ',')) as of (category)`;
}

// One read each, before the rows: an index range needs a value and no join.
function readUntil(userId: UserId): SQL {
  return sql`coalesce((select until from message_reads where user_id = ${userId}), '-infinity'::timestamptz)`;
}

/** An answer that was read in the chat itself counts as read. */
function wasSeenInChat(userId: UserId): SQL {
  return sql`(e.subject = 'chat' and e.ref <= coalesce((select by_user from chat_reads where user_id = ${userId}), 0))`;
}

function toMessage({ id, subject, ref: digits, category, at, facts, is_read: isRead }: Row): MessageRow {
  const ref = Number.parseInt(digits, 10);
  return {
    id: Number.parseInt(id, 10),
    messageId: messageIdOf(subject, ref),
    ref,
    category,
    at,
    facts: { ...facts, subject } as MessageFacts,
    isRead,
  };
}

// The place of a message as a cursor, for requests of older ones.

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})$/;

/** Encodes a cursor. */
export function writeCursor({ at, id }: Place): string {
  return `${at}_${id}`;
}

/** Decodes a cursor. Throws `BusinessError('PARAMETER_INVALID')`. */
export function readCursor(text: string): Place {
  const [, at = '', id = ''] = CURSOR.exec(text) ?? [];
  if (!isInstant(at)) throw new BusinessError('PARAMETER_INVALID', { field: 'before' });
  return { at, id: Number.parseInt(id, 10) };
}

/** 31 February has the form of a date and is none. */
function isInstant(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}
