/**
 * What happened, told to whoever streams it. Published after the commit; a lost event only delays a screen, because the database
 * is the truth and every stream can be read anew. With `REDIS_URL` events reach all nodes.
 */
import type { ChatMessageId, CurrencyId, MarketId, UserId } from '@halyard/contract/calls/ids';
import type { Tick } from '@halyard/contract/calls/markets';
import type { Order } from '@halyard/contract/calls/spot';
import type { AccountKind } from '@halyard/contract/calls/wallet';
import type { RecordChange } from '@halyard/contract/realtime/rooms';

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
  // The message centre has something that no other event tells of, or was read on one of the user's devices.
  | { readonly type: 'messages-changed'; readonly userId: UserId }
  | {
      /** Either side wrote or read. */
      readonly type: 'chat-changed';
      readonly userId: UserId;
      /** Messages of operators that the user has not read. */
      readonly unread: number;
      /** What was written; null where something was read. */
      readonly messageId: ChatMessageId | null;
      /** Who wrote or read. */
      readonly from: 'user' | 'operator';
    }
  | { readonly type: 'session-ended'; readonly userId: UserId; readonly sessionId: number };

export type EventListener = (event: ExchangeEvent) => void;

/** Publish and subscribe. `subscribe` answers its clean-up. */
export type EventBus = {
  publish(event: ExchangeEvent): void;
  subscribe(listener: EventListener): () => void;
  close(): Promise<void>;
};
