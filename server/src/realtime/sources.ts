/**
 * What the realtime hub needs of the exchange. Everything is read from the truth (the database); events only say when
 * to look.
 */
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

/** Whose token it was. */
export type Identity = { readonly userId: UserId; readonly sessionId: number };

/** Names one balance of a user. */
export type BalanceRef = { readonly kind: AccountKind; readonly currencyId: CurrencyId };

/** Where faults go; a pino logger is one. */
export type RealtimeLog = { error(details: object, message: string): void };

export type RealtimeSources = {
  readonly events: Pick<EventBus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: RealtimeLog;
  /**
   * The displayed markets with their tickers. Asked for several times a second, so it is cheap; it may be a second old.
   */
  listTickers(): Promise<readonly Market[]>;
  /** The book as it stands, at most `limit` levels a side. */
  readBook(symbol: string, limit: number): Promise<Book>;
  /** The newest candle; undefined before the first tick. */
  readOpenCandle(symbol: string, period: Period): Promise<Candle | undefined>;
  /** Candles that start at or after an instant, ascending. */
  readCandlesFrom(symbol: string, period: Period, fromSeconds: number): Promise<readonly Candle[]>;
  /** Newest first. */
  readTicks(symbol: string, limit: number): Promise<readonly Tick[]>;
  /** The balances named, as they stand. */
  readBalances(userId: UserId, balances: readonly BalanceRef[]): Promise<readonly BalanceEvent[]>;
  /** Those of these orders that are the user's, as they stand. */
  readOrders(userId: UserId, orderIds: readonly OrderId[]): Promise<readonly Order[]>;
  /** Those of these options that are the user's, as they stand. */
  readOptions(userId: UserId, optionIds: readonly OptionId[]): Promise<readonly Option[]>;
  /** Those of these positions that are the user's, as they stand. */
  readPositions(userId: UserId, positionIds: readonly PositionId[]): Promise<readonly FuturesPosition[]>;
  /** What the user has open and waiting in contracts, newest first, and the lowest rate of it. */
  readFutures(
    userId: UserId,
  ): Promise<{ readonly hazardRate: Decimal; readonly positions: readonly FuturesPosition[] }>;
  /** How many messages of the message centre are unread, 99 at most. */
  countUnread(userId: UserId): Promise<number>;
  /** How many answers in the support chat are unread. */
  countUnreadInChat(userId: UserId): Promise<number>;
  /** Undefined when the token is unknown, revoked or expired. */
  verifyToken(token: string): Promise<Identity | undefined>;
};

/** Those readings that modules bring. */
export type ModuleReadings = Pick<
  RealtimeSources,
  'readBook' | 'readOrders' | 'readOptions' | 'readPositions' | 'readFutures' | 'countUnread' | 'countUnreadInChat'
>;

/** How often things happen, and how much is borne. Tests shorten and lower them. */
export type RealtimeSettings = {
  /** The market events of the family. */
  readonly legacyEveryMs: number;
  readonly tickerEveryMs: number;
  readonly depthEveryMs: number;
  readonly klineEveryMs: number;
  /** How long a room that nobody is in any more goes on, so that who comes back gets what was missed. */
  readonly lingerMs: number;
  /** How often the tokens behind private rooms are verified again: this is how expiry is noticed. */
  readonly recheckMs: number;
  /** A ping that is unanswered for this long means a dead line. */
  readonly pingTimeoutMs: number;
  /** Packets that may wait for one socket. */
  readonly waitingPacketsMax: number;
  /** Sockets of one network at a time: far more than the phones and tabs of a household or an office behind one. */
  readonly socketsOfNetworkMax: number;
};

/** A server speaks at least this often: a client that hears nothing for longer knows that its line is dead. */
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
