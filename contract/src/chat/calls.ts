/** Support chat between a user and the operators (`wire-facts` 2.1 knows only a link; all of this is ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, flag, instant, requestId, wireObject, wireRequest } from '../codec.ts';
import { chatMessageId } from '../ids.ts';

/** The longest text of a message, in UTF-16 units. */
export const CHAT_TEXT_MAX = 2000;
/** The most messages of one answer; also how many one gets that asks for no number. */
export const CHAT_PAGE_MAX = 50;

const message = wireObject({
  /** Grows with every message of the exchange, so the order of ids is the order of a chat. */
  id: field('id', chatMessageId),
  /** As the sender's device made it; null on messages of operators. */
  clientId: field('client_message_id', z.nullable(requestId)),
  /** `operator` says nobody's name: users talk to the house. */
  from: field('from', z.enum(['user', 'operator'])),
  text: field('text', z.string()),
  /** The path of an upload; it answers to the user and to operators. */
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
    /** Whether there are more in the direction asked for (older ones where none was). */
    hasMore: field('has_more', flag),
    /** Messages of operators after the last one read. */
    unread: field('unread', count),
    /** The last message that an operator has read; null for none. */
    readByOperator: field('read_by_operator', z.nullable(chatMessageId)),
  }),
});

/**
 * The same client id again answers the message that was made the first time; with another text or picture it is
 * refused. Errors: CHAT_MESSAGE_EMPTY, CHAT_TEXT_TOO_LONG {max}, FILE_NOT_FOUND (not an own picture),
 * REQUEST_ID_REUSED, RATE_LIMITED.
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

/** Never goes back: an older message than the last one read changes nothing. */
export const readChat = defineCall({
  method: 'POST',
  path: 'chat/read',
  isOwn: true,
  access: 'user',
  summary: 'Say up to which message the chat was read; answers how many are unread.',
  request: wireRequest({ until: field('until', chatMessageId) }),
  answer: wireObject({ unread: field('unread', count) }),
});
