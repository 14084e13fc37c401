/** The tables of the support chat. */
import { sql, type SQL } from 'drizzle-orm';
import type { ChatMessage } from '@halyard/contract/chat/calls';
import type { ChatMessageId, UserId } from '@halyard/contract/ids';
import { uploadPathOf, type UploadExtension } from '@halyard/contract/uploads/rules';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** A message to be stored. */
export type NewMessage = {
  readonly from: ChatMessage['from'];
  readonly clientId: string | null;
  readonly text: string;
  /** Id of an upload of the user's. */
  readonly pictureId: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
};

/** A message with the id of its picture, for callers that read the file. */
export type StoredMessage = ChatMessage & { readonly pictureId: string | null };

/** Part of a chat: the newest messages, those before one, or those after one. */
export type Part = {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
};

/** The last message that each side has read; 0 before the first. */
export type Reads = { readonly byUser: number; readonly byOperator: number };

type Row = {
  readonly id: ChatMessageId;
  readonly from: ChatMessage['from'];
  readonly clientId: string | null;
  readonly text: string;
  readonly pictureId: string | null;
  readonly extension: UploadExtension | null;
  readonly createdAt: string;
};

// PostgreSQL's driver returns 64-bit integers as text, and this type as numbers, exact up to 2^53.
const asNumber = (column: SQL) => sql`${column}::float8`;

const COLUMNS = sql`${asNumber(sql`m.id`)} as id, m.sender as "from", m.client_message_id as "clientId", m.body as text, m.picture_id as "pictureId",
  p.extension, ${isoText(sql`m.created_at`)} as "createdAt"`;
const SOURCE = sql`chat_messages m left join uploads p on p.id = m.picture_id`;

/** Stores a message; resolves to its id. Under the lock of `lockUser`, so that ids grow in commit order. */
export async function insertMessage(tx: Transaction, userId: UserId, message: NewMessage): Promise<ChatMessageId> {
  const { from, clientId, text, pictureId, at } = message;
  const [row] = await rowsOf<{ id: ChatMessageId }>(
    tx,
    sql`insert into chat_messages (user_id, sender, client_message_id, body, picture_id, created_at)
      values (${userId}, ${from}, ${clientId}, ${text}, ${pictureId}, ${at}) returning ${asNumber(sql`id`)} as id`,
  );
  if (row === undefined) throw new Error('a message was not written');
  return row.id;
}

/** The message with an id chosen by the device. */
export async function findByClientId(
  reader: Reader,
  userId: UserId,
  clientId: string,
): Promise<StoredMessage | undefined> {
  const [row] = await rowsOf<Row>(
    reader,
    sql`select ${COLUMNS} from ${SOURCE} where m.user_id = ${userId} and m.client_message_id = ${clientId}`,
  );
  return row && messageOf(row);
}

/** Part of a chat, oldest first, and whether there is more in the requested direction. */
export async function readPart(
  reader: Reader,
  userId: UserId,
  { before, after, limit }: Part,
): Promise<{ readonly messages: readonly StoredMessage[]; readonly hasMore: boolean }> {
  const isForward = after !== undefined;
  const border = cursorOf({ before, after });
  const rows = await rowsOf<Row>(
    reader,
    sql`select ${COLUMNS} from ${SOURCE} where m.user_id = ${userId} and ${border}
      order by m.id ${isForward ? sql`asc` : sql`desc`} limit ${limit + 1}`,
  );
  const found = rows.slice(0, limit).map(messageOf);
  return { messages: isForward ? found : found.toReversed(), hasMore: rows.length > limit };
}

/** Number of messages the user sent since an instant, and the time of the first of them. */
export async function countSent(
  reader: Reader,
  userId: UserId,
  since: string,
): Promise<{ readonly count: number; readonly firstAt: string | null }> {
  const [row] = await rowsOf<{ count: number; firstAt: string | null }>(
    reader,
    sql`select count(*)::int as count, ${isoText(sql`min(created_at)`)} as "firstAt"
      from chat_messages where user_id = ${userId} and sender = 'user' and created_at > ${since}`,
  );
  return row ?? { count: 0, firstAt: null };
}

/** The last message that each side has read. */
export async function readReads(reader: Reader, userId: UserId): Promise<Reads> {
  const [row] = await rowsOf<Reads>(
    reader,
    sql`select ${asNumber(sql`by_user`)} as "byUser", ${asNumber(sql`by_operator`)} as "byOperator" from chat_reads where user_id = ${userId}`,
  );
  return row ?? { byUser: 0, byOperator: 0 };
}

/** Number of operators' messages that the user has not read. */
export async function countUnread(reader: Reader, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from chat_messages m where m.user_id = ${userId} and m.sender = 'operator'
      and m.id > coalesce((select by_user from chat_reads where user_id = ${userId}), 0)`,
  );
  return row?.count ?? 0;
}

/**
 * Stores that one side has read up to a message of this chat, or the last one before it. Resolves to whether that
 * changed anything.
 */
export async function markRead(
  tx: Transaction,
  userId: UserId,
  { by, until }: { readonly by: ChatMessage['from']; readonly until: number },
): Promise<boolean> {
  const column = by === 'user' ? sql`by_user` : sql`by_operator`;
  const rows = await rowsOf(
    tx,
    sql`insert into chat_reads as r (user_id, ${column})
      select ${userId}, max(id) from chat_messages where user_id = ${userId} and id <= ${until}::bigint having max(id) is not null
      on conflict (user_id) do update set ${column} = excluded.${column} where r.${column} < excluded.${column}
      returning 1 as changed`,
  );
  return rows.length > 0;
}

function cursorOf({ before, after }: Pick<Part, 'before' | 'after'>): SQL {
  if (after !== undefined) return sql`m.id > ${after}::bigint`;
  return before === undefined ? sql`true` : sql`m.id < ${before}::bigint`;
}

function messageOf({ extension, ...row }: Row): StoredMessage {
  const { pictureId } = row;
  const picture = pictureId === null || extension === null ? null : uploadPathOf({ id: pictureId, extension });
  return { ...row, picture };
}
