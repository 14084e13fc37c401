/**
 * The same mixes in nodejs-order-book: matching alone, in memory, without money, users, a ladder, HTTP or a disk. An
 * upper bound of the price of all of that.
 */
import { OrderBook, Side } from 'nodejs-order-book';
import { limitOrder, marketOrder, restingOrder, type MixOrder } from './ordersMix.ts';

const PRICE = 30_000;
const QUANTITY_STEPS = 100_000;
const PRICE_STEPS = 100;

/** Orders a second of each mix, each with a book of its own that has `resting` orders in it. */
export function measureInMemory(resting: number, orders: number): { readonly limit: number; readonly market: number } {
  return { limit: rateOf(limitOrder, resting, orders), market: rateOf(marketOrder, resting, orders) };
}

function rateOf(mix: (index: number) => MixOrder, resting: number, orders: number): number {
  const book = new OrderBook();
  for (let index = 0; index < resting; index += 1) place(book, restingOrder(index), `resting-${index}`);
  const ready = Array.from({ length: orders }, (_, index) => mix(index));
  const startedAtMs = performance.now();
  for (const [index, order] of ready.entries()) place(book, order, `order-${index}`);
  return (orders * 1000) / (performance.now() - startedAtMs);
}

function place(book: OrderBook, { side, factor, notional }: MixOrder, id: string): void {
  const size = Math.ceil((notional / PRICE) * QUANTITY_STEPS) / QUANTITY_STEPS;
  const bookSide = side === 'buy' ? Side.BUY : Side.SELL;
  if (factor === undefined) book.market({ side: bookSide, size });
  else {
    const price = Math.round(PRICE * factor * PRICE_STEPS) / PRICE_STEPS;
    book.limit({ id, side: bookSide, size, price });
  }
}
