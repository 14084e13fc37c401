/**
 * A market within one transaction, under its lock: the book, the house, and the spendable balances of users. Each
 * command sees the changes of the commands before it; all changes are written once, at the end.
 */
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { CancelReason, Side } from '@halyard/contract/spot/calls';
import { ZERO, type Decimal } from '@halyard/contract/money';
import type { Ladder } from '@halyard/contract/spot/ladder';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import { takenAfter, type House } from '../house.ts';
import {
  ladderGifts,
  entriesOf,
  releaseEntry,
  type FillDraft,
  type EntryDraft,
  type Settlement,
} from '../settlement.ts';
import type { SpotOrder } from '../spotOrder.ts';
import type { DueStops, OpenedMarket, ReadOfSide } from './openedMarket.ts';
import { createOrderTable, type OrderTable } from './orderTable.ts';
import { createBalances } from './balances.ts';

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
  readonly fills: readonly FillDraft[];
  readonly entries: readonly EntryDraft[];
  /** Whether the market's own row has changed. */
  readonly isMarketChanged: boolean;
};

export type MarketBook = {
  /** The time of everything in this transaction. */
  readonly at: string;
  readonly due: DueStops | undefined;
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
  /** The amount that a user named when the market was opened may spend on an order of this side. */
  spendable(userId: UserId, side: Side): Decimal;
  nextOrderId(): OrderId;
  nextRank(): number;
  /** Applies a settlement. */
  settle(settlement: Settlement): void;
  /** Cancels a waiting order and releases its hold at once. Returns the cancelled order. */
  cancel(order: SpotOrder, cancelReason: CancelReason): SpotOrder;
  /** Records that the ticks of the series were searched for stop prices up to this one. */
  noteStopsChecked(stopsChecked: NonNullable<MarketRecord['stopsChecked']>): void;
  changes(): BookChanges;
};

/** Creates the book of an opened market. */
export function createMarketBook(
  opened: OpenedMarket,
  { house, at, read }: { readonly house: House; readonly at: string; readonly read: ReadOfSide },
): MarketBook {
  let { market } = opened;
  const orders = createOrderTable(opened, read);
  const balances = createBalances(opened, market.baseId);
  const numbers = createNumbers(opened);
  const fills: FillDraft[] = [];
  const entries: EntryDraft[] = [];
  let quotes: Ladder | undefined;

  const post = (drafts: readonly EntryDraft[]): void => {
    entries.push(...drafts);
    if (balances.post(drafts)) quotes = undefined;
  };

  return {
    at,
    due: opened.due,
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
    spendable: balances.spendable,
    nextOrderId: numbers.nextOrderId,
    nextRank: numbers.nextRank,
    settle(settlement) {
      if (settlement.taker !== undefined) orders.put(settlement.taker);
      for (const order of settlement.resting) orders.put({ ...order, updatedAt: at });
      market = afterGifts(market, settlement.fills);
      post(entriesOf(market, settlement, fills.length));
      fills.push(...settlement.fills);
    },
    cancel(order, cancelReason) {
      const cancelled = { ...order, status: 'cancelled', heldAmount: ZERO, cancelReason, updatedAt: at } as const;
      orders.put(cancelled);
      post([releaseEntry(market, order, order.heldAmount)]);
      return cancelled;
    },
    noteStopsChecked(stopsChecked) {
      market = { ...market, stopsChecked };
    },
    changes() {
      const touched = orders.touched();
      const isMarketChanged = market !== opened.market;
      return { market, at, ...numbers.sort(touched), fills, entries, orders: touched, isMarketChanged };
    },
  };
}

/** The market after its ladder has given its part in these trades. */
function afterGifts(market: MarketRecord, fills: readonly FillDraft[]): MarketRecord {
  return ladderGifts(fills).reduce((after, { side, quantity }) => {
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
