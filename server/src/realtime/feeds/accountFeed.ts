/** `account`: what changed of one user's own. */
import * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/calls/ids';
import { accountEvent, type AccountEvent } from '@halyard/contract/realtime/rooms';
import { messagesOwnerOf } from '../../modules/messages/messageEvents.ts';
import { createRefresher } from '../refresher.ts';
import type { BalanceRef } from '../sources.ts';
import type { FeedContext, RoomFeed } from './roomFeed.ts';

/** Messages come as quickly as orders are filled; a badge is read by people. */
const UNREAD_EVERY_MS = 1000;

/** Makes the feed of one user's events. */
export function createAccountFeed(userId: UserId, context: FeedContext): RoomFeed {
  const changed = new Map<string, BalanceRef>();
  const publish = (event: AccountEvent) => context.publish(z.encode(accountEvent, event));
  // Balances are read anew, one reading after the other, so a later message never tells an older balance.
  const refresher = createRefresher({
    everyMs: 0,
    onError: context.onError,
    async work() {
      const refs = new Map(changed);
      changed.clear();
      try {
        const balances = await context.sources.readBalances(userId, [...refs.values()]);
        if (balances.length > 0) publish({ event: 'balance', balances: [...balances] });
      } catch (error) {
        for (const [key, ref] of refs) changed.set(key, ref);
        throw error;
      }
    },
  });
  const unread = createRefresher({
    everyMs: UNREAD_EVERY_MS,
    onError: context.onError,
    work: async () => publish({ event: 'notice', unread: await context.sources.countUnread(userId) }),
  });
  return {
    async open() {
      refresher.start();
      unread.start();
    },
    snapshot: () => null,
    onEvent(event) {
      if (event.type === 'order-changed') publish({ event: 'order', order: event.order });
      if (event.type === 'record-changed') publish({ event: 'record', record: event.record });
      if (event.type === 'chat-changed') publish({ event: 'chat', unread: event.unread });
      if (event.type === 'preference-changed') publish({ event: 'preference', version: event.version });
      if (messagesOwnerOf(event) !== undefined) unread.touch();
      if (event.type !== 'balances-changed') return;
      for (const ref of event.balances) changed.set(`${ref.kind}:${ref.currencyId}`, ref);
      refresher.touch();
    },
    close() {
      refresher.close();
      unread.close();
    },
  };
}
