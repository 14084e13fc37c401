/** A chat as the device knows it. */
import type { AnswerOf } from '@halyard/contract/call';
import type { ChatMessage, listChatMessages } from '@halyard/contract/chat/calls';
import type { ChatMessageId } from '@halyard/contract/ids';

type List = AnswerOf<typeof listChatMessages>;

/** What was read of a chat, oldest first. */
export type Chat = {
  readonly messages: readonly ChatMessage[];
  /** Whether there are messages before the first one. */
  readonly hasOlder: boolean;
  /**
   * Up to here nothing is missing, and from here on is read what is new. A message that was sent from here may come
   * after it, with others between that are not known yet. Missing as long as there is no message.
   */
  readonly syncedTo: ChatMessageId | undefined;
  readonly unread: number;
  readonly readByOperator: ChatMessageId | null;
};

/** The newest part, which is the first that is read. */
export function firstPart({ messages, hasMore, unread, readByOperator }: List): Chat {
  return { messages, hasOlder: hasMore, syncedTo: messages.at(-1)?.id, unread, readByOperator };
}

/** All that came after a message, in parts. */
export function caughtUp(after: ChatMessageId, parts: readonly List[]): Chat {
  const messages = parts.flatMap((part) => part.messages);
  const last = parts.at(-1);
  return {
    messages,
    hasOlder: true,
    syncedTo: messages.at(-1)?.id ?? after,
    unread: last?.unread ?? 0,
    readByOperator: last?.readByOperator ?? null,
  };
}

/**
 * The chat with what was read later. Where nothing was known before, the later one says whether there is something
 * older.
 */
export function merged(chat: Chat, later: Chat): Chat {
  const { messages, unread, readByOperator } = later;
  const syncedTo = laterOf(chat.syncedTo, later.syncedTo);
  const hasOlder = chat.syncedTo === undefined ? later.hasOlder : chat.hasOlder;
  return withMessages({ ...chat, hasOlder, syncedTo, unread, readByOperator }, messages);
}

/** The chat with some messages more, each of them once. */
export function withMessages(chat: Chat, more: readonly ChatMessage[]): Chat {
  const known = new Set(chat.messages.map(({ id }) => id));
  const news = more.filter(({ id }) => !known.has(id));
  if (news.length === 0) return { ...chat, messages: chat.messages };
  return { ...chat, messages: [...chat.messages, ...news].toSorted((one, other) => one.id - other.id) };
}

function laterOf(one: ChatMessageId | undefined, other: ChatMessageId | undefined): ChatMessageId | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}
