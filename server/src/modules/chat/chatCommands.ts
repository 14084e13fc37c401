/** `operator chat`: messages of users, and answers to them. */
import { readFile, stat } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { emit, isoText, rowsOf, type Reader } from '../../db/database.ts';
import {
  argument,
  CommandError,
  FILE_VALUE,
  READ,
  readCount,
  readId,
  UsageError,
  USERS,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
  type ShownFile,
} from '../../operator/command.ts';
import {
  formatInstant,
  formatTable,
  moreLine,
  PIECE_OPTIONS,
  pieceOf,
  readListing,
  visible,
} from '../../operator/text.ts';
import { uploadFileOf } from '../uploads/uploadFiles.ts';
import { storePictureFor } from '../uploads/uploadsService.ts';
import { countUnread, markRead, readPart, type StoredMessage } from './chatRepository.ts';
import { answerUser } from './sendMessage.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';

/** The commands of the group. */
export const CHAT_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'chat',
    name: 'list',
    rule: READ,
    args: [],
    options: PIECE_OPTIONS,
    summary: 'users who wrote what nobody has read, who waits longest first',
    run: async ({ db }, _operator, input) => listChats(db, input),
  },
  {
    group: 'chat',
    name: 'show',
    rule: USERS,
    args: ['user'],
    options: [
      { name: 'limit', value: 'n', summary: 'at most so many messages, or all unread ones up to 1000; 50 unless said' },
      { name: 'before', value: 'id', summary: 'older ones than this message' },
      { name: 'save', value: 'folder', summary: 'copy the pictures into this folder' },
    ],
    summary: 'what a user and operators wrote, the newest last; it counts as read then, and is noted in the audit log',
    run: showChat,
  },
  {
    group: 'chat',
    name: 'answer',
    rule: USERS,
    args: ['user'],
    options: [
      { name: 'text', value: 'text', summary: 'what the user reads; plain text, at most 2000 characters' },
      { name: 'file', value: FILE_VALUE, summary: 'a file with that text, for several lines' },
      { name: 'picture', value: FILE_VALUE, summary: 'a JPEG, PNG or WebP beside it, or alone' },
    ],
    summary: 'write to a user; noted in the audit log',
    run: answerChat,
  },
];

const SHOWN = 50;
const SHOWN_MAX = 1000;
/** Far above the maximum of a message. */
const FILE_BYTES_MAX = 64 * 1024;

async function listChats(db: Reader, input: CommandInput) {
  const listing = readListing(input);
  const piece = pieceOf(await listWaitingChats(db, listing), listing);
  const titles = ['user', 'account', 'language', 'unread', 'waits since (UTC)'];
  const columns = titles.map((title) => ({ title, isRight: title === 'user' || title === 'unread' }));
  const rows = piece.rows.map((chat) => [
    chat.userId,
    chat.account,
    chat.language,
    chat.unread,
    formatInstant(chat.waitingSince),
  ]);
  return { data: piece, text: formatTable(columns, rows, 'Nobody waits for an answer.') + moreLine(piece) };
}

async function showChat(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const { db } = deps;
  const { limit, before } = input.options;
  const count = limit === undefined ? SHOWN : readCount(limit, 'limit', SHOWN_MAX);
  const beforeId = before === undefined ? undefined : readId(before, '--before');
  const shown = await db.transaction(async (tx) => {
    const user = await requireUser(tx, argument(input, 0));
    const waiting = Math.min(await countWaiting(tx, user.id), SHOWN_MAX);
    const { messages, hasMore } = await readPart(tx, user.id, { before: beforeId, limit: Math.max(count, waiting) });
    const until = beforeId === undefined ? messages.at(-1)?.id : undefined;
    const isNews = until !== undefined && (await markRead(tx, user.id, { by: 'operator', until }));
    await writeAudit(tx, operator, { action: 'chat.show', subject: `user:${user.id}` });
    // The user sees that the message was read.
    const read = {
      userId: user.id,
      unread: await countUnread(tx, user.id),
      messageId: null,
      from: 'operator',
    } as const;
    if (isNews) emit(tx, { type: 'chat-changed', ...read });
    return { user, messages, hasMore };
  });
  const { user, messages, hasMore } = shown;
  const files = await picturesOf(deps, messages);
  const lines = messages.map((message) => linesOf(message, files.get(message.id)));
  const older = hasMore ? [`There are older ones: --before ${messages[0]?.id ?? 0}`] : [];
  const none = messages.length === 0 ? ['Nothing was written.'] : [];
  const head = `Chat with user ${user.id} (${visible(user.account ?? '–')}, ${user.language})`;
  return {
    data: {
      user,
      hasMore,
      messages: messages.map(({ pictureId: _pictureId, ...message }) => ({
        ...message,
        picture: files.get(message.id)?.path ?? null,
      })),
    },
    text: [head, ...older, ...lines, ...none].join('\n\n'),
    files: [...files.values()],
  };
}

async function answerChat(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const { db } = deps;
  const { text, file, picture } = input.options;
  if (text !== undefined && file !== undefined) throw new UsageError('give --text or --file, not both');
  if (text === undefined && file === undefined && picture === undefined) {
    throw new UsageError('an answer is required: --text "...", --file <file> or --picture <file>');
  }
  const user = await requireUser(db, argument(input, 0));
  const written = file === undefined ? (text ?? '') : await reading(file, () => readText(file));
  const pictureId =
    picture === undefined ? null : await reading(picture, () => storePictureFor(deps, user.id, picture));
  const message = await db.transaction(async (tx) => {
    const answered = await answerUser(tx, deps, { userId: user.id, text: written, pictureId });
    const reason = `message ${answered.id}`;
    await writeAudit(tx, operator, { action: 'chat.answer', subject: `user:${user.id}`, reason });
    return answered;
  });
  return { data: { userId: user.id, messageId: message.id }, text: `User ${user.id} has the answer.` };
}

type ChatUser = { readonly id: UserId; readonly account: string | null; readonly language: string };

async function requireUser(reader: Reader, typed: string): Promise<ChatUser> {
  const id = readId(typed, 'user');
  const [user] = await rowsOf<ChatUser>(
    reader,
    sql`select id, coalesce(email, phone) as account, language from users where id = ${id}`,
  );
  if (user === undefined) throw new CommandError(`there is no user ${id}`);
  return user;
}

async function picturesOf(
  { db, dataDir }: OperatorDeps,
  messages: readonly StoredMessage[],
): Promise<ReadonlyMap<number, ShownFile>> {
  const files = new Map<number, ShownFile>();
  for (const { id, pictureId } of messages) {
    const upload = pictureId === null ? undefined : await uploadFileOf(db, dataDir, pictureId);
    if (upload !== undefined) files.set(id, { name: `chat-${id}.${upload.extension}`, path: upload.file });
  }
  return files;
}

/** Marks each line of a user's text, so that none looks like a line of the tool. */
function linesOf({ id, from, text, createdAt }: StoredMessage, picture: ShownFile | undefined): string {
  const body = text === '' ? [] : text.split('\n').map((line) => `  | ${visible(line)}`.trimEnd());
  const file = picture === undefined ? [] : [`  picture: ${picture.path}`];
  return [`${id}  ${formatInstant(createdAt) ?? ''}  ${from}`, ...body, ...file].join('\n');
}

async function readText(file: string): Promise<string> {
  if ((await stat(file)).size > FILE_BYTES_MAX) throw new CommandError(`${file} is too long for a message`);
  return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
}

/** The system's error about a file, as a line for the operator. */
async function reading<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFileError = error instanceof Error && ('syscall' in error || error instanceof TypeError);
    throw isFileError ? new CommandError(`${file} cannot be read: ${error.message}`) : error;
  }
}

// Chats that wait for an operator.

/** A user with messages that no operator has read. */
type WaitingChat = {
  /** Id of the first unread message. */
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly language: string;
  readonly unread: number;
  /** Time of the first unread message. */
  readonly waitingSince: string;
};

/** Longest wait first; from a message on, one row more than `limit`. */
function listWaitingChats(
  reader: Reader,
  { fromId, limit }: { readonly fromId: number | null; readonly limit: number },
): Promise<WaitingChat[]> {
  return rowsOf<WaitingChat>(
    reader,
    sql`select min(m.id)::float8 as id, m.user_id as "userId", coalesce(u.email, u.phone) as account, u.language,
        count(*)::int as unread, ${isoText(sql`min(m.created_at)`)} as "waitingSince"
      from chat_messages m join users u on u.id = m.user_id left join chat_reads r on r.user_id = m.user_id
      where m.sender = 'user' and m.id > coalesce(r.by_operator, 0)
      group by m.user_id, u.email, u.phone, u.language
      having min(m.id) >= coalesce(${fromId}::bigint, 0)
      order by min(m.id) limit ${limit + 1}`,
  );
}

/** Number of one user's messages that no operator has read. */
export async function countWaiting(reader: Reader, userId: number): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from chat_messages m where m.user_id = ${userId} and m.sender = 'user'
      and m.id > coalesce((select by_operator from chat_reads where user_id = ${userId}), 0)`,
  );
  return row?.count ?? 0;
}
