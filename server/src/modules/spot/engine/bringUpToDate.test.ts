// Due before any other trade: ends, fills of crossed orders, stops, and orders that waited for the ladder. Each
// order has one of them, no more than one transaction takes, and no tick is left out of the search for stop prices.
import { describe, expect, it } from 'vitest';
import { decimal as d, ZERO, type Decimal } from '@halyard/contract/money';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import { at, FUNDS, MARKET, openBook, orderOf } from '../../../testing/lockedBook.ts';
import type { SpotOrder } from '../spotOrder.ts';
import { bringUpToDate, isEntryDue, isSearchDue } from './bringUpToDate.ts';
import type { OpenedMarket } from './marketBook.ts';

const LIVE: MarketRecord = { ...MARKET, source: 'live' };

const stopOf = (id: number, changes: Partial<SpotOrder> = {}) =>
  orderOf(id, {
    orderType: 'stop_limit',
    rank: undefined,
    stop: { price: d('97'), direction: 'fall', seriesId: 1, seq: 1 },
    ...changes,
  });
/** An order that meets the ladder a second after the market was opened. */
const enteringOf = (id: number, changes: Partial<SpotOrder> = {}) =>
  orderOf(id, { rank: undefined, ladderFrom: at(1000), ...changes });
const many = (count: number, make: (id: number) => SpotOrder) =>
  Array.from({ length: count }, (_, index) => make(index + 1));
const dueOf = (orders: readonly SpotOrder[], seqs = { checkedSeq: 0, lastSeq: 1 }) => ({
  seriesId: 1,
  orders,
  ...seqs,
});

async function run(opened: Partial<OpenedMarket>, afterMs = 0) {
  const book = openBook(opened, { afterMs });
  const isUpToDate = await bringUpToDate(book);
  return { isUpToDate, ...book.changes() };
}

/** Waiting orders of the book, all read. */
const inBook = (orders: readonly SpotOrder[], price: Decimal): Partial<OpenedMarket> => ({
  house: { ...FUNDS, bestBid: price, bestAsk: undefined },
  readings: [{ side: 'buy', rows: orders, reach: undefined, rowsMax: 1000 }],
});

describe('an order with two ends due', () => {
  it('has the first one, and its hold is released once', async () => {
    const stop = stopOf(1);
    const entering = enteringOf(2);
    const reference = { seq: 1, price: d('100'), at: at(5000) };
    const after = await run({
      market: { ...LIVE, reference },
      expired: [stop, entering],
      due: dueOf([stop]),
      entering: [entering],
    });
    expect(after.isUpToDate).toBe(true);
    const ended = { status: 'cancelled', cancelReason: 'expired', heldAmount: ZERO };
    expect(after.orders).toMatchObject([ended, ended]);
    expect(after.triggered).toEqual([]);
    expect(after.entries).toHaveLength(2);
  });
});

describe('a transaction', () => {
  it.each([99, 100])('takes 100 ends at most (%i)', async (count) => {
    const { isUpToDate, orders } = await run({ expired: many(count, orderOf) });
    expect(orders).toHaveLength(count);
    expect(isUpToDate).toBe(count < 100);
  });

  it.each([99, 100])('triggers 100 stops at most, and searches again after them (%i)', async (count) => {
    const { isUpToDate, triggered, market } = await run({ due: dueOf(many(count, stopOf)) });
    expect(triggered).toHaveLength(count);
    expect(isUpToDate).toBe(count < 100);
    expect(market.stopsChecked).toEqual(count < 100 ? { seriesId: 1, seq: 1 } : undefined);
  });

  it.each([99, 100])('lets 100 orders meet the ladder at most (%i)', async (count) => {
    const market = { ...LIVE, reference: { seq: 1, price: d('100'), at: at(1000) } };
    const entering = many(count, enteringOf);
    expect((await run({ market, entering })).isUpToDate).toBe(count < 100);
    // The last one is due later, and so is every one behind it.
    const waiting = [...entering.slice(0, -1), enteringOf(count, { ladderFrom: at(1001) })];
    const { isUpToDate, orders } = await run({ market, entering: waiting });
    expect(isUpToDate).toBe(true);
    expect(orders).toHaveLength(count - 1);
  });

  it('fills 200 orders that the ladder crosses at most', async () => {
    const price = d('102');
    const { isUpToDate, fills } = await run(
      inBook(
        many(250, (id) => orderOf(id, { price, heldAmount: price })),
        price,
      ),
    );
    expect(fills).toHaveLength(200);
    expect(isUpToDate).toBe(false);
  });
});

describe('the search for stop prices', () => {
  const afterSearch = async (lastSeq: number, changes: Partial<MarketRecord> = {}) =>
    (await run({ market: { ...MARKET, ...changes }, due: dueOf([], { checkedSeq: 100, lastSeq }) })).market
      .stopsChecked;
  const reference = (seq: number) => ({ seq, price: d('100'), at: at(0) });

  it('is recorded only after many ticks, or once it has found orders', async () => {
    expect(await afterSearch(300, { reference: reference(300) })).toBeUndefined();
    expect(await afterSearch(301, { reference: reference(301) })).toEqual({ seriesId: 1, seq: 301 });
    expect(isSearchDue(dueOf([], { checkedSeq: 300, lastSeq: 300 }))).toBe(false);
    expect(isSearchDue(dueOf([stopOf(1)], { checkedSeq: 300, lastSeq: 300 }))).toBe(true);
  });

  it('leaves ticks that came after the price was read to the next one', async () => {
    expect(await afterSearch(400, { reference: reference(390) })).toEqual({ seriesId: 1, seq: 390 });
    expect(await afterSearch(400, { reference: reference(410) })).toEqual({ seriesId: 1, seq: 400 });
    expect(await afterSearch(400, { reference: undefined })).toEqual({ seriesId: 1, seq: 400 });
  });

  it('triggers nothing while the market does not trade', async () => {
    const market: MarketRecord = { ...MARKET, status: 'feed-stalled' };
    const { isUpToDate, triggered, isMarketChanged } = await run({ market, due: dueOf([stopOf(1)]) });
    expect({ isUpToDate, triggered, isMarketChanged }).toEqual({
      isUpToDate: true,
      triggered: [],
      isMarketChanged: false,
    });
  });
});

describe('an order that waits for the ladder', () => {
  const tickAt = (afterMs: number, changes: Partial<MarketRecord> = {}): MarketRecord => ({
    ...LIVE,
    reference: { seq: 2, price: d('100'), at: at(afterMs) },
    ...changes,
  });
  const price = d('102');
  const ioc = enteringOf(1, { timeInForce: 'ioc', price, heldAmount: price });

  it('is due at its tick, while the market trades', () => {
    expect(isEntryDue(enteringOf(1), tickAt(999), at(60_000))).toBe(false);
    expect(isEntryDue(enteringOf(1), tickAt(1000), at(1000))).toBe(true);
    expect(isEntryDue(enteringOf(1), tickAt(90_000), at(90_000))).toBe(true);
    expect(isEntryDue(enteringOf(1), tickAt(1000, { status: 'feed-stalled' }), at(1000))).toBe(false);
    expect(isEntryDue(enteringOf(1), { ...LIVE, reference: undefined }, at(1000))).toBe(false);
  });

  it('and may not stay in the book is also due after 30 seconds', () => {
    expect(isEntryDue(ioc, tickAt(0), at(31_000))).toBe(false);
    expect(isEntryDue(ioc, tickAt(0), at(31_001))).toBe(true);
  });

  it('and may not stay in the book trades at a tick of these seconds alone', async () => {
    const inTime = await run({ market: tickAt(31_000), entering: [ioc] }, 31_000);
    expect(inTime.orders).toMatchObject([{ status: 'completed', filledQuantity: d('1') }]);
    const late = await run({ market: tickAt(31_001), entering: [ioc] }, 31_001);
    expect(late.orders).toMatchObject([{ status: 'cancelled', cancelReason: 'ioc', filledQuantity: ZERO }]);
    expect(late.fills).toEqual([]);
  });

  it('leaves the book while the tick is earlier than its own', async () => {
    const crossed = orderOf(1, { price, heldAmount: price, createdAt: at(500) });
    const { isUpToDate, orders, fills } = await run({ market: tickAt(1000), ...inBook([crossed], price) }, 1200);
    expect(isUpToDate).toBe(true);
    expect(fills).toEqual([]);
    expect(orders).toMatchObject([{ status: 'waiting', rank: undefined, ladderFrom: at(1500) }]);
  });
});
