/** Data sources of the realtime hub. Everything is read from the database; events only signal when to read. */
import type { CurrencyId, OptionId, OrderId, PositionId, UserId } from '@halyard/contract/ids';
import type { Book, Candle, Market, Period, Tick } from '@halyard/contract/market/calls';
import type { Option } from '@halyard/contract/options/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Order } from '@halyard/contract/spot/calls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { Decimal } from '@halyard/contract/money';
import type { BalanceEvent } from '@halyard/contract/realtime/accountRoom';
import type { Clock } from '../clock.ts';
import type { EventBus } from '../events/events.ts';

/** Owner of a token. */
export type Identity = { readonly userId: UserId; readonly sessionId: number };

/** Identifies one balance of a user. */
export type BalanceRef = { readonly kind: AccountKind; readonly currencyId: CurrencyId };

/** Log of errors; a pino logger fits. */
export type RealtimeLog = { error(details: object, message: string): void };

export type RealtimeSources = {
  readonly events: Pick<EventBus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: RealtimeLog;
  /**
   * The displayed markets with their tickers. Called several times a second, so it must be cheap; the result may be a
   * second old.
   */
  listTickers(): Promise<readonly Market[]>;
  /** The current book, at most `limit` levels a side. */
  readBook(symbol: string, limit: number): Promise<Book>;
  /** The newest candle; undefined before the first tick. */
  readOpenCandle(symbol: string, period: Period): Promise<Candle | undefined>;
  /** Candles that start at or after an instant, ascending. */
  readCandlesFrom(symbol: string, period: Period, fromSeconds: number): Promise<readonly Candle[]>;
  /** Newest first. */
  readTicks(symbol: string, limit: number): Promise<readonly Tick[]>;
  /** Current state of the given balances. */
  readBalances(userId: UserId, balances: readonly BalanceRef[]): Promise<readonly BalanceEvent[]>;
  /** Current state of those of these orders that belong to the user. */
  readOrders(userId: UserId, orderIds: readonly OrderId[]): Promise<readonly Order[]>;
  /** Current state of those of these options that belong to the user. */
  readOptions(userId: UserId, optionIds: readonly OptionId[]): Promise<readonly Option[]>;
  /** Current state of those of these positions that belong to the user. */
  readPositions(userId: UserId, positionIds: readonly PositionId[]): Promise<readonly FuturesPosition[]>;
  /** The user's open and pending futures positions, newest first, and the lowest margin rate among them. */
  readFutures(
    userId: UserId,
  ): Promise<{ readonly hazardRate: Decimal; readonly positions: readonly FuturesPosition[] }>;
  /** Number of unread messages in the message centre, 99 at most. */
  countUnread(userId: UserId): Promise<number>;
  /** Number of unread answers in the support chat. */
  countUnreadInChat(userId: UserId): Promise<number>;
  /** Undefined when the token is unknown, revoked or expired. */
  verifyToken(token: string): Promise<Identity | undefined>;
};

/** Readers that modules provide. */
export type ModuleReadings = Pick<
  RealtimeSources,
  'readBook' | 'readOrders' | 'readOptions' | 'readPositions' | 'readFutures' | 'countUnread' | 'countUnreadInChat'
>;

/** Intervals and limits. Tests shorten and lower them. */
export type RealtimeSettings = {
  /** Interval of the market events for legacy clients. */
  readonly legacyEveryMs: number;
  readonly tickerEveryMs: number;
  readonly depthEveryMs: number;
  readonly klineEveryMs: number;
  /** How long a room without members stays open, so that a client that reconnects receives missed messages. */
  readonly lingerMs: number;
  /** Interval at which tokens of private rooms are verified again, which detects their expiry. */
  readonly recheckMs: number;
  /** A ping that is unanswered for this long means a dead connection. */
  readonly pingTimeoutMs: number;
  /** Most packets that may wait for one socket. */
  readonly waitingPacketsMax: number;
  /** Most sockets of one network at a time: far more than the phones and tabs of a household or an office. */
  readonly socketsOfNetworkMax: number;
};

/** Interval of pings: a client that receives nothing for longer knows that its connection is dead. */
export const PING_EVERY_MS = 2500;

export const SETTINGS: RealtimeSettings = {
  legacyEveryMs: 2000,
  tickerEveryMs: 400,
  depthEveryMs: 100,
  klineEveryMs: 250,
  lingerMs: 30_000,
  recheckMs: 60_000,
  pingTimeoutMs: 8000,
  // Nearly a minute of a busy book.
  waitingPacketsMax: 512,
  socketsOfNetworkMax: 256,
};
