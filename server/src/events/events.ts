/**
 * What happened, told to whoever streams it. Published after the commit; a lost event only delays a screen, because the
 * database is the truth and every stream can be read anew. What a user must not miss is `user-told`, which no death of
 * a node loses (adr 0017). With `REDIS_URL` events reach all nodes.
 */
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import type { Tick } from '@halyard/contract/market/calls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { MessageFacts } from './messageFacts.ts';
import type { RecordChange } from '@halyard/contract/realtime/accountRoom';

/**
 * What is told besides what modules add to it: each declares its own events in its `index.ts`. Plain data, so that it
 * can cross processes as JSON.
 */
// oxlint-disable-next-line style/no-interface -- modules merge their events into it
export interface ExchangeEvents {
  /** `waiting` names what waits for prices of the market; without it, anything may. */
  readonly 'ticks-appended': MarketRef & { readonly ticks: readonly Tick[]; readonly waiting?: readonly string[] };
  readonly 'market-status-changed': MarketRef;
  // Terms or currencies are others now.
  readonly 'catalogue-changed': object;
  readonly 'balances-changed': {
    readonly userId: UserId;
    readonly balances: readonly { readonly kind: AccountKind; readonly currencyId: CurrencyId }[];
  };
  readonly 'record-changed': { readonly userId: UserId; readonly record: RecordChange };
  // `user_events` has new rows: whoever tells them may begin.
  readonly 'events-written': object;
  /** Something happened to a user. It may be told twice where a node died; `messageId` says that it is the same. */
  readonly 'user-told': {
    readonly userId: UserId;
    readonly messageId: string;
    /** Of the row that it is about. */
    readonly ref: number;
    readonly facts: MessageFacts;
  };
}

/** The market that an event is about. */
export type MarketRef = { readonly marketId: MarketId; readonly symbol: string };

/** Everything that is told. */
export type ExchangeEvent = {
  [T in keyof ExchangeEvents]: { readonly type: T } & ExchangeEvents[T];
}[keyof ExchangeEvents];

export type EventListener = (event: ExchangeEvent) => void;

/** Publish and subscribe. `subscribe` answers its clean-up. */
export type EventBus = {
  publish(event: ExchangeEvent): void;
  subscribe(listener: EventListener): () => void;
  /** Waits until what was published is on its way to every node; not for long, when the way is broken. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
