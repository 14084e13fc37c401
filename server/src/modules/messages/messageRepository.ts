/** Messages as the database has them, and until when they were read. */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import type { MessageCategory } from '@halyard/contract/calls/messages';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import type { MessageFacts } from './messageFacts.ts';
import { MESSAGE_SOURCES, olderThan, ownRows, type MessageSource, type Place } from './messageSources.ts';

/** The most that are counted as unread. */
export const UNREAD_MAX = 99;

/** A message before it has words. */
export type MessageRow = Place & {
  readonly messageId: string;
  readonly category: MessageCategory;
  readonly facts: MessageFacts;
  readonly isRead: boolean;
};

/** Which messages: those of one category, those after a place, those newer than an instant. */
export type MessageFilter = {
  readonly category?: MessageCategory | undefined;
  readonly before?: Place | undefined;
  readonly newerThan?: string | undefined;
  readonly limit: number;
};

type Row = { rank: number; id: string; at: string; facts: unknown; is_read: boolean };

/** A user's messages, newest first. */
export async function selectMessages(reader: Reader, userId: UserId, filter: MessageFilter): Promise<MessageRow[]> {
  return (await rowsOf<Row>(reader, messagesQuery(userId, filter))).map(toMessage);
}

/** The query of {@link selectMessages}. */
export function messagesQuery(userId: UserId, { category, before, newerThan, limit }: MessageFilter): SQL {
  const sources = MESSAGE_SOURCES.filter((source) => category === undefined || source.category === category);
  const newest = sources.map((source) => {
    const range = [
      ...(before === undefined ? [] : [olderThan(source, before)]),
      ...(newerThan === undefined ? [] : [sql`${source.at} > ${newerThan}::timestamptz`]),
    ].map((condition) => sql` and ${condition}`);
    return sql`(select ${source.rank}::int as rank, r.id, ${source.at} as at from ${ownRows(source, userId)}${sql.join(range)}
      order by ${source.at} desc, r.id desc limit ${limit})`;
  });
  return sql`select page.rank, page.id::text as id, ${isoText(sql`page.at`)} as at, ${factsOf(sources)} as facts, ${isRead(userId)} as is_read
    from (select * from (${sql.join(newest, sql` union all `)}) newest order by at desc, rank desc, id desc limit ${limit}) page
    order by page.at desc, page.rank desc, page.id desc`;
}

/** One message of a user; `undefined` when it is not his, or none. */
export async function selectMessage(
  reader: Reader,
  userId: UserId,
  messageId: string,
): Promise<MessageRow | undefined> {
  const [subject, digits = ''] = messageId.split(':');
  const source = MESSAGE_SOURCES.find((known) => known.subject === subject);
  if (source === undefined || !/^\d{1,9}$/.test(digits)) return undefined;
  const [row] = await rowsOf<Row>(
    reader,
    sql`select page.rank, page.id::text as id, ${isoText(sql`page.at`)} as at, ${factsOf([source])} as facts, ${isRead(userId)} as is_read
      from (select ${source.rank}::int as rank, r.id, ${source.at} as at from ${ownRows(source, userId)}
        and r.id = ${Number.parseInt(digits, 10)}) page`,
  );
  return row && toMessage(row);
}

/** How many of a user's messages are unread, {@link UNREAD_MAX} at most. */
export async function countUnread(reader: Reader, userId: UserId): Promise<number> {
  const unread = MESSAGE_SOURCES.map(
    (source) =>
      sql`(select 1 from ${ownRows(source, userId)} and ${source.at} > ${readUntil(userId)}${unseen(source, userId)} limit ${UNREAD_MAX})`,
  );
  const [row] = await rowsOf<{ unread: number }>(
    reader,
    sql`select least(count(*), ${UNREAD_MAX})::int as unread from (${sql.join(unread, sql` union all `)}) unread`,
  );
  return row?.unread ?? 0;
}

/** Notes that messages up to an instant were read; never goes back, and never beyond `now`: what is yet to come is unread. */
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

// One reading each, before the rows are looked at: an index range needs a value and no join.
function readUntil(userId: UserId): SQL {
  return sql`coalesce((select until from message_reads where user_id = ${userId}), '-infinity'::timestamptz)`;
}

function unseen({ seenElsewhere }: MessageSource, userId: UserId): SQL {
  return seenElsewhere === undefined ? sql`` : sql` and r.id > ${seenElsewhere(userId)}`;
}

function isRead(userId: UserId): SQL {
  const elsewhere = MESSAGE_SOURCES.flatMap(({ rank, seenElsewhere }) =>
    seenElsewhere === undefined ? [] : [sql` or (page.rank = ${rank}::int and page.id <= ${seenElsewhere(userId)})`],
  );
  return sql`(page.at <= ${readUntil(userId)}${sql.join(elsewhere)})`;
}

/** Only the rows of the page are written out. */
function factsOf(sources: readonly MessageSource[]): SQL {
  const cases = sources.map(
    ({ rank, table, facts }) => sql`when ${rank}::int then (select ${facts} from ${table} r where r.id = page.id)`,
  );
  return sql`case page.rank ${sql.join(cases, sql` `)} end`;
}

function toMessage(row: Row): MessageRow {
  const source = MESSAGE_SOURCES.find(({ rank }) => rank === row.rank);
  if (source === undefined) throw new RangeError(`no source of rank ${row.rank}`);
  const { at, rank, is_read: read } = row;
  const id = Number.parseInt(row.id, 10);
  const facts = { ...(row.facts as object), subject: source.subject } as MessageFacts;
  return { at, rank, id, messageId: `${source.subject}:${id}`, category: source.category, facts, isRead: read };
}
