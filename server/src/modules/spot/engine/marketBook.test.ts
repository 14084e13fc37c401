// Balances, counts and numbers of a market within one transaction: each command has what those before it have left.
import { describe, expect, it } from 'vitest';
import type { OrderGroupId, OrderId, UserId } from '@halyard/contract/ids';
import { decimal as d, ZERO } from '@halyard/contract/money';
import { at, MARKET, memberOf, openBook, orderOf, USER } from '../../../testing/lockedBook.ts';
import { settleIncoming } from '../settlement.ts';
import type { SpotOrder } from '../spotOrder.ts';

const OTHER = 3 as UserId;
const GROUP = 5 as OrderGroupId;
const inGroup = (id: number, changes: Partial<SpotOrder> = {}) =>
  orderOf(id, { userId: OTHER, group: { id: GROUP, leg: 'stop_loss' }, ...changes });
const idsOf = (orders: readonly SpotOrder[]) => orders.map(({ id }) => id);
const group = { id: GROUP, userId: OTHER };

describe('the number of waiting orders', () => {
  it('follows what the transaction places and ends', () => {
    const stored = orderOf(1);
    const book = openBook({ users: [memberOf(USER, { waiting: 3 })], orders: [stored] });
    book.put(orderOf(2));
    book.put(orderOf(2, { price: d('97') }));
    expect(book.waitingCount(USER)).toBe(4);
    book.cancel(stored, 'user');
    expect(book.waitingCount(USER)).toBe(3);
  });

  it('is unknown where it was not counted', () => {
    const book = openBook({ users: [memberOf(USER)] });
    book.put(orderOf(1));
    expect(() => book.waitingCount(USER)).toThrow('the orders of user 2 were not counted');
  });
});

describe('the balance that a user may spend', () => {
  it('follows the entries of the transaction', () => {
    const orders = [orderOf(1), orderOf(2, { side: 'sell', heldAmount: d('4') })];
    const book = openBook({ users: [memberOf(USER, { base: d('1'), quote: d('10') })], orders });
    for (const order of orders) book.cancel(order, 'user');
    expect([book.spendable(USER, 'buy'), book.spendable(USER, 'sell')]).toEqual([d('108'), d('5')]);
    expect(() => book.spendable(OTHER, 'buy')).toThrow('the balances of user 3 were not read');
    expect(() => book.limitsOf(OTHER)).toThrow('the limits of user 3 were not read');
  });

  it('has what the transaction did before its owner was read', async () => {
    const orders = [inGroup(1), inGroup(2, { side: 'sell', heldAmount: d('4') }), orderOf(3)];
    const reading = { orders, isEntered: false, base: d('1'), quote: d('10') };
    const book = openBook({ orders }, { groups: [reading] });
    for (const order of orders) book.cancel(order, 'user');
    await book.membersOf(group);
    expect([book.spendable(OTHER, 'buy'), book.spendable(OTHER, 'sell')]).toEqual([d('108'), d('5')]);
  });

  it('is not read again', async () => {
    const stored = inGroup(1);
    const [reading, stale] = [d('10'), d('500')].map((quote) => ({
      orders: [stored],
      isEntered: true,
      base: ZERO,
      quote,
    }));
    const book = openBook(
      { users: [memberOf(OTHER, { quote: d('20') })] },
      { groups: [reading, stale].flatMap((one) => one ?? []) },
    );
    expect(await book.membersOf(group)).toEqual({ orders: [stored], isEntered: true });
    book.cancel(stored, 'user');
    expect(await book.membersOf(group)).toEqual({ orders: [], isEntered: true });
    expect(book.spendable(OTHER, 'buy')).toBe(d('118'));
  });
});

describe('orders', () => {
  it('of a user and of a group are the waiting ones, oldest first', async () => {
    const ended = inGroup(4, { status: 'completed' });
    const orders = [inGroup(12), orderOf(10), ended, inGroup(3), orderOf(7), inGroup(8)];
    const book = openBook(
      { orders, users: [] },
      { groups: [{ orders: [], isEntered: false, base: ZERO, quote: ZERO }] },
    );
    expect(idsOf(book.waitingOf(OTHER))).toEqual([3, 8, 12]);
    expect(idsOf(book.waitingOf(USER))).toEqual([7, 10]);
    expect(idsOf((await book.membersOf(group)).orders)).toEqual([3, 8, 12]);
  });

  it('of groups that traded are named once, without those that only wait', () => {
    const [resting, alone, taker] = [
      inGroup(1),
      orderOf(2),
      inGroup(3, { side: 'sell', heldAmount: d('2'), quantity: d('2') }),
    ];
    const book = openBook({ orders: [resting, alone] });
    const settle = (order: SpotOrder, traded: readonly SpotOrder[]) =>
      book.settle(
        settleIncoming(MARKET, order, {
          executions: traded.map(({ id, quantity }) => ({ restingId: id, price: d('98'), quantity })),
          resting: traded as Parameters<typeof settleIncoming>[2]['resting'],
          cancelReason: undefined,
          isHeldBefore: false,
        }),
      );
    settle(inGroup(9), []);
    expect(book.takeTraded()).toEqual([]);
    settle(taker, [resting, alone]);
    expect(idsOf(book.takeTraded())).toEqual([3, 1]);
    expect(book.takeTraded()).toEqual([]);
  });
});

describe('numbers', () => {
  it('of new orders are those that were reserved or drawn, each once', async () => {
    const book = openBook({ orderIds: [41 as OrderId], rank: 7 });
    expect([book.nextRank(), book.nextRank(), book.nextRank()]).toEqual([7, 8, 9]);
    expect(book.nextOrderId()).toBe(41);
    expect(() => book.nextOrderId()).toThrow('more orders are placed than ids were drawn');
    const [drawn] = await book.drawIds(1);
    for (const id of [41, drawn ?? 0, 5]) book.put(orderOf(id));
    const { placed, changed } = book.changes();
    expect([idsOf(placed), idsOf(changed)]).toEqual([[41, drawn], [5]]);
  });
});

it('knows whether its market has changed', () => {
  const book = openBook({});
  expect(book.changes()).toMatchObject({ isMarketChanged: false, orders: [], at: at(0) });
  book.noteStopsChecked({ seriesId: 1, seq: 9 });
  expect(book.changes().isMarketChanged).toBe(true);
});
