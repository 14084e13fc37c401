// Orders by type and time in force, on a real database and to the last digit: which wait, which end at once and why,
// and which are refused without a trace.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { OPEN_ORDERS_MAX, type Order, type Side } from '@halyard/contract/spot/calls';
import type { OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';

describe('the terms of an order', () => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket();
  });
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  type Terms = Partial<
    Pick<OrderRequest, 'timeInForce' | 'isPostOnly' | 'orderType' | 'stopPrice' | 'maxSlippage' | 'maxTotal'>
  >;
  const place = (
    user: UserId,
    [side, quantity, price]: [Side, string, (string | undefined)?],
    terms: Terms = {},
  ): Promise<Order> =>
    exchange.spot.placeOrder(user, {
      ...orderRequest(side, quantity, price),
      ...terms,
      clientRequestId: randomUUID(),
    });
  const counts = () =>
    rowsOf(
      exchange.db,
      sql`select (select count(*) from spot_orders)::int as orders, (select count(*) from spot_fills)::int as fills,
        (select count(*) from ledger_entries)::int as entries, (select count(*) from client_requests)::int as requests`,
    );
  const seller = async (quantity: string, price: string) => {
    const user = await exchange.trader({ btc: quantity });
    await place(user, ['sell', quantity, price]);
    return user;
  };

  describe('immediate or cancel', () => {
    it('fills what it can at once, and the rest is cancelled', async () => {
      await seller('1', '101');
      const buyer = await exchange.trader({ usdt: '1000' });
      expect(await place(buyer, ['buy', '3', '102'], { timeInForce: 'ioc' })).toMatchObject({
        status: 'cancelled',
        cancelReason: 'ioc',
        timeInForce: 'ioc',
        filledQuantity: '1',
        averagePrice: '101',
      });
      expect(await exchange.balances(buyer)).toEqual({ btc: '0.999+0', usdt: '899+0' });
    });

    it('is cancelled when nothing matches, and never waits', async () => {
      const buyer = await exchange.trader({ usdt: '1000' });
      const order = await place(buyer, ['buy', '1', '99'], { timeInForce: 'ioc' });
      expect(order).toMatchObject({ status: 'cancelled', cancelReason: 'ioc', filledQuantity: '0' });
      expect(await exchange.balances(buyer)).toEqual({ btc: '0+0', usdt: '1000+0' });
      expect((await exchange.spot.readBook(SYMBOL)).bids).toEqual([]);
    });
  });

  describe('fill or kill', () => {
    it('fills whole, over several orders', async () => {
      for (const price of ['101', '100.5', '101.5']) await seller('1', price);
      const buyer = await exchange.trader({ usdt: '1000' });
      expect(await place(buyer, ['buy', '2.5', '101.5'], { timeInForce: 'fok' })).toMatchObject({
        status: 'completed',
        cancelReason: null,
        filledQuantity: '2.5',
        averagePrice: '100.9',
      });
    });

    it.each([
      { kind: 'a limit order that reaches too little', price: '101', quantity: '1.5' },
      { kind: 'a market order that finds too little', price: undefined, quantity: '2.5' },
    ])('is refused without a trace: $kind', async ({ price, quantity }) => {
      await seller('1', '101');
      await seller('1', '101.5');
      const buyer = await exchange.trader({ usdt: '1000' });
      const before = await counts();
      await expect(place(buyer, ['buy', quantity, price], { timeInForce: 'fok' })).rejects.toMatchObject({
        code: 'FOK_UNFILLED',
      });
      expect(await counts()).toEqual(before);
      expect(await exchange.balances(buyer)).toEqual({ btc: '0+0', usdt: '1000+0' });
    });

    it('is refused when the user’s own order is in between', async () => {
      await seller('1', '100.5');
      const user = await exchange.trader({ btc: '1', usdt: '1000' });
      await place(user, ['sell', '1', '101']);
      await seller('1', '101.5');
      const own = { code: 'OWN_ORDER', params: { price: '101' } };
      await expect(place(user, ['buy', '2', '102'], { timeInForce: 'fok' })).rejects.toMatchObject(own);
    });

    it('fills a market order whole', async () => {
      await seller('1', '101');
      const buyer = await exchange.trader({ usdt: '1000' });
      expect(await place(buyer, ['buy', '1'], { timeInForce: 'fok' })).toMatchObject({
        status: 'completed',
        timeInForce: 'fok',
      });
    });
  });

  describe('post-only', () => {
    it('waits as any limit order does', async () => {
      await seller('1', '101');
      const buyer = await exchange.trader({ usdt: '1000' });
      expect(await place(buyer, ['buy', '1', '100.99'], { isPostOnly: true })).toMatchObject({
        status: 'waiting',
        isPostOnly: true,
        timeInForce: 'gtc',
      });
    });

    it('is refused when it would take from a user', async () => {
      await seller('1', '101');
      const buyer = await exchange.trader({ usdt: '1000' });
      const before = await counts();
      await expect(place(buyer, ['buy', '1', '101'], { isPostOnly: true })).rejects.toMatchObject({
        code: 'POST_ONLY_WOULD_TAKE',
      });
      expect(await counts()).toEqual(before);
    });

    it('is refused when it would meet the user’s own order', async () => {
      const user = await exchange.trader({ btc: '1', usdt: '1000' });
      await place(user, ['sell', '1', '101']);
      await expect(place(user, ['buy', '1', '101'], { isPostOnly: true })).rejects.toMatchObject({
        code: 'POST_ONLY_WOULD_TAKE',
      });
    });
  });

  describe('a slippage cap', () => {
    const CAP = { maxSlippage: decimal('0.01') };

    it('ends a market order at the last price within it, with that reason in the order and in the message', async () => {
      for (const price of ['100.5', '101.5', '101.51']) await seller('1', price);
      const buyer = await exchange.trader({ usdt: '1000' });
      // 1 % from 100.5 is 101.505, so the third offer is too far.
      const order = await place(buyer, ['buy', '3'], CAP);
      const capped = { status: 'cancelled', cancelReason: 'slippage', filledQuantity: '2', maxSlippage: '0.01' };
      expect(order).toMatchObject({ ...capped, averagePrice: '101' });
      expect(await exchange.balances(buyer)).toEqual({ btc: '1.998+0', usdt: '798+0' });
      expect(await exchange.spot.listOrders(buyer, {})).toMatchObject([capped]);
      const events = sql`select facts from user_events where user_id = ${buyer}`;
      expect(await rowsOf(exchange.db, events)).toMatchObject([{ facts: { reason: 'slippage', filled: '2' } }]);
      // With the remaining orders, a seller accepts no price more than 1 % below the best bid.
      const seen = await exchange.trader({ btc: '5' });
      for (const price of ['99', '98.01', '98']) await place(buyer, ['buy', '1', price]);
      expect(await place(seen, ['sell', '3'], CAP)).toMatchObject({ ...capped, averagePrice: '98.505' });
    });

    it('requires only the money for the fills, and applies only when requested', async () => {
      for (const price of ['100', '105']) await seller('1', price);
      const buyer = await exchange.trader({ usdt: '150' });
      await expect(place(buyer, ['buy', '2'])).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
      expect(await place(buyer, ['buy', '2'], CAP)).toMatchObject({ filledQuantity: '1', cancelReason: 'slippage' });
      await seller('1', '100');
      const other = await exchange.trader({ usdt: '1000' });
      expect(await place(other, ['buy', '2'])).toMatchObject({ status: 'completed', maxSlippage: null });
    });

    it('refuses a fill-or-kill order that would pass it, without a trace', async () => {
      for (const price of ['100', '105']) await seller('1', price);
      const buyer = await exchange.trader({ usdt: '1000' });
      const before = await counts();
      const fok = { ...CAP, timeInForce: 'fok' } as const;
      await expect(place(buyer, ['buy', '2'], fok)).rejects.toMatchObject({ code: 'FOK_UNFILLED' });
      expect(await counts()).toEqual(before);
      expect(await place(buyer, ['buy', '1'], fok)).toMatchObject({ status: 'completed' });
    });

    it.each(['0', '0.00001', '0.00015', '0.1001', '-0.01'])('is refused out of its range: %s', async (cap) => {
      const buyer = await exchange.trader({ usdt: '1000' });
      await expect(place(buyer, ['buy', '1'], { maxSlippage: decimal(cap) })).rejects.toMatchObject({
        code: 'SLIPPAGE_OUT_OF_RANGE',
        params: { min: '0.01', max: '10' },
      });
    });
  });

  describe('a largest total', () => {
    it('reduces a market buy to what it pays for, which then is the whole order', async () => {
      for (const price of ['100', '104']) await seller('1', price);
      const buyer = await exchange.trader({ usdt: '1000' });
      const order = await place(buyer, ['buy', '2'], { maxTotal: decimal('152') });
      expect(order).toMatchObject({ status: 'completed', quantity: '1.5', filledQuantity: '1.5', cancelReason: null });
      expect(await exchange.balances(buyer)).toEqual({ btc: '1.4985+0', usdt: '848+0' });
    });

    it('is no target: an order that costs less is filled as it is, and too little for a step is refused', async () => {
      await seller('1', '100');
      const buyer = await exchange.trader({ usdt: '1000' });
      expect(await place(buyer, ['buy', '0.5'], { maxTotal: decimal('90') })).toMatchObject({ filledQuantity: '0.5' });
      const before = await counts();
      await expect(place(buyer, ['buy', '0.5'], { maxTotal: decimal('0.000001') })).rejects.toMatchObject({
        code: 'QUANTITY_TOO_SMALL',
      });
      expect(await counts()).toEqual(before);
    });
  });

  it('shows why an order ended', async () => {
    await seller('1', '101');
    const user = await exchange.trader({ btc: '1', usdt: '1000' });
    expect(await place(user, ['buy', '5'])).toMatchObject({ status: 'cancelled', cancelReason: 'no_liquidity' });
    await place(user, ['sell', '0.9', '101']);
    expect(await place(user, ['buy', '1', '101'])).toMatchObject({ status: 'cancelled', cancelReason: 'own_order' });
    const { id } = await place(user, ['buy', '1', '90']);
    expect(await exchange.spot.cancelOrder(user, { id })).toMatchObject({ cancelReason: 'user' });
  });

  it.each([
    { reason: 'a market order that would wait', terms: { orderType: 'market', timeInForce: 'gtc' } },
    { reason: 'a post-only order that may not wait', terms: { timeInForce: 'ioc', isPostOnly: true } },
    { reason: 'a limit order with a slippage cap', terms: { maxSlippage: decimal('0.01') } },
    { reason: 'a limit order with a largest total', terms: { maxTotal: decimal('50') } },
    { reason: 'a limit order with a stop price', terms: { stopPrice: decimal('101') } },
  ] as const)('refuses terms that do not go together: $reason', async ({ terms }) => {
    const user = await exchange.trader({ usdt: '1000' });
    await expect(place(user, ['buy', '1', '99'], terms)).rejects.toMatchObject({ code: 'ORDER_TERMS_INVALID' });
  });

  it('refuses a price outside the market’s band in the unfavourable direction', async () => {
    const user = await exchange.trader({ btc: '10', usdt: '10000' });
    await expect(place(user, ['buy', '1', '110.01'])).rejects.toMatchObject({ code: 'PRICE_ABOVE_BAND' });
    await expect(place(user, ['sell', '1', '89.99'])).rejects.toMatchObject({ code: 'PRICE_BELOW_BAND' });
    expect(await place(user, ['buy', '1', '110'])).toMatchObject({ status: 'waiting' });
    expect(await place(user, ['sell', '1', '200'])).toMatchObject({ status: 'waiting' });
  });

  it(`lets at most ${OPEN_ORDERS_MAX} orders of a user wait in a market, stop orders among them`, async () => {
    const user = await exchange.trader({ btc: '1', usdt: '10000' });
    await place(user, ['buy', '0.1', '95'], { orderType: 'stop_limit', stopPrice: decimal('96') });
    await Promise.all(Array.from({ length: OPEN_ORDERS_MAX - 1 }, () => place(user, ['buy', '0.1', '90'])));
    await expect(place(user, ['buy', '0.1', '90'])).rejects.toMatchObject({
      code: 'ORDERS_TOO_MANY',
      params: { max: OPEN_ORDERS_MAX },
    });
    await expect(
      place(user, ['buy', '0.1', '95'], { orderType: 'stop_limit', stopPrice: decimal('96') }),
    ).rejects.toMatchObject({ code: 'ORDERS_TOO_MANY' });
    // Orders that do not wait do not count, and each user has a limit of their own.
    await place(await exchange.trader({ usdt: '100' }), ['buy', '0.5', '99']);
    expect(await place(user, ['sell', '0.5', '99'])).toMatchObject({ status: 'completed' });
    expect(await exchange.spot.cancelAll(user, {})).toEqual({ cancelled: OPEN_ORDERS_MAX });
  });

  it('leaves the books in balance and holds the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
  });
});
