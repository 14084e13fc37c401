/**
 * An exchange in memory, for tests of streams: it holds the given state and publishes the same events as the real one.
 */
import type { CurrencyId, MarketId, OptionId, UserId } from '@halyard/contract/ids';
import {
  PERIODS,
  type Book,
  type BookLevel,
  type Candle,
  type Market,
  type Tick,
} from '@halyard/contract/market/calls';
import { optionCodec, type Option } from '@halyard/contract/options/calls';
import type { Order } from '@halyard/contract/spot/calls';
import { decimal, max, min, multiply, add, ZERO, type Decimal } from '@halyard/contract/money';
import type { BalanceEvent } from '@halyard/contract/realtime/accountRoom';
import { build } from '@halyard/contract/testing/build';
import type { ExchangeEvent } from '../events/events.ts';
import type { Identity, RealtimeSources } from '../realtime/sources.ts';

type Sides = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };

export const SYMBOL = 'BTC/USDT';
const MARKET_ID = 1 as MarketId;
const START_SECONDS = 1_677_628_800;

/** Approximate widths of the periods: a test only needs candles to begin somewhere. */
const WIDTH_SECONDS: Readonly<Record<string, number>> = {
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1800,
  '60min': 3600,
  '4hour': 14_400,
  '12hour': 43_200,
  '1day': 86_400,
  '1week': 604_800,
  '1mon': 2_592_000,
};

/** A level of a book or a balance, from text. */
export const level = (price: string, quantity: string): BookLevel => [decimal(price), decimal(quantity)];

type Store = {
  readonly listeners: Set<(event: ExchangeEvent) => void>;
  readonly ticks: Tick[];
  readonly candles: Map<string, Candle[]>;
  readonly tokens: Map<string, Identity>;
  readonly balances: Map<UserId, BalanceEvent[]>;
  /** Logged errors. */
  readonly faults: string[];
  book: Sides;
  /** Number of reads of the book; the next read fails on request. */
  bookReadings: number;
  isFailing: boolean;
  whileVerifying: (() => void) | undefined;
};

/** Makes an exchange with one market and no ticks. */
export function createMemoryExchange() {
  const store: Store = {
    listeners: new Set(),
    ticks: [],
    candles: new Map(),
    tokens: new Map(),
    balances: new Map(),
    faults: [],
    book: { bids: [], asks: [] },
    bookReadings: 0,
    isFailing: false,
    whileVerifying: undefined,
  };
  const publish = (event: ExchangeEvent) => store.listeners.forEach((listener) => listener(event));
  return {
    store,
    publish,
    sources: sourcesOf(store),
    ...marketActions(store, publish),
    ...userActions(store, publish),
  };
}

function sourcesOf(store: Store): RealtimeSources {
  const { listeners, ticks, candles, tokens, balances, faults } = store;
  return {
    events: {
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    clock: { nowMs: () => Date.now() },
    log: { error: (details, message) => void faults.push(`${message}: ${JSON.stringify(details)}`) },
    listTickers: async () => [marketRow(ticks)],
    async readBook(symbol, limit): Promise<Book> {
      store.bookReadings += 1;
      if (store.isFailing) throw new Error('the database is away');
      const { bids, asks } = store.book;
      return { symbol, bids: bids.slice(0, limit), asks: asks.slice(0, limit), asOf: new Date().toISOString() };
    },
    readOpenCandle: async (_symbol, period) => candles.get(period)?.at(-1),
    readCandlesFrom: async (_symbol, period, fromSeconds) =>
      (candles.get(period) ?? []).filter((candle) => candle.openedAtSeconds >= fromSeconds),
    readTicks: async (_symbol, limit) => ticks.slice(-limit).toReversed(),
    readOrders: async (_userId, orderIds) => orderIds.map(orderOf),
    readPositions: async () => [],
    readFutures: async () => ({ hazardRate: ZERO, positions: [] }),
    readOptions: async (userId, ids) => ids.map((id) => optionOf(userId, id)),
    countUnread: async () => 0,
    countUnreadInChat: async () => 0,
    readBalances: async (userId, refs) =>
      (balances.get(userId) ?? []).filter((balance) =>
        refs.some((ref) => ref.kind === balance.account && ref.currencyId === balance.currencyId),
      ),
    async verifyToken(token) {
      const identity = tokens.get(token);
      await Promise.resolve();
      store.whileVerifying?.();
      return identity;
    },
  };
}

function marketActions(store: Store, publish: (event: ExchangeEvent) => void) {
  const { ticks, candles } = store;
  return {
    setBook(next: Sides) {
      store.book = next;
      publish({ type: 'book-changed', marketId: MARKET_ID, symbol: SYMBOL });
    },
    /** Appends ticks one second apart; their event can be left out, as if it were lost on its way. */
    tick(prices: readonly string[], options: { readonly isPublished?: boolean } = {}): readonly Tick[] {
      const appended = prices.map((price): Tick => {
        const tick = nextTick(ticks.length + 1, decimal(price));
        ticks.push(tick);
        for (const period of PERIODS) fold(candles, period, tick);
        return tick;
      });
      if (options.isPublished ?? true) {
        publish({ type: 'ticks-appended', marketId: MARKET_ID, symbol: SYMBOL, ticks: appended });
      }
      return appended;
    },
  };
}

function userActions(store: Store, publish: (event: ExchangeEvent) => void) {
  return {
    /** Gives a user a token. */
    logIn(userId: number, sessionId: number): string {
      const token = `token-${userId}-${sessionId}`;
      store.tokens.set(token, { userId: userId as UserId, sessionId });
      return token;
    },
    logOut(token: string) {
      const identity = store.tokens.get(token);
      store.tokens.delete(token);
      if (identity) publish({ type: 'session-ended', userId: identity.userId, sessionId: identity.sessionId });
    },
    /** Runs once, after a token was accepted and before the caller learns of it. */
    onceWhileVerifying(work: () => void) {
      store.whileVerifying = () => {
        store.whileVerifying = undefined;
        work();
      };
    },
    setBalance(userId: number, available: string) {
      const currencyId = 3 as CurrencyId;
      store.balances.set(userId as UserId, [
        { account: 'spot', currencyId, currency: 'USDT', available: decimal(available), held: decimal('0') },
      ]);
      publish({ type: 'balances-changed', userId: userId as UserId, balances: [{ kind: 'spot', currencyId }] });
    },
    changeOrder(userId: number, id: number) {
      publish({ type: 'order-changed', userId: userId as UserId, order: orderOf(id) });
    },
    /** An option of the user expired; `isStreamed` unless the node that settled it crashed before publishing. */
    endOption(id: number, userId: number, { isStreamed }: { readonly isStreamed: boolean }) {
      const [user, option] = [userId as UserId, optionOf(userId as UserId, id as OptionId)];
      if (isStreamed) publish({ type: 'option-changed', userId: user, option });
      const facts = notifiedFacts(option);
      publish({ type: 'user-notified', userId: user, messageId: `option:${id}`, ref: id, facts });
    },
  };
}

function nextTick(seq: number, price: Decimal): Tick {
  return { seq, at: new Date((START_SECONDS + seq) * 1000).toISOString(), price, quantity: decimal('0.5') };
}

function fold(candles: Map<string, Candle[]>, period: string, { at, price, quantity }: Tick): void {
  const width = WIDTH_SECONDS[period] ?? 60;
  const seconds = Date.parse(at) / 1000;
  const openedAtSeconds = seconds - (seconds % width);
  const known = candles.get(period) ?? [];
  const last = known.at(-1);
  const turnover = multiply(price, quantity);
  const next: Candle =
    last?.openedAtSeconds === openedAtSeconds
      ? {
          ...last,
          high: max(last.high, price),
          low: min(last.low, price),
          close: price,
          volume: add(last.volume, quantity),
          turnover: add(last.turnover, turnover),
        }
      : {
          openedAtSeconds,
          openedAtMs: openedAtSeconds * 1000,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: quantity,
          turnover,
        };
  candles.set(period, [...known.filter((candle) => candle.openedAtSeconds !== openedAtSeconds), next]);
}

function marketRow(ticks: readonly Tick[]): Market {
  const last = ticks.at(-1);
  return {
    id: MARKET_ID,
    baseId: 1 as CurrencyId,
    quoteId: 3 as CurrencyId,
    base: 'BTC',
    quote: 'USDT',
    lastPrice: last?.price ?? null,
    changePercent: last ? decimal('1.25') : null,
    volume: last ? decimal('12.5') : null,
    priceSource: 'replay',
    asOf: last?.at ?? null,
    status: 'trading',
    pricePrecision: 2,
    quantityPrecision: 6,
    minQuantity: decimal('0.0001'),
    minNotional: decimal('5'),
  };
}

function notifiedFacts({ symbol, currency, direction, seconds, stake, fee, payout, openPrice, endPrice }: Option) {
  const named = { symbol, currency, direction, seconds, stake, fee, payout, openPrice, endPrice };
  return { subject: 'option', result: 'win', reason: null, places: 2, ...named } as const;
}

function optionOf(userId: UserId, id: OptionId): Option {
  return build(optionCodec, { id, userId, status: 'closed', result: 'win' });
}

function orderOf(id: number): Order {
  return {
    id: id as Order['id'],
    baseId: 1 as CurrencyId,
    quoteId: 3 as CurrencyId,
    symbol: SYMBOL,
    side: 'buy',
    price: decimal('28110.26'),
    referencePrice: decimal('28111'),
    quantity: decimal('0.5'),
    feeRate: decimal('0.001'),
    status: 'waiting',
    createdAt: '2023-03-01T00:00:00.000Z',
    updatedAt: '2023-03-01T00:00:00.000Z',
    orderType: 'limit',
    timeInForce: 'gtc',
    isPostOnly: false,
  };
}
