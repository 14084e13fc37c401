// Placing orders on a real database, to the last digit: their holds, fills and fees, and refusals without a trace.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CurrencyId } from '@halyard/contract/ids';
import { rowsOf } from '../../db/database.ts';
import { openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';

const engines = await testEnginesByNight();

describe.each(engines)('placing an order on %s', (engine) => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket(engine);
  });
  // Each test begins with an empty book and a price of 100 without a ladder: the house has no money.
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  const journal = () =>
    rowsOf<{ kind: string; reference: string }>(
      exchange.db,
      sql`select kind, reference from ledger_entries order by id desc limit 5`,
    );
  const counts = () =>
    rowsOf(
      exchange.db,
      sql`select (select count(*) from spot_orders)::int as orders, (select count(*) from spot_fills)::int as fills,
        (select count(*) from ledger_entries)::int as entries, (select count(*) from client_requests)::int as requests`,
    );

  describe('a limit order', () => {
    it('holds quantity times price when buying, and the quantity when selling', async () => {
      const buyer = await exchange.trader({ usdt: '1000' });
      const seller = await exchange.trader({ btc: '5' });
      const bid = await exchange.limit(buyer, 'buy', '1.5', '99.99');
      await exchange.limit(seller, 'sell', '2', '101');
      expect(await exchange.balances(buyer)).toEqual({ btc: '0+0', usdt: '850.015+149.985' });
      expect(await exchange.balances(seller)).toEqual({ btc: '3+2', usdt: '0+0' });
      expect(bid).toMatchObject({
        side: 'buy',
        orderType: 'limit',
        status: 'waiting',
        price: '99.99',
        referencePrice: '100',
        quantity: '1.5',
        filledQuantity: '0',
        averagePrice: null,
        fee: '0',
        feeCurrency: 'BTC',
        feeRate: '0.001',
        symbol: SYMBOL,
        createdAt: '2026-01-05T00:00:00.000Z',
      });
    });

    it('is charged no more for many small trades than for one, as a taker and while it waits', async () => {
      const buyer = await exchange.trader({ usdt: '1000' });
      const seller = await exchange.trader({ btc: '1' });
      const quantity = '0.100123';
      for (let i = 0; i < 3; i += 1) await exchange.limit(seller, 'sell', quantity, '100');
      const bid = await exchange.limit(buyer, 'buy', '0.600738', '100');
      // 3 x 0.000100123 at the taker's rate; each trade by itself would be rounded up to 0.00010013.
      expect(bid).toMatchObject({ status: 'waiting', fee: '0.00030037' });
      for (let i = 0; i < 3; i += 1) await exchange.limit(seller, 'sell', quantity, '100');
      const [order] = await exchange.spot.listOrders(buyer, {});
      // And 3 x 0.0000800984 at the maker's: 0.0005406642 in all.
      expect(order).toMatchObject({ status: 'completed', fee: '0.00054067' });
      const fills = await exchange.spot.listFills(buyer, {});
      expect(fills.map(({ fee }) => fee).join(' ')).toBe(
        '0.0000801 0.0000801 0.0000801 0.00010012 0.00010012 0.00010013',
      );
      expect(await exchange.faults()).toEqual([]);
    });

    it('trades at the price of the waiting order, and gets the difference back', async () => {
      const seller = await exchange.trader({ btc: '5' });
      const buyer = await exchange.trader({ usdt: '1000' });
      await exchange.limit(seller, 'sell', '2', '101');
      const order = await exchange.limit(buyer, 'buy', '3', '102');
      expect(order).toMatchObject({ status: 'waiting', filledQuantity: '2', averagePrice: '101', fee: '0.002' });
      // 3 x 102 were held; 202 paid, 102 still held for the last one, 2 given back. The seller pays the maker's rate,
      // 0.0008 of 202.
      expect(await exchange.balances(buyer)).toEqual({ btc: '1.998+0', usdt: '696+102' });
      expect(await exchange.balances(seller)).toEqual({ btc: '3+0', usdt: '201.8384+0' });
      expect((await journal()).slice(0, 3).map(({ kind }) => kind)).toEqual(['spot_release', 'spot_fill', 'spot_hold']);
    });

    it('fills the best price first, and the oldest order at one price', async () => {
      const early = await exchange.trader({ btc: '1' });
      const late = await exchange.trader({ btc: '1' });
      const cheap = await exchange.trader({ btc: '1' });
      const buyer = await exchange.trader({ usdt: '1000' });
      await exchange.limit(early, 'sell', '1', '101');
      await exchange.limit(late, 'sell', '1', '101');
      await exchange.limit(cheap, 'sell', '1', '100.5');
      await exchange.limit(buyer, 'buy', '2.5', '101');
      expect((await exchange.balances(cheap)).btc).toBe('0+0');
      expect((await exchange.balances(early)).btc).toBe('0+0');
      expect((await exchange.balances(late)).btc).toBe('0+0.5');
    });

    it('meets no order beyond its price', async () => {
      const seller = await exchange.trader({ btc: '1' });
      const buyer = await exchange.trader({ usdt: '1000' });
      await exchange.limit(seller, 'sell', '1', '101.01');
      expect(await exchange.limit(buyer, 'buy', '1', '101')).toMatchObject({ status: 'waiting', filledQuantity: '0' });
    });

    it('is cancelled when it meets an order of the same user, which stays', async () => {
      const user = await exchange.trader({ btc: '1', usdt: '1000' });
      const other = await exchange.trader({ btc: '1' });
      await exchange.limit(other, 'sell', '0.5', '100');
      const own = await exchange.limit(user, 'sell', '1', '101');
      const order = await exchange.limit(user, 'buy', '2', '102');
      expect(order).toMatchObject({ status: 'cancelled', filledQuantity: '0.5', averagePrice: '100' });
      expect(await exchange.balances(user)).toEqual({ btc: '0.4995+1', usdt: '950+0' });
      expect((await exchange.spot.listOrders(user, { status: 'waiting' })).map(({ id }) => id)).toEqual([own.id]);
    });

    it('meets more orders than are read at once', async () => {
      const seller = await exchange.trader({ btc: '10' });
      const buyer = await exchange.trader({ usdt: '10000' });
      for (let index = 0; index < 40; index += 1) await exchange.limit(seller, 'sell', '0.1', '100');
      const order = await exchange.limit(buyer, 'buy', '3.95', '100');
      expect(order).toMatchObject({ status: 'completed', filledQuantity: '3.95' });
      expect((await exchange.balances(seller)).btc).toBe('6+0.05');
    });
  });

  describe('a market order', () => {
    it('takes the available quantity, pays as it fills and never waits', async () => {
      const seller = await exchange.trader({ btc: '5' });
      const buyer = await exchange.trader({ usdt: '1000' });
      await exchange.limit(seller, 'sell', '1', '101');
      await exchange.limit(seller, 'sell', '1', '103');
      const order = await exchange.market(buyer, 'buy', '3');
      expect(order).toMatchObject({
        status: 'cancelled',
        price: null,
        filledQuantity: '2',
        averagePrice: '102',
        fee: '0.002',
      });
      expect(await exchange.balances(buyer)).toEqual({ btc: '1.998+0', usdt: '796+0' });
      expect(await exchange.market(await exchange.trader({ btc: '1' }), 'sell', '1').catch(String)).toContain(
        'NO_LIQUIDITY',
      );
    });

    it('is completed when it is fully filled', async () => {
      const buyer = await exchange.trader({ usdt: '1000' });
      const seller = await exchange.trader({ btc: '1' });
      await exchange.limit(buyer, 'buy', '1', '99');
      expect(await exchange.market(seller, 'sell', '0.4')).toMatchObject({
        status: 'completed',
        averagePrice: '99',
        feeCurrency: 'USDT',
      });
      // The seller gets 39.6 less the taker's thousandth.
      expect(await exchange.balances(seller)).toEqual({ btc: '0.6+0', usdt: '39.5604+0' });
    });

    it('is refused when its user cannot pay for all that it would take', async () => {
      const seller = await exchange.trader({ btc: '5' });
      const buyer = await exchange.trader({ usdt: '302.99' });
      await exchange.limit(seller, 'sell', '3', '101');
      const before = await counts();
      await expect(exchange.market(buyer, 'buy', '3')).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
      expect(await counts()).toEqual(before);
      expect(await exchange.balances(buyer)).toEqual({ btc: '0+0', usdt: '302.99+0' });
      // Quantity that cannot be filled need not be paid.
      const poor = await exchange.trader({ usdt: '303' });
      expect(await exchange.market(poor, 'buy', '5')).toMatchObject({ status: 'cancelled', filledQuantity: '3' });
    });
  });

  describe('an order is refused without a trace', () => {
    it.each([
      {
        reason: 'buying beyond the balance',
        side: 'buy',
        quantity: '1',
        price: '100.01',
        code: 'INSUFFICIENT_BALANCE',
      },
      {
        reason: 'selling beyond the balance',
        side: 'sell',
        quantity: '1.000001',
        price: '100',
        code: 'INSUFFICIENT_SELLABLE_BALANCE',
      },
      {
        reason: 'selling what one never had at the market',
        side: 'sell',
        quantity: '2',
        price: undefined,
        code: 'NO_LIQUIDITY',
      },
      { reason: 'without anybody to trade with', side: 'buy', quantity: '0.5', price: undefined, code: 'NO_LIQUIDITY' },
      { reason: 'a price between ticks', side: 'buy', quantity: '0.1', price: '100.001', code: 'PRICE_PRECISION' },
      {
        reason: 'a quantity between lots',
        side: 'buy',
        quantity: '0.1000001',
        price: '100',
        code: 'QUANTITY_PRECISION',
      },
      { reason: 'too small a notional', side: 'buy', quantity: '0.04', price: '100', code: 'NOTIONAL_TOO_SMALL' },
      { reason: 'no quantity', side: 'buy', quantity: '0', price: '100', code: 'QUANTITY_REQUIRED' },
      { reason: 'less than nothing', side: 'sell', quantity: '-1', price: '100', code: 'QUANTITY_REQUIRED' },
      { reason: 'less than nothing for it', side: 'buy', quantity: '1', price: '-100', code: 'PRICE_REQUIRED' },
      {
        reason: 'more than anybody has',
        side: 'buy',
        quantity: '1000000000000',
        price: '110',
        code: 'QUANTITY_TOO_LARGE',
      },
    ] as const)('for $reason', async ({ side, quantity, price, code }) => {
      const user = await exchange.trader({ btc: '1', usdt: '100' });
      const before = await counts();
      const request = { ...orderRequest(side, quantity, price), clientRequestId: randomUUID() };
      await expect(exchange.spot.placeOrder(user, request)).rejects.toMatchObject({ code });
      expect(await counts()).toEqual(before);
      expect(exchange.published).toEqual([]);
    });

    it('without a price, or in a missing, hidden or suspended market', async () => {
      const user = await exchange.trader({ usdt: '100' });
      const request = orderRequest('buy', '0.5', '100');
      const { price: _, ...priceless } = request;
      await expect(exchange.spot.placeOrder(user, priceless)).rejects.toMatchObject({ code: 'PRICE_REQUIRED' });
      const nowhere = { ...request, quoteId: 99 as CurrencyId };
      await expect(exchange.spot.placeOrder(user, nowhere)).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
      await exchange.db.execute(sql`update markets set is_displayed = false where symbol = ${SYMBOL}`);
      await expect(exchange.spot.placeOrder(user, request)).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
      await expect(exchange.spot.readBook(SYMBOL)).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
      await exchange.db.execute(sql`update markets set is_displayed = true where symbol = ${SYMBOL}`);
      await exchange.feed.setStatus(SYMBOL, 'feed-ended');
      await expect(exchange.spot.placeOrder(user, request)).rejects.toMatchObject({ code: 'MARKET_SUSPENDED' });
    });
  });

  it('leaves the books in balance and holds the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
  });
});
