/** State of a market in memory between transactions, and its reads and writes: the part of the database. */
import type { CurrencyId, MarketId, OrderId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import { add, compare, decimal, isNegative, ZERO, type Decimal } from '@halyard/contract/money';
import type { LadderSettings } from '@halyard/contract/spot/ladder';
import { mayWait } from '@halyard/contract/spot/rules';
import type { MarketRecord } from '../market/marketRecord.ts';
import type { MarketBook, DueStops, GroupName, GroupReading } from '../modules/spot/engine/marketBook.ts';
import type { FillDraft } from '../modules/spot/settlement.ts';
import { isInBook, isWaitingForLadder, type SpotOrder } from '../modules/spot/spotOrder.ts';

type Money = { free: Decimal; held: Decimal };
export type MemoryBalance = { readonly base: Money; readonly quote: Money };

/** Initial state of a market. */
export type MemoryStart = {
  readonly price: Decimal;
  readonly ladder: LadderSettings;
  readonly house: { readonly base: Decimal; readonly quote: Decimal };
  readonly users: readonly { readonly id: UserId; readonly base: Decimal; readonly quote: Decimal }[];
  /** Whether prices are live: orders then meet the ladder of a tick that is a second later. */
  readonly isLive?: boolean;
};

export type MemoryStore = {
  market: MarketRecord;
  nowMs: number;
  readonly orders: Map<OrderId, SpotOrder>;
  readonly fills: FillDraft[];
  readonly balances: Map<UserId, MemoryBalance>;
  readonly house: { base: Decimal; quote: Decimal };
  readonly fees: { base: Decimal; quote: Decimal };
  readonly ticks: { readonly seq: number; readonly price: Decimal }[];
  lastId: number;
  lastDrawn: number;
  lastRank: number;
};

const [BASE, QUOTE] = [1 as CurrencyId, 3 as CurrencyId];
const SERIES = 1;
const DRAWN_FROM = 1_000_000;
const MEMORY_AT = '2026-01-05T00:00:00.000Z';

/** A market without orders at a price. */
export function createMemoryStore({ price, ladder, house, users, isLive = false }: MemoryStart): MemoryStore {
  const market: MarketRecord = {
    id: 1 as MarketId,
    symbol: 'BTC/USDT',
    baseId: BASE,
    quoteId: QUOTE,
    base: 'BTC',
    quote: 'USDT',
    status: 'trading',
    isDisplayed: true,
    delistsAt: undefined,
    isDelisted: false,
    sort: 0,
    terms: {
      pricePrecision: ladder.pricePrecision,
      quantityPrecision: ladder.quantityPrecision,
      minQuantity: decimal('0.01'),
      minNotional: decimal('1'),
    },
    makerFeeRate: decimal('0.0008'),
    takerFeeRate: decimal('0.001'),
    ladder,
    ladderDelayMs: 1000,
    ladderTaken: { seq: 0, bid: ZERO, ask: ZERO },
    stopsChecked: undefined,
    sources: undefined,
    venues: undefined,
    model: undefined,
    seriesId: SERIES,
    source: isLive ? 'live' : 'simulated',
    reference: { seq: 1, price, at: MEMORY_AT },
  };
  const balances = users.map(({ id, base, quote }): [UserId, MemoryBalance] => [
    id,
    { base: { free: base, held: ZERO }, quote: { free: quote, held: ZERO } },
  ]);
  return {
    market,
    nowMs: Date.parse(MEMORY_AT),
    orders: new Map(),
    fills: [],
    balances: new Map(balances),
    house: { ...house },
    fees: { base: ZERO, quote: ZERO },
    ticks: [{ seq: 1, price }],
    lastId: 0,
    lastDrawn: DRAWN_FROM,
    lastRank: 0,
  };
}

/** Orders of a side in price-time order. */
export function readSide(
  { orders }: MemoryStore,
  side: Side,
  { reach, rowsMax }: { readonly reach: Decimal | undefined; readonly rowsMax: number },
): SpotOrder[] {
  const direction = side === 'buy' ? -1 : 1;
  return [...orders.values()]
    .filter(isInBook)
    .filter((order) => order.side === side && (reach === undefined || direction * compare(order.price, reach) <= 0))
    .sort((a, b) => direction * compare(a.price, b.price) || a.rank - b.rank)
    .slice(0, rowsMax);
}

/** Waiting orders whose end has come. */
export function expiredOf({ nowMs }: MemoryStore, waiting: readonly SpotOrder[]): SpotOrder[] {
  return waiting.filter(({ expiresAt }) => expiresAt !== undefined && Date.parse(expiresAt) <= nowMs);
}

/** Stop orders that a tick reached since the last check, by that tick and then by age. */
export function dueOf({ ticks, market }: MemoryStore, waiting: readonly SpotOrder[]): DueStops {
  const checkedSeq = market.stopsChecked?.seq ?? 0;
  const reached = waiting.flatMap((order) => {
    const { stop } = order;
    if (stop === undefined || order.rank !== undefined || order.ladderFrom !== undefined) return [];
    const tick = ticks.find(({ seq, price }) => {
      const sign = compare(price, stop.price);
      return seq > Math.max(stop.seq, checkedSeq) && (stop.direction === 'rise' ? sign >= 0 : sign <= 0);
    });
    return tick === undefined ? [] : [{ order, seq: tick.seq }];
  });
  const orders = reached.sort((a, b) => a.seq - b.seq || a.order.id - b.order.id).map(({ order }) => order);
  return { seriesId: SERIES, checkedSeq, lastSeq: market.reference?.seq ?? 0, orders };
}

/** Orders that wait for the ladder: those that may enter by now, and those that may not wait for long; oldest first. */
export function enteringOf({ market }: MemoryStore, waiting: readonly SpotOrder[]): SpotOrder[] {
  const at = market.reference?.at ?? '';
  return waiting
    .filter(isWaitingForLadder)
    .filter(({ ladderFrom = '', timeInForce }) => ladderFrom <= at || !mayWait(timeInForce))
    .sort((a, b) => (a.ladderFrom ?? '').localeCompare(b.ladderFrom ?? '') || a.id - b.id);
}

/** The waiting orders of a group, and what its owner may spend. */
export function groupIn(store: MemoryStore, { id, userId }: GroupName): GroupReading {
  const members = [...store.orders.values()].filter(({ group }) => group?.id === id);
  const { base, quote } = store.balances.get(userId) ?? { base: NONE, quote: NONE };
  return {
    orders: members.filter(({ status }) => status === 'waiting'),
    isEntered: members.some(({ group }) => group?.leg === 'entry'),
    base: base.free,
    quote: quote.free,
  };
}

const NONE: Money = { free: ZERO, held: ZERO };

/** Ids of orders that no command places; far from those of commands. */
export function drawIds(store: MemoryStore, count: number): OrderId[] {
  const first = store.lastDrawn + 1;
  store.lastDrawn += count;
  return Array.from({ length: count }, (_, index) => (first + index) as OrderId);
}

/** Stores the changes of a transaction. Money is moved by its ledger entries alone, and never below zero. */
export function takeOver(store: MemoryStore, book: MarketBook): void {
  const { market, orders, fills, entries } = book.changes();
  store.market = market;
  for (const order of orders) {
    store.orders.set(order.id, order);
    if (order.id < DRAWN_FROM) store.lastId = Math.max(store.lastId, order.id);
  }
  store.lastRank = book.nextRank();
  store.fills.push(...fills);
  for (const { account, available, held } of entries.flatMap(({ postings }) => postings)) {
    const part = account.currencyId === BASE ? 'base' : 'quote';
    if ('house' in account) {
      const pot = account.house === 'maker' ? store.house : store.fees;
      pot[part] = notNegative(add(pot[part], available));
      continue;
    }
    const money = store.balances.get(account.userId)?.[part];
    if (money === undefined) throw new Error(`there is no user ${account.userId}`);
    // A ledger entry's postings happen together, so free and held amounts are checked together after them.
    money.free = add(money.free, available);
    money.held = notNegative(add(money.held, held));
  }
  for (const { base, quote } of store.balances.values()) [base.free, quote.free].forEach(notNegative);
}

function notNegative(amount: Decimal): Decimal {
  if (isNegative(amount)) throw new Error(`an account stands at ${amount}`);
  return amount;
}
