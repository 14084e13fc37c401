/** Support chat between a user and the operators. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, flag, instant, requestId, wireObject, wireRequest } from '../codec.ts';
import { chatMessageId } from '../ids.ts';

/** The longest text of a message, in UTF-16 units. */
export const CHAT_TEXT_MAX = 2000;
/** The largest page of messages, and the default. */
export const CHAT_PAGE_MAX = 50;

const message = wireObject({
  /** Increases over all chats, so ids order the messages of each chat. */
  id: field('id', chatMessageId),
  /** Made by the sender's device; null on messages of operators. */
  clientId: field('client_message_id', z.nullable(requestId)),
  /** Operators are anonymous: every message of theirs has the sender `operator`. */
  from: field('from', z.enum(['user', 'operator'])),
  text: field('text', z.string()),
  /** The path of an upload that this user and the operators may read. */
  picture: field('picture', z.nullable(z.string())),
  createdAt: field('created_at', instant),
});
/** A message of a chat: a text, a picture, or both. */
export type ChatMessage = z.output<typeof message>;

export const listChatMessages = defineCall({
  method: 'POST',
  path: 'chat/messages',
  isOwn: true,
  access: 'user',
  summary: 'Messages of the own chat, oldest first: the newest ones, those before a message, or those after one.',
  request: wireRequest({
    before: field('before', z.optional(chatMessageId)),
    after: field('after', z.optional(chatMessageId)),
    limit: field('limit', z.optional(count)),
  }),
  answer: wireObject({
    messages: field('list', z.array(message)),
    /** Whether more messages exist in the requested direction (older ones by default). */
    hasMore: field('has_more', flag),
    /** Number of operator messages after the last one that the user read. */
    unread: field('unread', count),
    /** The last message that an operator has read; null for none. */
    readByOperator: field('read_by_operator', z.nullable(chatMessageId)),
  }),
});

/**
 * Sends a message. A repeated client id answers the first message, and is refused with another text or picture. Errors:
 * CHAT_MESSAGE_EMPTY, CHAT_TEXT_TOO_LONG {max}, FILE_NOT_FOUND (not a picture of this user), REQUEST_ID_REUSED,
 * RATE_LIMITED.
 */
export const sendChatMessage = defineCall({
  method: 'POST',
  path: 'chat/send',
  isOwn: true,
  access: 'user',
  summary: 'Write to the operators.',
  request: wireRequest({
    clientId: field('client_message_id', requestId),
    text: field('text', z.optional(z.string())),
    picture: field('picture', z.optional(z.string().check(z.maxLength(512)))),
  }),
  answer: message,
});

/** Never moves back: an older message than the last one read changes nothing. */
export const readChat = defineCall({
  method: 'POST',
  path: 'chat/read',
  isOwn: true,
  access: 'user',
  summary: 'Mark the chat as read up to a message; answers how many are unread.',
  request: wireRequest({ until: field('until', chatMessageId) }),
  answer: wireObject({ unread: field('unread', count) }),
});
