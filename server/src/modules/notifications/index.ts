/** The calls of the message centre: messages/list, messages/read. */
import type { UserId } from '@halyard/contract/ids';
import { listMessages, MESSAGES_PAGE_MAX, readMessages } from '@halyard/contract/notifications/calls';
import { answerUser } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { countUnread, selectMessages, writeReadUntil, readCursor, writeCursor } from './messageRepository.ts';
import { accountMessages } from './accountMessages.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    /** The message centre was read on one of the user's devices. */
    readonly 'messages-read': { readonly userId: UserId };
  }
}

const LIMIT_DEFAULT = 20;

export const notifications: Module = {
  messages: accountMessages,
  create: ({ db, clock, events, isSandbox, writeMessage }) => ({
    handlers: [
      answerUser(listMessages, async ({ category, before, limit = LIMIT_DEFAULT }, { user, language }) => {
        const size = Math.min(Math.max(limit, 1), MESSAGES_PAGE_MAX);
        const place = before === undefined ? undefined : readCursor(before);
        const [rows, unread] = await Promise.all([
          // One row more than the page shows whether another page follows.
          selectMessages(db, user.id, { category, before: place, limit: size + 1 }),
          countUnread(db, user.id),
        ]);
        const page = rows.slice(0, size);
        const last = page.at(-1);
        const next = rows.length > size && last !== undefined ? writeCursor(last) : null;
        const messages = page.map((row) => ({
          id: row.messageId,
          category: row.category,
          ...writeMessage({ language, isSandbox }, row.facts, row.ref),
          createdAt: row.at,
          isRead: row.isRead,
        }));
        return { messages, next, unread };
      }),
      answerUser(readMessages, async ({ until }, { user }) => {
        await writeReadUntil(db, user.id, { until, now: new Date(clock.nowMs()).toISOString() });
        events.publish({ type: 'messages-read', userId: user.id });
        return { unread: await countUnread(db, user.id) };
      }),
    ],
    realtime: { countUnread: (userId) => countUnread(db, userId) },
  }),
};
