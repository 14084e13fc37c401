/**
 * Fills and triggers that are due after a new price: the ladder fills waiting orders that it crosses, at their own
 * price, and stop orders whose price was reached enter the book, ordered by the tick that reached them and then by age.
 * Both happen before any other trade.
 */
import { add } from '@halyard/contract/money';
import { crossedSide, quotesAgainst } from '../house.ts';
import { sweepResting } from '../matching.ts';
import { settleSweep } from '../settlement.ts';
import { offerOf } from '../spotOrder.ts';
import type { MarketBook, DueStops } from './marketBook.ts';
import { decideTrigger } from './placement.ts';

// Bounds how long one transaction locks the market.
const SWEEP_ROWS = 200;
/** The most stop orders that one transaction triggers. */
export const DUE_MAX = 100;
// Repeating a search costs little, and recording its position costs a row, so the position is recorded now and then.
const CHECKED_LAG_MAX = 200;

/** Brings a book up to date; false when more is due than one transaction takes. */
export async function bringUpToDate(book: MarketBook): Promise<boolean> {
  if (!(await sweepCrossed(book))) return false;
  const { due } = book;
  if (due === undefined) return true;
  for (const { id } of due.orders) {
    const order = book.order(id);
    if (order !== undefined) book.settle(await decideTrigger(book, order));
  }
  if (due.orders.length === DUE_MAX) return false;
  if (isSearchDue(due)) {
    book.noteStopsChecked({ seriesId: due.seriesId, seq: due.lastSeq });
  }
  return true;
}

/** Whether a search for stop prices has found orders, or its position should be recorded. */
export function isSearchDue({ orders, lastSeq, checkedSeq }: DueStops): boolean {
  return orders.length > 0 || lastSeq - checkedSeq > CHECKED_LAG_MAX;
}

/**
 * Fills waiting orders that the ladder crosses; false when there are more than one transaction takes. Once a
 * transaction is enough: a later order takes better prices of users before the ladder's, so the house's earnings from
 * it never make the other side of the ladder cross a waiting order.
 */
async function sweepCrossed(book: MarketBook): Promise<boolean> {
  const fillsBefore = book.fillsCount;
  for (;;) {
    const quotes = book.quotes();
    const side = crossedSide(await bestAcross(book), quotes);
    if (side === undefined) return true;
    if (book.fillsCount - fillsBefore >= SWEEP_ROWS) return false;
    const ladder = quotesAgainst(side, quotes);
    const quantity = add(...ladder.map(([, left]) => left));
    const resting = await book.sides[side].reaching(ladder[0]?.[0], { quantity, rowsMax: SWEEP_ROWS });
    const executions = sweepResting(side, resting.map(offerOf), ladder);
    if (executions.length === 0) return true;
    book.settle(settleSweep(book.market, side, { executions, resting }));
  }
}

/** The best prices of users, as far as the ladder reaches them. */
async function bestAcross(book: MarketBook) {
  const quotes = book.quotes();
  const best = async (side: 'buy' | 'sell') => {
    const [level] = quotesAgainst(side, quotes);
    if (level === undefined) return undefined;
    const [first] = await book.sides[side].reaching(level[0], { quantity: level[1], rowsMax: 1 });
    return first?.price;
  };
  return { bestBid: await best('buy'), bestAsk: await best('sell') };
}
