/**
 * Events for streams and jobs. A transaction emits them and they are published after its commit. A lost event only
 * delays a screen, because the database is the truth and every stream can be read again. Events that users must not
 * miss are `user-notified`, which survives the crash of a node (ADR 17). With `REDIS_URL` events reach all nodes.
 */
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import type { Tick } from '@halyard/contract/market/calls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { MessageFacts } from './messageFacts.ts';
import type { RecordChange } from '@halyard/contract/realtime/accountRoom';

/**
 * Events of the core; each module declares its own in its `index.ts`. Plain data, so that events can cross processes as
 * JSON.
 */
// oxlint-disable-next-line style/no-interface -- modules merge their events into it
export interface ExchangeEvents {
  /** `waiting` names the products that wait for prices of the market; without it, any may. */
  readonly 'ticks-appended': MarketRef & { readonly ticks: readonly Tick[]; readonly waiting?: readonly string[] };
  readonly 'market-status-changed': MarketRef;
  // A market was listed, or has ended: the feed follows others now.
  readonly 'markets-changed': object;
  // Something was halted, or a halt is over.
  readonly 'halts-changed': object;
  // Terms or currencies have changed.
  readonly 'catalogue-changed': object;
  readonly 'balances-changed': {
    readonly userId: UserId;
    readonly balances: readonly { readonly kind: AccountKind; readonly currencyId: CurrencyId }[];
  };
  readonly 'record-changed': { readonly userId: UserId; readonly record: RecordChange };
  // `user_events` has new rows to notify users of.
  readonly 'events-written': object;
  /** Notification of an event to a user. It may be repeated after a crash; `messageId` identifies the repetition. */
  readonly 'user-notified': {
    readonly userId: UserId;
    readonly messageId: string;
    /** Id of the row that the event is about. */
    readonly ref: number;
    readonly facts: MessageFacts;
  };
}

/** The market that an event is about. */
export type MarketRef = { readonly marketId: MarketId; readonly symbol: string };

export type ExchangeEvent = {
  [T in keyof ExchangeEvents]: { readonly type: T } & ExchangeEvents[T];
}[keyof ExchangeEvents];

export type EventListener = (event: ExchangeEvent) => void;

/** Publish and subscribe. `subscribe` returns its unsubscribe function. */
export type EventBus = {
  publish(event: ExchangeEvent): void;
  subscribe(listener: EventListener): () => void;
  /** Waits until published events are sent to every node, for a limited time when Redis is down. */
  flush(): Promise<void>;
  /** Whether events reach the other nodes; always true without Redis. */
  isConnected(): boolean;
  close(): Promise<void>;
};

type BalancesChanged = Extract<ExchangeEvent, { readonly type: 'balances-changed' }>;

/**
 * The events of one transaction, each once: a user's changed balances are one event, in the place of the first, and an
 * event without data is not repeated.
 */
export function mergeEvents(events: readonly ExchangeEvent[]): readonly ExchangeEvent[] {
  const merged = new Map<string, ExchangeEvent>();
  for (const [index, event] of events.entries()) {
    const { type, ...data } = event;
    if (type === 'balances-changed') {
      const key = `${type} ${event.userId}`;
      merged.set(key, mergeBalances(merged.get(key) as BalancesChanged | undefined, event));
    } else merged.set(Object.keys(data).length === 0 ? type : `${type} ${index}`, event);
  }
  return [...merged.values()];
}

function mergeBalances(first: BalancesChanged | undefined, event: BalancesChanged): BalancesChanged {
  const all = [...(first?.balances ?? []), ...event.balances];
  return { ...event, balances: [...new Map(all.map((one) => [`${one.kind} ${one.currencyId}`, one])).values()] };
}
