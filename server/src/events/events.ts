/**
 * What happened, told to whoever streams it. Published after the commit; a lost event only delays a screen, because the database
 * is the truth and every stream can be read anew. What a user must not miss is `user-told`, which no death of a node loses (adr 0017). With `REDIS_URL` events reach all nodes.
 */
import type { ChatMessageId, CurrencyId, MarketId, UserId } from '@halyard/contract/calls/ids';
import type { Tick } from '@halyard/contract/calls/markets';
import type { Order } from '@halyard/contract/calls/spot';
import type { AccountKind } from '@halyard/contract/calls/wallet';
import type { MessageFacts } from './messageFacts.ts';
import type { RecordChange } from '@halyard/contract/realtime/accountRoom';

/** Everything that is told. Plain data, so that it can cross processes as JSON. */
export type ExchangeEvent =
  | {
      readonly type: 'ticks-appended';
      readonly marketId: MarketId;
      readonly symbol: string;
      readonly ticks: readonly Tick[];
    }
  | { readonly type: 'market-status-changed'; readonly marketId: MarketId; readonly symbol: string }
  | { readonly type: 'book-changed'; readonly marketId: MarketId; readonly symbol: string }
  | { readonly type: 'order-changed'; readonly userId: UserId; readonly order: Order }
  | {
      readonly type: 'balances-changed';
      readonly userId: UserId;
      readonly balances: readonly { readonly kind: AccountKind; readonly currencyId: CurrencyId }[];
    }
  | {
      readonly type: 'record-changed';
      readonly userId: UserId;
      readonly record: RecordChange;
    }
  | { readonly type: 'preference-changed'; readonly userId: UserId; readonly version: number }
  // `user_events` has new rows: whoever tells them may begin.
  | { readonly type: 'events-written' }
  | {
      /** Something happened to a user. It may be told twice where a node died; `messageId` says that it is the same. */
      readonly type: 'user-told';
      readonly userId: UserId;
      readonly messageId: string;
      /** Of the row that it is about. */
      readonly ref: number;
      readonly facts: MessageFacts;
    }
  // The message centre was read on one of the user's devices.
  | { readonly type: 'messages-read'; readonly userId: UserId }
  | {
      /** The user wrote, or either side read. What an operator answers is a `user-told`. */
      readonly type: 'chat-changed';
      readonly userId: UserId;
      /** Messages of operators that the user has not read. */
      readonly unread: number;
      /** What was written; null where something was read. */
      readonly messageId: ChatMessageId | null;
      /** Who did. */
      readonly from: 'user' | 'operator';
    }
  | { readonly type: 'session-ended'; readonly userId: UserId; readonly sessionId: number };

export type EventListener = (event: ExchangeEvent) => void;

/** Publish and subscribe. `subscribe` answers its clean-up. */
export type EventBus = {
  publish(event: ExchangeEvent): void;
  subscribe(listener: EventListener): () => void;
  /** Waits until what was published is on its way to every node; not for long, when the way is broken. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
