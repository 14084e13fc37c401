// The place of a changed order in the lists, for any order of answers and events, and the orders that a filter leaves.
import { describe, expect, it } from 'vitest';
import { orderCodec, type Order } from '@halyard/contract/spot/calls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { PAGE_LENGTH } from '../../shared/api/usePagedList.ts';
import { matchesFilter, placeInList, placeInPages, replacementOf, type OrderFilter } from './orderData.ts';

const order = (id: number, more: Partial<Order> = {}): Order =>
  build(orderCodec, {
    id: id as Order['id'],
    status: 'waiting',
    filledQuantity: decimal('0'),
    triggeredAt: null,
    replacesId: null,
    ...more,
  });
const ids = (orders: readonly Order[]) => orders.map(({ id }) => id);

describe('a filter', () => {
  const sold = order(5, {
    side: 'sell',
    orderType: 'stop_limit',
    status: 'cancelled',
    createdAt: '2026-03-10T23:59:59.000Z',
  });

  it.each<[string, OrderFilter, boolean]>([
    ['of nothing', {}, true],
    ['of its side', { side: 'sell' }, true],
    ['of the other side', { side: 'buy' }, false],
    ['of its type', { orderType: 'stop_limit' }, true],
    ['of another type', { orderType: 'limit' }, false],
    ['of its pair', { baseId: sold.baseId, quoteId: sold.quoteId }, true],
    ['of another pair', { baseId: 99 as Order['baseId'] }, false],
    ['of its state', { status: 'cancelled' }, true],
    ['of another state', { status: 'completed' }, false],
    ['of orders that are over', { isOver: true }, true],
    ['of its day, both ends included', { from: '2026-03-10', to: '2026-03-10' }, true],
    ['of later days', { from: '2026-03-11' }, false],
    ['of earlier days', { to: '2026-03-09' }, false],
    ['of which one part is not met', { side: 'sell', orderType: 'market' }, false],
  ])('%s', (_what, filter, matches) => {
    expect(matchesFilter(sold, filter)).toBe(matches);
  });

  it('of finished orders leaves out waiting ones', () => {
    expect(matchesFilter(order(5), { isOver: true })).toBe(false);
  });
});

describe('a list of open orders', () => {
  const waiting = { status: 'waiting' } as const;

  it('inserts a new order in place and removes a completed one', () => {
    const list = [order(5), order(2)];
    expect(ids(placeInList(list, order(9), waiting))).toEqual([9, 5, 2]);
    expect(ids(placeInList(list, order(3), waiting))).toEqual([5, 3, 2]);
    expect(ids(placeInList(list, order(5, { status: 'completed' }), waiting))).toEqual([2]);
  });

  it('stays the same for other orders', () => {
    const list = [order(5)];
    expect(placeInList(list, order(7, { status: 'cancelled' }), waiting)).toBe(list);
    const other = { baseId: 99 as Order['baseId'], ...waiting };
    expect(placeInList([], order(8), other)).toEqual([]);
  });

  it('never goes back: not from more filled to less, not from finished to open', () => {
    const half = order(5, { filledQuantity: decimal('0.5') });
    expect(placeInList([half], order(5, { filledQuantity: decimal('0.25') }), waiting)).toEqual([half]);
    const over = order(5, { status: 'cancelled' });
    expect(placeInList([over], order(5), {})).toEqual([over]);
    expect(placeInList([half], order(5, { filledQuantity: decimal('0.75') }), waiting)[0]?.filledQuantity).toBe('0.75');
  });

  it('keeps a triggered stop triggered after an older event', () => {
    const stop = order(5, { orderType: 'stop_limit' });
    const triggered = { ...stop, triggeredAt: '2026-01-02T03:04:05.678Z' };
    expect(placeInList([stop], triggered, waiting)).toEqual([triggered]);
    expect(placeInList([triggered], stop, waiting)).toEqual([triggered]);
  });

  it('keeps the replaced order out of the list after a late event', () => {
    const list = [order(5), order(2)];
    const instead = order(9, { replacesId: order(5).id });
    const after = placeInList(list, instead, waiting);
    expect(ids(after)).toEqual([9, 2]);
    expect(ids(placeInList(after, order(5, { status: 'cancelled', cancelReason: 'replaced' }), waiting))).toEqual([
      9, 2,
    ]);
    expect(replacementOf([instead, ...list], order(5))).toBe(instead);
    expect(replacementOf(list, order(5))).toBeUndefined();
  });
});

describe('pages of history', () => {
  const full = (first: number) => Array.from({ length: PAGE_LENGTH }, (_, index) => order(first - index));

  it('change in place, and take a new order on the first page', () => {
    const pages = [[order(9), order(8)], [order(5)]];
    expect(placeInPages(pages, order(5, { status: 'completed' }), {})[1]?.[0]?.status).toBe('completed');
    expect(placeInPages(pages, order(12), {}).map(ids)).toEqual([[12, 9, 8], [5]]);
  });

  it('keep a row that no longer belongs, so that their length still shows whether there are more', () => {
    const pages = [full(40)];
    const [page] = placeInPages(pages, order(30, { status: 'completed' }), { status: 'waiting' });
    expect(page).toHaveLength(PAGE_LENGTH);
    expect(page?.filter((row) => matchesFilter(row, { status: 'waiting' }))).toHaveLength(PAGE_LENGTH - 1);
  });

  it('insert a late finished order by its id, and leave out those older than the loaded rows', () => {
    const over = { status: 'completed' } as const;
    const gap = [full(60).filter(({ id }) => id !== 50), full(30)];
    expect(placeInPages(gap, order(50, over), { isOver: true })[0]?.[10]?.id).toBe(50);
    expect(placeInPages(gap, order(3, over), { isOver: true }).map(ids)).toEqual(gap.map(ids));
    expect(placeInPages([full(60), [order(30)]], order(3, over), { isOver: true })[1]?.map(({ id }) => id)).toEqual([
      30, 3,
    ]);
    expect(placeInPages([[]], order(3, over), { isOver: true }).map(ids)).toEqual([[3]]);
  });

  it('show an order as replaced as soon as its replacement is there', () => {
    const [page] = placeInPages([[order(5)]], order(9, { replacesId: order(5).id }), {});
    expect(page?.map(({ id, status, cancelReason }) => [id, status, cancelReason])).toEqual([
      [9, 'waiting', 'user'],
      [5, 'cancelled', 'replaced'],
    ]);
  });
});

describe('a leg of a group', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();
  const leg = (second: number, more: Partial<Order> = {}) => order(5, { updatedAt: at(second), ...more });

  it('shrinks and grows in place, whichever of two states arrives first', () => {
    const [before, shrunk, grown] = ['0.5', '0.3', '0.4'].map((quantity, second) =>
      leg(second, { quantity: decimal(quantity) }),
    ) as [Order, Order, Order];
    expect(placeInList([before], shrunk, {})).toEqual([shrunk]);
    expect(placeInList([shrunk], grown, {})).toEqual([grown]);
    expect(placeInList([grown], shrunk, {})).toEqual([grown]);
  });

  it('leaves its group when the other one is cancelled', () => {
    const grouped = leg(1, { groupId: 4 as unknown as Order['groupId'], leg: 'stop_loss' });
    const [alone] = placeInList([grouped], leg(2, { groupId: undefined, leg: undefined }), {});
    expect(alone?.groupId).toBeUndefined();
  });

  it('that trails never moves back', () => {
    const trailing = (second: number, extreme: string, trigger: string) =>
      leg(second, {
        side: 'sell',
        orderType: 'trailing_stop',
        extremePrice: decimal(extreme),
        triggerPrice: decimal(trigger),
      });
    const [shown] = placeInList([trailing(1, '110', '99')], trailing(2, '105', '94.5'), {});
    expect(shown).toMatchObject({ extremePrice: '110', triggerPrice: '99', updatedAt: at(2) });
    expect(placeInList([trailing(1, '110', '99')], trailing(2, '120', '108'), {})[0]).toMatchObject({
      triggerPrice: '108',
    });
  });
});
