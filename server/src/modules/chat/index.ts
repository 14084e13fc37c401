/** The calls of the support chat: chat/messages, chat/send, chat/read. */
import { CHAT_PAGE_MAX, listChatMessages, readChat, sendChatMessage } from '@halyard/contract/chat/calls';
import type { ChatMessageId, UserId } from '@halyard/contract/ids';
import { answerUser } from '../../calls/callHandler.ts';
import { isYearsOld, pruneRows } from '../../jobs/job.ts';
import type { Module } from '../../module.ts';
import { CHAT_COMMANDS } from './chatCommands.ts';
import { countUnread, markRead, readPart, readReads } from './chatRepository.ts';
import { takeMessage, wireOf } from './sendMessage.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    /** The user wrote, or either side read. Answers of operators are events of the user instead. */
    readonly 'chat-changed': {
      readonly userId: UserId;
      /** Number of operators' messages that the user has not read. */
      readonly unread: number;
      /** The new message; null after reading. */
      readonly messageId: ChatMessageId | null;
      /** The side that wrote or read. */
      readonly from: 'user' | 'operator';
    };
  }
}

export const chat: Module = {
  commands: CHAT_COMMANDS,
  create(deps) {
    const { db, events, settings } = deps;
    const { chatYears } = settings.retention;
    return {
      // Its pictures follow, as files that nothing refers to.
      pruners: { chat: pruneRows('chat_messages', (nowMs) => isYearsOld('created_at', nowMs, chatYears)) },
      handlers: [
        answerUser(listChatMessages, async ({ before, after, limit = CHAT_PAGE_MAX }, { user }) => {
          const part = { before, after, limit: Math.min(Math.max(limit, 1), CHAT_PAGE_MAX) };
          const { messages, hasMore } = await readPart(db, user.id, part);
          const { byOperator } = await readReads(db, user.id);
          return {
            messages: messages.map(wireOf),
            hasMore,
            unread: await countUnread(db, user.id),
            readByOperator: byOperator === 0 ? null : (byOperator as ChatMessageId),
          };
        }),
        answerUser(sendChatMessage, (request, { user }) => takeMessage(deps, user.id, request)),
        answerUser(readChat, async ({ until }, { user }) => {
          const { isNews, unread } = await db.transaction(async (tx) => ({
            isNews: await markRead(tx, user.id, { by: 'user', until }),
            unread: await countUnread(tx, user.id),
          }));
          // The user's other devices update the badge.
          if (isNews) events.publish({ type: 'chat-changed', userId: user.id, unread, messageId: null, from: 'user' });
          return { unread };
        }),
      ],
      realtime: { countUnreadInChat: (userId) => countUnread(db, userId) },
    };
  },
};
