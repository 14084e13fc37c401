/**
 * Everything that is due before any other trade. Orders whose end has come are cancelled. Then, after a new price, the
 * ladder fills waiting orders that it crosses, at their own price, and stop orders whose price was reached enter the
 * book, ordered by the tick that reached them and then by age. Orders that waited for the ladder enter then.
 */
import { add } from '@halyard/contract/money';
import { mayWait } from '@halyard/contract/spot/rules';
import { crossedSide, ladderFrom, meetsLadder, quotesAgainst } from '../house.ts';
import { sweepResting } from '../matching.ts';
import { settleSweep } from '../settlement.ts';
import { isWaitingForLadder, isWaitingForStop, offerOf, type SpotOrder } from '../spotOrder.ts';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import type { MarketBook, DueStops } from './marketBook.ts';
import { cancelMember, followGroups, triggerInGroup } from './groups.ts';
import { decideEntry, decideTrigger, reasonWithoutPrice } from './placement.ts';

// Bounds how long one transaction locks the market.
const SWEEP_ROWS = 200;
/** The most stop orders that one transaction triggers, and the most orders that it lets meet the ladder. */
export const DUE_MAX = 100;
/** An order that may not stay in the book waits so long for a tick whose ladder it may meet. */
const PRICE_WAIT_MAX_MS = 30_000;
// Repeating a search costs little, and recording its position costs a row, so the position is recorded now and then.
const CHECKED_LAG_MAX = 200;

/** Brings a book up to date; false when more is due than one transaction takes. */
export async function bringUpToDate(book: MarketBook): Promise<boolean> {
  if (!(await cancelExpired(book)) || !(await sweepCrossed(book)) || !(await enterWaiting(book))) return false;
  const { due } = book;
  // The search knows no age of the price; the ticks of a time without trading count afterwards.
  if (due === undefined || book.market.status !== 'trading') return book.hasFollowed;
  for (const { id } of due.orders) {
    const order = book.order(id);
    // A fill of its group may have ended it.
    if (order === undefined || !isWaitingForStop(order)) continue;
    book.settle(await decideTrigger(book, await triggerInGroup(book, order)));
    await followGroups(book);
  }
  if (due.orders.length === DUE_MAX) return false;
  if (isSearchDue(due)) {
    // A tick that came after the price was read concerns the next look.
    const seq = Math.min(due.lastSeq, book.market.reference?.seq ?? due.lastSeq);
    book.noteStopsChecked({ seriesId: due.seriesId, seq });
  }
  return book.hasFollowed;
}

/** Cancels orders whose end has come; false when there may be more than one transaction takes. */
async function cancelExpired(book: MarketBook): Promise<boolean> {
  for (const { id } of book.expired) {
    const order = book.order(id);
    if (order?.status === 'waiting') await cancelMember(book, order, 'expired');
  }
  return book.expired.length < DUE_MAX;
}

/** Orders that waited for the ladder meet it or end; false when there are more than one transaction takes. */
async function enterWaiting(book: MarketBook): Promise<boolean> {
  let wasLastDue = true;
  for (const { id } of book.entering) {
    const order = book.order(id);
    if (order === undefined || !isWaitingForLadder(order)) continue;
    wasLastDue = isEntryDue(order, book.market, book.at);
    if (!wasLastDue) continue;
    if (canEnter(order, book.market)) book.settle(await decideEntry(book, order));
    else book.cancel(order, reasonWithoutPrice(order));
    await followGroups(book);
  }
  const mayBeMore = book.entering.length === DUE_MAX && wasLastDue;
  return !mayBeMore;
}

/** Whether an order that waits for the ladder meets it now, or has waited for too long. */
export function isEntryDue(order: SpotOrder, market: MarketRecord, at: string): boolean {
  const waitedMs = Date.parse(at) - Date.parse(order.ladderFrom ?? at);
  return canEnter(order, market) || (!mayWait(order.timeInForce) && waitedMs > PRICE_WAIT_MAX_MS);
}

// A tick that is later than the wait was for another price than the one that the user expected.
function canEnter(order: SpotOrder, market: MarketRecord): boolean {
  const lateMs = Date.parse(market.reference?.at ?? '') - Date.parse(order.ladderFrom ?? '');
  return (
    market.status === 'trading' &&
    meetsLadder(market, order.ladderFrom) &&
    (mayWait(order.timeInForce) || lateMs <= PRICE_WAIT_MAX_MS)
  );
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
    const crossed = await book.sides[side].reaching(ladder[0]?.[0], { quantity, rowsMax: SWEEP_ROWS });
    const resting = crossed.filter((order) => meetsLadder(book.market, ladderFrom(book.market, order)));
    for (const order of crossed)
      if (!resting.includes(order)) book.defer(order, ladderFrom(book.market, order) ?? book.at);
    if (crossed.length > 0 && resting.length === 0) continue;
    const executions = sweepResting(side, resting.map(offerOf), ladder);
    if (executions.length === 0) return true;
    book.settle(settleSweep(book.market, side, { executions, resting }));
    await followGroups(book);
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
