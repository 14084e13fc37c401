// Replacing an order on a real database: the new order enters with the terms of the old one, or the old one stays as it
// was; and cancelling all orders: all or none, and only the user's own.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import {
  BTC_USDT,
  openSpotMarket,
  orderRequest,
  OTHER_SYMBOL,
  SYMBOL,
  type SpotMarket,
} from '../../testing/spotMarket.ts';

describe('waiting orders', () => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket();
    await exchange.feed.append(OTHER_SYMBOL, { price: '100' });
  });
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  const replace = (user: UserId, id: OrderId, terms: Omit<RequestOf<typeof replaceOrder>, 'id'>) =>
    exchange.spot.replaceOrder(user, { id, ...terms });
  const ordersOf = (user: UserId) => exchange.spot.listOrders(user, {});

  describe('replacing an order', () => {
    it('places another price or quantity, behind the orders waiting there', async () => {
      const [user, other] = [await exchange.trader({ usdt: '1000' }), await exchange.trader({ usdt: '1000' })];
      const old = await exchange.limit(user, 'buy', '2', '90');
      await exchange.limit(other, 'buy', '1', '91');
      exchange.published.length = 0;
      const order = await replace(user, old.id, { quantity: decimal('3'), price: decimal('91') });
      expect(order).toMatchObject({ side: 'buy', price: '91', quantity: '3', status: 'waiting', replacesId: old.id });
      expect((await ordersOf(user))[1]).toMatchObject({ id: old.id, status: 'cancelled', cancelReason: 'replaced' });
      expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '727+273' });
      expect(exchange.published.flatMap((event) => (event.type === 'order-changed' ? [event.order.id] : []))).toEqual([
        old.id,
        order.id,
      ]);
      await exchange.market(await exchange.trader({ btc: '1' }), 'sell', '1');
      expect((await ordersOf(other))[0]).toMatchObject({ status: 'completed' });
    });

    it('may spend the hold of the old one', async () => {
      const user = await exchange.trader({ usdt: '100' });
      const { id } = await exchange.limit(user, 'buy', '1', '99');
      const order = await replace(user, id, { quantity: decimal('1'), price: decimal('100') });
      expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '0+100' });
      await expect(replace(user, order.id, { quantity: decimal('1.01') })).rejects.toMatchObject({
        code: 'INSUFFICIENT_BALANCE',
      });
      expect((await ordersOf(user))[0]).toMatchObject({ id: order.id, status: 'waiting' });
    });

    it('keeps the terms, and the price when none is given', async () => {
      const user = await exchange.trader({ btc: '2' });
      const request = { ...orderRequest('sell', '1', '105'), isPostOnly: true };
      const { id } = await exchange.spot.placeOrder(user, request);
      expect(await replace(user, id, { quantity: decimal('2') })).toMatchObject({
        price: '105',
        isPostOnly: true,
        timeInForce: 'gtc',
        status: 'waiting',
      });
    });

    it('trades at once when the new price meets an order', async () => {
      const [user, seller] = [await exchange.trader({ usdt: '1000' }), await exchange.trader({ btc: '1' })];
      await exchange.limit(seller, 'sell', '1', '101');
      const { id } = await exchange.limit(user, 'buy', '1', '99');
      expect(await replace(user, id, { quantity: decimal('1'), price: decimal('102') })).toMatchObject({
        status: 'completed',
        averagePrice: '101',
      });
      expect(await exchange.balances(user)).toEqual({ btc: '0.999+0', usdt: '899+0' });
    });

    it('of a waiting stop order waits again, from the current price', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const request = { ...orderRequest('buy', '1', '96'), orderType: 'stop_limit', stopPrice: decimal('95') } as const;
      const { id } = await exchange.spot.placeOrder(user, request);
      const other = await replace(user, id, {
        quantity: decimal('1'),
        price: decimal('106'),
        stopPrice: decimal('105'),
      });
      expect(other).toMatchObject({ orderType: 'stop_limit', stopPrice: '105', triggeredAt: null, status: 'waiting' });
      await exchange.feed.append(SYMBOL, { price: '105' });
      await exchange.spot.sweepMarket(exchange.marketId);
      const [triggered] = await ordersOf(user);
      expect(triggered).toMatchObject({ id: other.id, triggeredAt: expect.any(String) as string });
      // A triggered order is a limit order from then on.
      await expect(
        replace(user, other.id, { quantity: decimal('1'), stopPrice: decimal('110') }),
      ).rejects.toMatchObject({ code: 'ORDER_TERMS_INVALID' });
      expect(await replace(user, other.id, { quantity: decimal('2') })).toMatchObject({
        stopPrice: '105',
        price: '106',
        quantity: '2',
        triggeredAt: triggered?.triggeredAt,
      });
      expect((await exchange.spot.readBook(SYMBOL)).bids).toEqual([['106', '2']]);
    });

    it('is refused with ORDER_CHANGED when the old one has filled more than expected', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { id } = await exchange.limit(user, 'buy', '2', '99');
      await exchange.market(await exchange.trader({ btc: '1' }), 'sell', '1');
      const terms = { quantity: decimal('1'), price: decimal('98') };
      await expect(replace(user, id, { ...terms, expectedFilled: decimal('0') })).rejects.toMatchObject({
        code: 'ORDER_CHANGED',
      });
      expect(await replace(user, id, { ...terms, expectedFilled: decimal('1') })).toMatchObject({
        quantity: '1',
        filledQuantity: '0',
      });
      expect(await exchange.balances(user)).toEqual({ btc: '0.9992+0', usdt: '803+98' });
    });

    it('is accepted when the old one has filled less than expected', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { id } = await exchange.limit(user, 'buy', '2', '99');
      const terms = { quantity: decimal('1'), price: decimal('98'), expectedFilled: decimal('0.5') };
      expect(await replace(user, id, terms)).toMatchObject({ quantity: '1', replacesId: id });
    });

    it.each([
      { reason: 'a wrong price', terms: { quantity: '1', price: '99.999' }, code: 'PRICE_PRECISION' },
      { reason: 'a price beyond the band', terms: { quantity: '1', price: '111' }, code: 'PRICE_ABOVE_BAND' },
      { reason: 'too much', terms: { quantity: '100', price: '99' }, code: 'INSUFFICIENT_BALANCE' },
      { reason: 'post-only that would take', terms: { quantity: '1', price: '101' }, code: 'POST_ONLY_WOULD_TAKE' },
    ])('leaves the old one as it was when the new one is refused for $reason', async ({ terms, code }) => {
      const user = await exchange.trader({ usdt: '1000' });
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '1', '101');
      const old = await exchange.spot.placeOrder(user, { ...orderRequest('buy', '2', '99'), isPostOnly: true });
      exchange.published.length = 0;
      const request = { quantity: decimal(terms.quantity), price: decimal(terms.price), clientRequestId: randomUUID() };
      await expect(replace(user, old.id, request)).rejects.toMatchObject({ code });
      expect(await ordersOf(user)).toEqual([old]);
      expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '802+198' });
      expect(exchange.published).toEqual([]);
      // A repeated request after a refusal is executed.
      expect(await replace(user, old.id, { ...request, price: decimal('98'), quantity: decimal('1') })).toMatchObject({
        status: 'waiting',
      });
    });

    it('is refused for orders that are missing, another user’s, or ended', async () => {
      const [owner, other] = [await exchange.trader({ usdt: '1000' }), await exchange.trader({ btc: '1' })];
      const { id } = await exchange.limit(owner, 'buy', '1', '99');
      const terms = { quantity: decimal('1') };
      await expect(replace(other, id, terms)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
      await expect(replace(owner, 2_147_483_647 as OrderId, terms)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
      await exchange.market(other, 'sell', '1');
      await expect(replace(owner, id, terms)).rejects.toMatchObject({ code: 'ORDER_NOT_OPEN' });
    });

    it('is executed once, with the same answer', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { id } = await exchange.limit(user, 'buy', '1', '99');
      const request = { quantity: decimal('1'), price: decimal('98'), clientRequestId: randomUUID() };
      const first = await replace(user, id, request);
      expect(await replace(user, id, request)).toEqual(first);
      expect(await ordersOf(user)).toHaveLength(2);
    });
  });

  describe('cancelling all', () => {
    const giveEther = (user: UserId) =>
      exchange.db.transaction((tx) => postEntries(tx, [deposit(accountOf(user, CURRENCY.ETH), '10')]));
    const inEther = (quantity: string, price: string) => ({
      ...orderRequest('sell', quantity, price),
      baseId: CURRENCY.ETH,
    });

    it('cancels in every market, stop orders too, and only the user’s own', async () => {
      const [user, other] = [
        await exchange.trader({ btc: '2', usdt: '1000' }),
        await exchange.trader({ usdt: '1000' }),
      ];
      await giveEther(user);
      await exchange.limit(user, 'buy', '1', '90');
      await exchange.limit(user, 'sell', '1', '110');
      await exchange.spot.placeOrder(user, inEther('3', '120'));
      const stop = { ...orderRequest('buy', '1', '106'), orderType: 'stop_limit', stopPrice: decimal('105') } as const;
      await exchange.spot.placeOrder(user, stop);
      const untouched = await exchange.limit(other, 'buy', '1', '89');
      const request = { clientRequestId: randomUUID() };
      expect(await exchange.spot.cancelAll(user, request)).toEqual({ cancelled: 4 });
      expect(new Set((await ordersOf(user)).map(({ status, cancelReason }) => `${status} ${cancelReason}`))).toEqual(
        new Set(['cancelled user']),
      );
      expect(await exchange.balances(user)).toEqual({ btc: '2+0', usdt: '1000+0' });
      expect(await ordersOf(other)).toEqual([untouched]);
      expect(exchange.published.filter(({ type }) => type === 'book-changed').slice(-2)).toEqual([
        { type: 'book-changed', marketId: exchange.marketId, symbol: SYMBOL },
        expect.objectContaining({ symbol: OTHER_SYMBOL }),
      ]);
      // The first answer again, without a second effect.
      await exchange.limit(user, 'buy', '1', '90');
      expect(await exchange.spot.cancelAll(user, request)).toEqual({ cancelled: 4 });
      expect((await ordersOf(user))[0]).toMatchObject({ status: 'waiting' });
    });

    it('cancels only the given pair or side', async () => {
      const user = await exchange.trader({ btc: '2', usdt: '1000' });
      await giveEther(user);
      await exchange.limit(user, 'buy', '1', '90');
      await exchange.limit(user, 'sell', '1', '110');
      await exchange.spot.placeOrder(user, inEther('3', '120'));
      expect(await exchange.spot.cancelAll(user, { ...BTC_USDT, side: 'sell' })).toEqual({ cancelled: 1 });
      expect(await exchange.spot.cancelAll(user, { side: 'sell' })).toEqual({ cancelled: 1 });
      expect(await exchange.spot.cancelAll(user, { baseId: CURRENCY.ETH })).toEqual({ cancelled: 0 });
      expect(await exchange.spot.cancelAll(user, {})).toEqual({ cancelled: 1 });
    });

    it('answers 0 without waiting orders, also when repeated', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const request = { clientRequestId: randomUUID() };
      expect(await exchange.spot.cancelAll(user, request)).toEqual({ cancelled: 0 });
      await exchange.limit(user, 'buy', '1', '90');
      expect(await exchange.spot.cancelAll(user, request)).toEqual({ cancelled: 0 });
      await expect(exchange.spot.cancelAll(user, { ...request, side: 'buy' })).rejects.toMatchObject({
        code: 'REQUEST_ID_REUSED',
      });
    });

    it('cancels none when the exchange fails on the way', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      await giveEther(user);
      await exchange.limit(user, 'buy', '1', '90');
      await exchange.spot.placeOrder(user, inEther('3', '120'));
      const before = await ordersOf(user);
      exchange.published.length = 0;
      // The orders of the first market are written by then.
      await exchange.db.execute(
        sql`alter table spot_orders add constraint no_end check (status <> 'cancelled' or market_id = ${sql.raw(String(exchange.marketId))}) not valid`,
      );
      await expect(exchange.spot.cancelAll(user, {})).rejects.toThrow();
      await exchange.db.execute(sql`alter table spot_orders drop constraint no_end`);
      expect(await ordersOf(user)).toEqual(before);
      expect(exchange.published).toEqual([]);
    });
  });

  it('leaves the books in balance and holds the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
    const [row] = await rowsOf<{ count: number }>(
      exchange.db,
      sql`select count(*)::int as count from spot_orders where status = 'waiting' and cancel_reason is not null`,
    );
    expect(row?.count).toBe(0);
  });
});
