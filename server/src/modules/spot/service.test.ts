// Orders after their placement, on a real database: repeated requests, cancellations, events, and lists.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { Affinity } from '../../nodes/affinity.ts';
import type { NodeCommand } from '../../nodes/nodeMessages.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { BTC_USDT, openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { createSpotService } from './service.ts';

describe('placed orders', () => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket();
  });
  // Each test begins with an empty book and a price of 100 without a ladder: the house has no money.
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  describe('requested twice with one request id', () => {
    it('an order is placed and published once, with the same answer', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const request = { ...orderRequest('buy', '1', '90'), clientRequestId: randomUUID() };
      const first = await exchange.spot.placeOrder(user, request);
      const notifiedOnce = exchange.published.length;
      expect(await exchange.spot.placeOrder(user, request)).toEqual(first);
      expect(exchange.published).toHaveLength(notifiedOnce);
      expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '910+90' });
      expect(await exchange.spot.listOrders(user, { clientRequestId: request.clientRequestId })).toEqual([first]);
      const other = { ...request, quantity: decimal('2') };
      await expect(exchange.spot.placeOrder(user, other)).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' });
    });

    it('a cancellation is executed once, with the same answer', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { id } = await exchange.limit(user, 'buy', '1', '90');
      const request = { id, clientRequestId: randomUUID() };
      const first = await exchange.spot.cancelOrder(user, request);
      expect(await exchange.spot.cancelOrder(user, request)).toEqual(first);
      await expect(exchange.spot.cancelOrder(user, { id })).rejects.toMatchObject({ code: 'ORDER_NOT_OPEN' });
    });
  });

  describe('cancelling', () => {
    it('all orders runs at the node of the market', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      await exchange.limit(user, 'buy', '1', '90');
      let commands: Parameters<Affinity['serve']>[0] = {};
      const affinity = {
        serve: (given: typeof commands) => void (commands = given),
        ask: async (_: unknown, { call, userId, request }: NodeCommand) => ({
          answer: await commands[call]?.(userId, request as never),
        }),
      } as Affinity;
      const node = createSpotService({ ...exchange, affinity });
      expect(await node.cancelAll(user, { clientRequestId: randomUUID() })).toEqual({ cancelled: 1 });
    });

    it('releases the hold of the rest', async () => {
      const buyer = await exchange.trader({ usdt: '1000' });
      const seller = await exchange.trader({ btc: '1' });
      const { id } = await exchange.limit(buyer, 'buy', '3', '99');
      await exchange.market(seller, 'sell', '1');
      const order = await exchange.spot.cancelOrder(buyer, { id });
      expect(order).toMatchObject({ id, status: 'cancelled', filledQuantity: '1', averagePrice: '99', fee: '0.0008' });
      expect(await exchange.balances(buyer)).toEqual({ btc: '0.9992+0', usdt: '901+0' });
    });

    it('works while the market is suspended', async () => {
      const user = await exchange.trader({ btc: '1' });
      const { id } = await exchange.limit(user, 'sell', '1', '120');
      await exchange.feed.setStatus(SYMBOL, 'feed-stalled');
      expect(await exchange.spot.cancelOrder(user, { id })).toMatchObject({ status: 'cancelled' });
      expect(await exchange.balances(user)).toEqual({ btc: '1+0', usdt: '0+0' });
    });

    it('is refused for orders that are missing, another user’s, or ended', async () => {
      const owner = await exchange.trader({ usdt: '1000' });
      const other = await exchange.trader({ btc: '1' });
      const { id } = await exchange.limit(owner, 'buy', '1', '99');
      const missing = 2_147_483_647 as OrderId;
      await expect(exchange.spot.cancelOrder(other, { id })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
      await expect(exchange.spot.cancelOrder(owner, { id: missing })).rejects.toMatchObject({
        code: 'ORDER_NOT_FOUND',
      });
      await exchange.market(other, 'sell', '1');
      await expect(exchange.spot.cancelOrder(owner, { id })).rejects.toMatchObject({ code: 'ORDER_NOT_OPEN' });
    });
  });

  describe('events', () => {
    it('go to both sides of a trade, and the book change to everyone', async () => {
      const seller = await exchange.trader({ btc: '5' });
      const buyer = await exchange.trader({ usdt: '1000' });
      const ask = await exchange.limit(seller, 'sell', '2', '101');
      exchange.published.length = 0;
      const bid = await exchange.limit(buyer, 'buy', '1', '101');
      const both = [
        { kind: 'spot', currencyId: CURRENCY.USDT },
        { kind: 'spot', currencyId: CURRENCY.BTC },
      ];
      expect(exchange.published).toEqual([
        { type: 'order-changed', userId: buyer, order: bid },
        {
          type: 'order-changed',
          userId: seller,
          order: { ...ask, filledQuantity: '1', averagePrice: '101', fee: '0.0808' },
        },
        { type: 'balances-changed', userId: buyer, balances: both },
        { type: 'balances-changed', userId: seller, balances: both.toReversed() },
        { type: 'events-written' },
        { type: 'book-changed', marketId: exchange.marketId, symbol: SYMBOL },
      ]);
    });

    it('come after the commit, and never after a refusal', async () => {
      const user = await exchange.trader({ usdt: '1' });
      await expect(exchange.limit(user, 'buy', '1', '99')).rejects.toThrow('INSUFFICIENT_BALANCE');
      expect(exchange.published).toEqual([]);
    });
  });

  describe('lists', () => {
    it('orders newest first, by pages and filters, only the user’s own', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const other = await exchange.trader({ usdt: '1000' });
      const placed = [];
      for (const price of ['90', '91', '92']) placed.push(await exchange.limit(user, 'buy', '0.1', price));
      await exchange.limit(other, 'buy', '0.1', '90');
      const [first, second, third] = placed.map(({ id }) => id) as [OrderId, OrderId, OrderId];
      const ids = async (request: Parameters<typeof exchange.spot.listOrders>[1]) =>
        (await exchange.spot.listOrders(user, request)).map(({ id }) => id);
      expect(await ids({})).toEqual([third, second, first]);
      expect(await ids({ page: 2, limit: 2 })).toEqual([first]);
      expect(await ids({ page: 0, limit: 0 })).toEqual([third]);
      expect(await ids({ page: 999_999_999_999_999, limit: 999_999_999_999_999 })).toEqual([]);
      await exchange.spot.cancelOrder(user, { id: second });
      expect(await ids({ status: 'cancelled' })).toEqual([second]);
      expect(await ids({ ...BTC_USDT, status: 'waiting' })).toEqual([third, first]);
      expect(await ids({ baseId: CURRENCY.ETH })).toEqual([]);
    });

    it('fills newest first with role, fee and its currency', async () => {
      const seller = await exchange.trader({ btc: '5' });
      const buyer = await exchange.trader({ btc: '1', usdt: '1000' });
      await exchange.limit(seller, 'sell', '1', '101');
      const bought = await exchange.limit(buyer, 'buy', '1', '101');
      await exchange.limit(seller, 'buy', '0.5', '99');
      await exchange.market(buyer, 'sell', '0.5');
      const fills = await exchange.spot.listFills(buyer, {});
      expect(fills).toMatchObject([
        { side: 'sell', price: '99', quantity: '0.5', fee: '0.0495', feeCurrency: 'USDT', role: 'taker' },
        {
          side: 'buy',
          price: '101',
          quantity: '1',
          fee: '0.001',
          feeCurrency: 'BTC',
          role: 'taker',
          orderId: bought.id,
        },
      ]);
      expect(await exchange.spot.listFills(seller, {})).toMatchObject([
        { id: fills[0]?.id, side: 'buy', fee: '0.0004', feeCurrency: 'BTC', role: 'maker' },
        { id: fills[1]?.id, side: 'sell', fee: '0.0808', feeCurrency: 'USDT', role: 'maker' },
      ]);
      expect(await exchange.spot.listFills(buyer, { orderId: bought.id })).toHaveLength(1);
      expect(await exchange.spot.listFills(seller, { orderId: bought.id })).toEqual([]);
      expect(await exchange.spot.listFills(buyer, { limit: 1, page: 2 })).toMatchObject([{ id: fills[1]?.id }]);
    });
  });

  it('leaves the books in balance and holds the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
  });
});
