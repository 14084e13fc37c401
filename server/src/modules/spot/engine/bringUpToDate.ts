/**
 * What a new price owes to those who wait: when the ladder has come to stand across waiting orders, it fills them at
 * their own price, and stop orders whose price was reached come in, by the tick that reached them and then by their
 * age. Both come before anybody else trades.
 */
import { add } from '@halyard/contract/money';
import { crossedSide, quotesAgainst } from '../house.ts';
import { sweepResting } from '../matching.ts';
import { settleSweep } from '../settlement.ts';
import { offerOf } from '../spotOrder.ts';
import type { MarketBook } from './marketBook.ts';
import type { DueStops } from './openedMarket.ts';
import { decideTrigger } from './placement.ts';

// Bounds how long one transaction holds the market.
const SWEEP_ROWS = 200;
/** The most stop orders that one transaction lets in. */
export const DUE_MAX = 100;
// Searching again what was searched before costs little, and writing that it was costs a row; so it is written now and
// then.
const CHECKED_LAG_MAX = 200;

/** Brings a book up to date; false when there is more to do than one transaction takes. */
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

/** Whether a search for stop prices has found something, or is worth being noted. */
export function isSearchDue({ orders, lastSeq, checkedSeq }: DueStops): boolean {
  return orders.length > 0 || lastSeq - checkedSeq > CHECKED_LAG_MAX;
}

/**
 * Fills what the ladder stands across; false when there is more of it than one transaction takes. Once is enough for a
 * transaction: who comes in afterwards takes better prices of users before the ladder's, so what the house earns from
 * him never brings its other side across somebody.
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
