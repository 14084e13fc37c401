// Where a changed order goes in the lists that show it, whatever order answers and messages come in.
import { describe, expect, it } from 'vitest';
import { orderCodec, type Order } from '@halyard/contract/calls/spot';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { placeInList, placeInPages } from './orderData.ts';

const order = (id: number, more: Partial<Order> = {}): Order =>
  build(orderCodec, { id: id as Order['id'], status: 'waiting', filledQuantity: decimal('0'), ...more });
const ids = (orders: readonly Order[]) => orders.map(({ id }) => id);

describe('a list of waiting orders', () => {
  const waiting = { status: 'waiting' } as const;

  it('takes a new order at its place and lets a completed one go', () => {
    const list = [order(5), order(2)];
    expect(ids(placeInList(list, order(9), waiting))).toEqual([9, 5, 2]);
    expect(ids(placeInList(list, order(3), waiting))).toEqual([5, 3, 2]);
    expect(ids(placeInList(list, order(5, { status: 'completed' }), waiting))).toEqual([2]);
  });

  it('stays the same for orders that are none of its business', () => {
    const list = [order(5)];
    expect(placeInList(list, order(7, { status: 'cancelled' }), waiting)).toBe(list);
    const other = { baseId: 99 as Order['baseId'], ...waiting };
    expect(placeInList(list, order(8), other)).toBe(list);
  });

  it('never goes back: not from more filled to less, not from over to waiting', () => {
    const half = order(5, { filledQuantity: decimal('0.5') });
    expect(placeInList([half], order(5, { filledQuantity: decimal('0.25') }), waiting)).toEqual([half]);
    const over = order(5, { status: 'cancelled' });
    expect(placeInList([over], order(5), {})).toEqual([over]);
    expect(placeInList([half], order(5, { filledQuantity: decimal('0.75') }), waiting)[0]?.filledQuantity).toBe('0.75');
  });
});

describe('pages of history', () => {
  it('change where the order is, and take a new one on the first page', () => {
    const pages = [[order(9), order(8)], [order(5)]];
    expect(placeInPages(pages, order(5, { status: 'completed' }), {})[1]?.[0]?.status).toBe('completed');
    expect(placeInPages(pages, order(12), {}).map(ids)).toEqual([[12, 9, 8], [5]]);
  });
});
