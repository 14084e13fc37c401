/** Writing into a chat, from either side. */
import type { RequestOf } from '@halyard/contract/call';
import { CHAT_TEXT_MAX, type ChatMessage, type sendChatMessage } from '@halyard/contract/chat/calls';
import type { UserId } from '@halyard/contract/ids';
import { MINUTE_MS } from '@halyard/contract/time';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { emit, type Database, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { EventBus } from '../../events/events.ts';
import { plainText } from '../../calls/plainText.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { requireUpload } from '../uploads/uploadFiles.ts';
import {
  countSent,
  countUnread,
  findByClientId,
  insertMessage,
  readPart,
  type NewMessage,
  type StoredMessage,
} from './chatRepository.ts';

export type ChatDeps = { readonly db: Database; readonly events: EventBus; readonly clock: Clock };

/** Maximum of messages in {@link WINDOW_MS}: several times a backlog after an outage. */
export const MESSAGES_MAX = 200;
export const WINDOW_MS = 10 * MINUTE_MS;
/** Length of the quote of an answer in the message centre. */
const SNIPPET_CHARACTERS = 140;

/**
 * Accepts a message of a user. The same id with the same content returns the stored message, even if it would be
 * refused now. Throws `BusinessError` with the codes that the call documents.
 */
export async function takeMessage(
  { db, clock }: ChatDeps,
  userId: UserId,
  request: RequestOf<typeof sendChatMessage>,
): Promise<ChatMessage> {
  const text = textOf(request.text ?? '');
  const at = clock.nowMs();
  const message = await db.transaction(async (tx) => {
    // Checked first: a repeated request gets the answer of the first.
    await lockUser(tx, userId);
    const before = await findByClientId(tx, userId, request.clientId);
    if (before !== undefined) return sameOf(before, text, request.picture);
    if (text === '' && request.picture === undefined) throw new BusinessError('CHAT_MESSAGE_EMPTY');
    await refuseTooMany(tx, userId, at);
    const pictureId = await pictureOf(tx, userId, request.picture);
    const entry = { from: 'user', clientId: request.clientId, text, pictureId, at: isoOf(at) } as const;
    const written = await write(tx, userId, entry);
    const unread = await countUnread(tx, userId);
    emit(tx, { type: 'chat-changed', userId, unread, messageId: written.id, from: written.from });
    return written;
  });
  return wireOf(message);
}

/** Stores an operator's answer; its picture is stored as the user's, so that they may read it. */
export async function answerUser(
  tx: Transaction,
  { clock }: Pick<ChatDeps, 'clock'>,
  { userId, text, pictureId }: { readonly userId: UserId; readonly text: string; readonly pictureId: string | null },
): Promise<StoredMessage> {
  const plain = textOf(text);
  if (plain === '' && pictureId === null) throw new BusinessError('CHAT_MESSAGE_EMPTY');
  await lockUser(tx, userId);
  const entry = { from: 'operator', clientId: null, text: plain, pictureId, at: isoOf(clock.nowMs()) } as const;
  const message = await write(tx, userId, entry);
  await writeUserEvent(tx, { userId, ref: message.id, at: entry.at, facts: { subject: 'chat', ...snippetOf(plain) } });
  return message;
}

/** A message in its wire format. */
export function wireOf({ pictureId: _id, ...message }: StoredMessage): ChatMessage {
  return message;
}

async function write(tx: Transaction, userId: UserId, entry: NewMessage): Promise<StoredMessage> {
  const id = await insertMessage(tx, userId, entry);
  const { messages } = await readPart(tx, userId, { after: id - 1, limit: 1 });
  const [message] = messages;
  if (message === undefined) throw new Error('a message that was written is not there');
  return message;
}

function snippetOf(text: string): { readonly snippet: string; readonly isCut: boolean } {
  const characters = Array.from(text);
  return {
    snippet: characters.slice(0, SNIPPET_CHARACTERS).join(''),
    isCut: characters.length > SNIPPET_CHARACTERS,
  };
}

function textOf(written: string): string {
  const text = plainText(written);
  if (text.length > CHAT_TEXT_MAX) throw new BusinessError('CHAT_TEXT_TOO_LONG', { max: CHAT_TEXT_MAX });
  return text;
}

/**
 * The stored message, if it equals the request. Pictures are compared by path, since the same bytes sent again are
 * another upload.
 */
function sameOf(before: StoredMessage, text: string, picture: string | undefined): StoredMessage {
  if (before.text !== text || before.picture !== (picture ?? null)) throw new BusinessError('REQUEST_ID_REUSED');
  return before;
}

async function pictureOf(tx: Transaction, userId: UserId, path: string | undefined): Promise<string | null> {
  return path === undefined ? null : requireUpload(tx, userId, path, { allowPdf: false });
}

async function refuseTooMany(tx: Transaction, userId: UserId, nowMs: number): Promise<void> {
  const { count, firstAt } = await countSent(tx, userId, isoOf(nowMs - WINDOW_MS));
  if (count < MESSAGES_MAX) return;
  const freeAtMs = firstAt === null ? nowMs : Date.parse(firstAt) + WINDOW_MS;
  throw new BusinessError('RATE_LIMITED', { seconds: Math.max(1, Math.ceil((freeAtMs - nowMs) / 1000)) });
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
