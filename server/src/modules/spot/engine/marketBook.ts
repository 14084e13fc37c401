/**
 * A market within one transaction, under its lock: the book, the house, and the spendable balances of users. Each
 * command sees the changes of the commands before it; all changes are written once, at the end.
 */
import type { OrderGroupId, OrderId, UserId, CurrencyId } from '@halyard/contract/ids';
import type { CancelReason, Side } from '@halyard/contract/spot/calls';
import { isPositive, negate, subtract, ZERO, type Decimal, add } from '@halyard/contract/money';
import type { Ladder } from '@halyard/contract/spot/ladder';
import type { UserLimits } from '../../../limits/limitVersions.ts';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import { takenAfter, type House, type HouseView } from '../house.ts';
import {
  ladderFills,
  entriesOf,
  holdEntry,
  releaseEntry,
  type FillDraft,
  type EntryDraft,
  type Settlement,
} from '../settlement.ts';
import type { SpotOrder } from '../spotOrder.ts';
import type { AnswerRow } from '../../../db/runOnce.ts';
import { type SideReading, createBookSide, type BookSide } from './bookSide.ts';

/** The data that one command needs. */
export type Needs = {
  /** The user whose balances are read. */
  readonly userId?: UserId;
  /** Whether its order may be left waiting, so that the user's waiting orders are counted. */
  readonly mayWait?: boolean;
  readonly orderId?: OrderId;
  /** How many orders it places at most; one where it is missing. */
  readonly newOrders?: number;
  /** The user whose waiting orders are all read. */
  readonly ownerId?: UserId;
  /** Whether it brings an order in: fills and triggers that are due come first then. */
  readonly isPlacing: boolean;
  /** The side that a new order takes from, and how far; a missing price takes any. */
  readonly taking?: { readonly side: Side; readonly reach: Decimal | undefined };
};

/** Stop orders that a tick has reached, and how far the ticks of the series were searched. */
export type DueStops = {
  readonly seriesId: number;
  readonly checkedSeq: number;
  readonly lastSeq: number;
  readonly orders: readonly SpotOrder[];
};

/** A group and its owner. */
export type GroupName = { readonly id: OrderGroupId; readonly userId: UserId };

/** The waiting orders of a group as stored, and what their owner may spend. */
export type GroupReading = {
  readonly orders: readonly SpotOrder[];
  /** Whether an entry brings its exits in. */
  readonly isEntered: boolean;
  readonly base: Decimal;
  readonly quote: Decimal;
};

/** The waiting orders of a group, in their current state. */
export type GroupMembers = Pick<GroupReading, 'orders' | 'isEntered'>;

/** A locked market, with the data that a batch of commands needs. */
export type OpenedMarket = {
  readonly market: MarketRecord;
  readonly house: HouseView;
  /** Limits of users, their spendable amounts in each currency, and the number of their waiting orders. */
  readonly users: readonly {
    readonly id: UserId;
    readonly limits: UserLimits;
    readonly base: Decimal;
    readonly quote: Decimal;
    /** Counted only where an order of theirs may be left waiting. */
    readonly waiting: number | undefined;
  }[];
  readonly orders: readonly SpotOrder[];
  readonly readings: readonly (SideReading & { readonly side: Side })[];
  /** Waiting orders whose end has come, the earliest first. */
  readonly expired: readonly SpotOrder[];
  /** Missing when no stop order waits, or nothing is placed. */
  readonly due: DueStops | undefined;
  /** Orders that wait for the ladder, oldest first: those that may enter, and those that may not wait for long. */
  readonly entering: readonly SpotOrder[];
  /** Ids for new orders, and the first free rank. */
  readonly orderIds: readonly OrderId[];
  readonly rank: number;
  /** False when trailing stops have more ticks to follow than one transaction takes. */
  readonly hasFollowed?: boolean;
  /** First answers to repeated requests. */
  readonly answers: readonly AnswerRow[];
};

/** Reads more rows of one side of the book. */
type ReadOfSide = (side: Side, reach: Decimal | undefined, rowsMax: number) => Promise<readonly SpotOrder[]>;

/**
 * The changes of a transaction in a market. Orders are in their final state, in the order in which they were first
 * changed.
 */
export type BookChanges = {
  readonly market: MarketRecord;
  readonly at: string;
  readonly orders: readonly SpotOrder[];
  readonly placed: readonly SpotOrder[];
  readonly changed: readonly SpotOrder[];
  /** The stop orders that this transaction has triggered. */
  readonly triggered: readonly SpotOrder[];
  readonly fills: readonly FillDraft[];
  readonly entries: readonly EntryDraft[];
  /** Whether the market's own row has changed. */
  readonly isMarketChanged: boolean;
};

export type MarketBook = {
  /** The time of everything in this transaction. */
  readonly at: string;
  readonly expired: readonly SpotOrder[];
  readonly due: DueStops | undefined;
  readonly hasFollowed: boolean;
  readonly entering: readonly SpotOrder[];
  readonly market: MarketRecord;
  readonly sides: OrderTable['sides'];
  /** Number of trades so far. */
  readonly fillsCount: number;
  /** Current quotes of the house. */
  quotes(): Ladder;
  /** An order that was requested when the market was opened, or that has come up since. */
  order(id: OrderId): SpotOrder | undefined;
  waitingOf: OrderTable['waitingOf'];
  waitingCount: OrderTable['waitingCount'];
  /** Limits and fee group of a user named when the market was opened. */
  limitsOf(userId: UserId): UserLimits;
  /** The amount that a user named when the market was opened may spend on an order of this side. */
  spendable(userId: UserId, side: Side): Decimal;
  nextOrderId(): OrderId;
  /** Ids for orders that no command places. */
  drawIds(count: number): Promise<readonly OrderId[]>;
  nextRank(): number;
  /** Applies a settlement. */
  settle(settlement: Settlement): void;
  /** Cancels a waiting order and releases its hold at once. Returns the cancelled order. */
  cancel(order: SpotOrder, cancelReason: CancelReason): SpotOrder;
  /**
   * Cancels a waiting order and adds its hold to that of another one, which it returns. The caller sees to the size of
   * the hold.
   */
  cancelAndPassHold(order: SpotOrder, cancelReason: CancelReason, receiver: SpotOrder): SpotOrder;
  /** Stores a changed order with another hold, and holds or releases the difference. */
  rehold(order: SpotOrder, heldAmount: Decimal): void;
  /** Stores a changed order with the same hold. */
  put(order: SpotOrder): void;
  /** The waiting orders of a group. Their owner's balances are known from then on. */
  membersOf(group: GroupName): Promise<GroupMembers>;
  /** The orders of groups that were traded or ended in trades since the last call. */
  takeTraded(): SpotOrder[];
  /** Takes an order out of the book, to wait for a tick from this time on whose ladder it may meet. */
  defer(order: SpotOrder, from: string): void;
  /** Records that the ticks of the series were searched for stop prices up to this one. */
  noteStopsChecked(stopsChecked: NonNullable<MarketRecord['stopsChecked']>): void;
  changes(): BookChanges;
};

type BookReads = {
  readonly house: House;
  readonly at: string;
  readonly read: ReadOfSide;
  readonly readGroup: (group: GroupName) => Promise<GroupReading>;
  readonly drawIds: (count: number) => Promise<readonly OrderId[]>;
};

/** Creates the book of an opened market. */
export function createMarketBook(opened: OpenedMarket, { house, at, read, readGroup, drawIds }: BookReads): MarketBook {
  let { market } = opened;
  const orders = createOrderTable(opened, read);
  const balances = createBalances(opened, market.baseId);
  const numbers = createNumbers(opened);
  const limits = new Map(opened.users.map((user) => [user.id, user.limits]));
  const fills: FillDraft[] = [];
  const entries: EntryDraft[] = [];
  const groups = new Map<OrderGroupId, Pick<GroupReading, 'isEntered'>>();
  let traded: OrderId[] = [];
  let quotes: Ladder | undefined;

  const post = (drafts: readonly EntryDraft[]): void => {
    entries.push(...drafts);
    if (balances.post(drafts)) quotes = undefined;
  };

  return {
    at,
    expired: opened.expired,
    due: opened.due,
    hasFollowed: opened.hasFollowed ?? true,
    entering: opened.entering,
    sides: orders.sides,
    order: orders.get,
    get market() {
      return market;
    },
    get fillsCount() {
      return fills.length;
    },
    quotes() {
      quotes ??= house.quotes(market, balances.house);
      return quotes;
    },
    waitingOf: orders.waitingOf,
    waitingCount: orders.waitingCount,
    limitsOf(userId) {
      const found = limits.get(userId);
      if (found === undefined) throw new Error(`the limits of user ${userId} were not read`);
      return found;
    },
    spendable: balances.spendable,
    nextOrderId: numbers.nextOrderId,
    drawIds: async (count) => numbers.note(await drawIds(count)),
    nextRank: numbers.nextRank,
    settle(settlement) {
      if (settlement.taker !== undefined) orders.put(settlement.taker);
      for (const order of settlement.resting) orders.put({ ...order, updatedAt: at });
      market = withLadderTaken(market, settlement.fills);
      post(entriesOf(market, settlement, fills.length));
      fills.push(...settlement.fills);
      traded.push(...tradedInGroups(settlement));
    },
    cancel(order, cancelReason) {
      const cancelled = { ...order, status: 'cancelled', heldAmount: ZERO, cancelReason, updatedAt: at } as const;
      orders.put(cancelled);
      if (isPositive(order.heldAmount)) post([releaseEntry(market, order, order.heldAmount)]);
      return cancelled;
    },
    cancelAndPassHold(order, cancelReason, receiver) {
      orders.put({ ...order, status: 'cancelled', heldAmount: ZERO, cancelReason, updatedAt: at });
      const receiving = { ...receiver, heldAmount: add(receiver.heldAmount, order.heldAmount), updatedAt: at };
      orders.put(receiving);
      return receiving;
    },
    rehold(order, heldAmount) {
      const more = subtract(heldAmount, order.heldAmount);
      const changed = { ...order, heldAmount, updatedAt: at };
      orders.put(changed);
      if (isPositive(more)) post([holdEntry(market, changed, more)]);
      else if (isPositive(negate(more))) post([releaseEntry(market, changed, negate(more))]);
    },
    put: (order) => orders.put({ ...order, updatedAt: at }),
    async membersOf(group) {
      if (!groups.has(group.id)) {
        const found = await readGroup(group);
        groups.set(group.id, found);
        for (const order of found.orders) orders.addOrder(order);
        balances.addBalances(group.userId, found, entries);
      }
      return { orders: orders.ofGroup(group.id), isEntered: groups.get(group.id)?.isEntered === true };
    },
    takeTraded() {
      const taken = traded.flatMap((id) => orders.get(id) ?? []);
      traded = [];
      return taken;
    },
    defer: (order, from) => orders.put({ ...order, rank: undefined, ladderFrom: from, updatedAt: at }),
    noteStopsChecked(stopsChecked) {
      market = { ...market, stopsChecked };
    },
    changes() {
      const changed = orders.changes();
      const isMarketChanged = market !== opened.market;
      return { market, at, ...numbers.sort(changed.orders), ...changed, fills, entries, isMarketChanged };
    },
  };
}

/** The orders of groups that a settlement trades or ends. */
function tradedInGroups({ taker, resting, fills }: Settlement): OrderId[] {
  const isOver = taker !== undefined && (fills.length > 0 || taker.status !== 'waiting');
  return [...(isOver ? [taker] : []), ...resting].flatMap(({ id, group }) => (group === undefined ? [] : id));
}

/** The market after its ladder has given its part in these trades. */
function withLadderTaken(market: MarketRecord, fills: readonly FillDraft[]): MarketRecord {
  return ladderFills(fills).reduce((after, { side, quantity }) => {
    const ladderTaken = takenAfter(after, side, quantity);
    return ladderTaken === undefined ? after : { ...after, ladderTaken };
  }, market);
}

/** Hands out the ids and ranks that were reserved for new orders. */
function createNumbers({ orderIds, rank }: OpenedMarket) {
  const freeIds = [...orderIds];
  const ids = new Set(orderIds);
  let freeRank = rank;
  return {
    /** Splits orders into new and existing ones. */
    sort: (orders: readonly SpotOrder[]): Pick<BookChanges, 'placed' | 'changed'> => ({
      placed: orders.filter(({ id }) => ids.has(id)),
      changed: orders.filter(({ id }) => !ids.has(id)),
    }),
    /** Ids that were drawn later are of new orders too. */
    note(more: readonly OrderId[]): readonly OrderId[] {
      for (const id of more) ids.add(id);
      return more;
    },
    nextOrderId(): OrderId {
      const id = freeIds.shift();
      if (id === undefined) throw new Error('more orders are placed than ids were drawn');
      return id;
    },
    nextRank(): number {
      freeRank += 1;
      return freeRank - 1;
    },
  };
}

export type Balances = {
  /** Available funds of the house. */
  readonly house: { readonly base: Decimal; readonly quote: Decimal };
  /** The amount that a user may spend on an order of this side. */
  spendable(userId: UserId, side: Side): Decimal;
  /** Adds the balances of a user as stored, which these entries of the transaction have changed since. */
  addBalances(
    userId: UserId,
    stored: { readonly base: Decimal; readonly quote: Decimal },
    entries: readonly EntryDraft[],
  ): void;
  /** Applies the postings of ledger entries to the known balances; returns whether the house's balance changed. */
  post(entries: readonly EntryDraft[]): boolean;
};

function createBalances({ house, users }: Pick<OpenedMarket, 'house' | 'users'>, baseId: CurrencyId): Balances {
  const ofHouse = { base: house.base, quote: house.quote };
  const ofUsers = new Map(users.map(({ id, base, quote }) => [id, { base, quote }]));
  return {
    house: ofHouse,
    spendable(userId, side) {
      const balance = ofUsers.get(userId);
      if (balance === undefined) throw new Error(`the balances of user ${userId} were not read`);
      return side === 'buy' ? balance.quote : balance.base;
    },
    addBalances(userId, { base, quote }, entries) {
      if (ofUsers.has(userId)) return;
      const balance = { base, quote };
      for (const { account, available } of entries.flatMap(({ postings }) => postings)) {
        if ('house' in account || account.userId !== userId) continue;
        const part = account.currencyId === baseId ? 'base' : 'quote';
        balance[part] = add(balance[part], available);
      }
      ofUsers.set(userId, balance);
    },
    post(entries) {
      const { base, quote } = ofHouse;
      for (const { account, available } of entries.flatMap(({ postings }) => postings)) {
        const balance = 'house' in account ? houseOf(account.house) : ofUsers.get(account.userId);
        if (balance === undefined) continue;
        const part = account.currencyId === baseId ? 'base' : 'quote';
        balance[part] = add(balance[part], available);
      }
      return ofHouse.base !== base || ofHouse.quote !== quote;
    },
  };

  function houseOf(account: string) {
    return account === 'maker' ? ofHouse : undefined;
  }
}

type OrderTable = {
  /** The two sides of the book. */
  readonly sides: Readonly<Record<Side, BookSide>>;
  get(id: OrderId): SpotOrder | undefined;
  /** The known waiting orders of a user, oldest first. */
  waitingOf(userId: UserId): SpotOrder[];
  /** Number of waiting orders of a user who was counted when the market was opened. */
  waitingCount(userId: UserId): number;
  /** Adds an order as stored, unless its current state is known. */
  addOrder(order: SpotOrder): void;
  /** The known waiting orders of a group, oldest first. */
  ofGroup(id: OrderGroupId): SpotOrder[];
  /** Stores an order in its current state. */
  put(order: SpotOrder): void;
  /** The stored orders in their current state, in the order in which they were first stored; the triggered stops. */
  changes(): Pick<BookChanges, 'orders' | 'triggered'>;
};

/** The orders of a market that a transaction knows, in their current state, and which of them it has changed. */
function createOrderTable(opened: OpenedMarket, read: ReadOfSide): OrderTable {
  const { house, users, expired, due, entering, readings } = opened;
  const orders = new Map<OrderId, SpotOrder>();
  const touched = new Set<OrderId>();
  const counts = new Map(users.flatMap(({ id, waiting }) => (waiting === undefined ? [] : [[id, waiting] as const])));

  // An order that was read before may have changed since; the known state is newer than the stored one.
  const known = (order: SpotOrder): SpotOrder => {
    const current = orders.get(order.id);
    if (current !== undefined) return current;
    orders.set(order.id, order);
    return order;
  };
  const sideOf = (side: Side, best: typeof house.bestBid): BookSide =>
    createBookSide(side, best, { read: (reach, rowsMax) => read(side, reach, rowsMax), current: known });
  const sides = { buy: sideOf('buy', house.bestBid), sell: sideOf('sell', house.bestAsk) };
  for (const order of [...opened.orders, ...expired, ...(due?.orders ?? []), ...entering]) known(order);
  for (const { side, rows, ...reading } of readings) sides[side].take({ ...reading, rows });

  return {
    sides,
    get: (id) => orders.get(id),
    addOrder: (order) => void known(order),
    ofGroup: (id) =>
      [...orders.values()].filter((order) => order.group?.id === id && isWaiting(order)).sort((a, b) => a.id - b.id),
    waitingOf: (userId) =>
      [...orders.values()].filter((order) => order.userId === userId && isWaiting(order)).sort((a, b) => a.id - b.id),
    waitingCount(userId) {
      const count = counts.get(userId);
      if (count === undefined) throw new Error(`the orders of user ${userId} were not counted`);
      return count;
    },
    put(order) {
      const count = counts.get(order.userId);
      const change = countOf(order) - countOf(orders.get(order.id));
      if (count !== undefined) counts.set(order.userId, count + change);
      orders.set(order.id, order);
      touched.add(order.id);
      sides[order.side].put(order);
    },
    changes() {
      // Before this transaction none of the due stops was triggered.
      const stops = (due?.orders ?? []).flatMap(({ id }) => orders.get(id) ?? []);
      return {
        orders: [...touched].flatMap((id) => orders.get(id) ?? []),
        triggered: stops.filter(({ triggeredAt }) => triggeredAt !== undefined),
      };
    },
  };
}

function countOf(order: SpotOrder | undefined): number {
  return isWaiting(order) ? 1 : 0;
}

function isWaiting(order: SpotOrder | undefined): boolean {
  return order?.status === 'waiting';
}
