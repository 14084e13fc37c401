// Orders in groups, stop-market orders, trailing stops and ends of orders, on a real database.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import type { OrderGroupId, OrderId, UserId } from '@halyard/contract/ids';
import type { Order, Side } from '@halyard/contract/spot/calls';
import type { OrderRequest, placeEntry, placeOco } from '@halyard/contract/spot/mutationCalls';
import { compare, decimal, ZERO } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { BTC_USDT, openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { createExpireJob } from './endJobs.ts';
import { createSpotService } from './service.ts';

const AFTER = '2026-01-06T00:00:00.000Z';

describe('orders in groups', () => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket();
  });
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  const tick = async (...prices: readonly string[]) => {
    await exchange.feed.append(SYMBOL, ...prices.map((price) => ({ price })));
  };
  const sweep = () => exchange.spot.sweepMarket(exchange.marketId);
  const ordersOf = (user: UserId) => exchange.spot.listOrders(user, { limit: 100 });
  const order = async (user: UserId, id: OrderId | undefined) => (await ordersOf(user)).find((one) => one.id === id);
  const legOf = async (user: UserId, leg: Order['leg']) =>
    (await ordersOf(user)).find((one) => one.leg === leg && one.status === 'waiting');

  const stopMarket = (user: UserId, side: Side, [quantity, stop]: [string, string], more: Partial<OrderRequest> = {}) =>
    exchange.spot.placeOrder(user, {
      ...BTC_USDT,
      side,
      quantity: decimal(quantity),
      price: undefined,
      stopPrice: decimal(stop),
      orderType: 'stop_market',
      ...more,
    });
  type Oco = Partial<RequestOf<typeof placeOco>>;
  const oco = (user: UserId, side: Side, [quantity, takeProfit, stop]: [string, string, string], more: Oco = {}) =>
    exchange.spot.placeOco(user, {
      ...BTC_USDT,
      side,
      quantity: decimal(quantity),
      takeProfitPrice: decimal(takeProfit),
      stopPrice: decimal(stop),
      ...more,
    });
  type Entry = Partial<RequestOf<typeof placeEntry>>;
  const enter = (user: UserId, side: Side, quantity: string, more: Entry) =>
    exchange.spot.placeEntry(user, { ...BTC_USDT, side, quantity: decimal(quantity), orderType: 'limit', ...more });
  const trail = (user: UserId, side: Side, quantity: string, more: Partial<OrderRequest>) =>
    exchange.spot.placeOrder(user, {
      ...BTC_USDT,
      side,
      quantity: decimal(quantity),
      price: undefined,
      stopPrice: undefined,
      orderType: 'trailing_stop',
      ...more,
    });

  describe('a stop-market order', () => {
    it('trades as a market order when its price is reached, and pays from its hold', async () => {
      await exchange.limit(await exchange.trader({ btc: '2' }), 'sell', '2', '105.5');
      const user = await exchange.trader({ usdt: '1000' });
      const placed = await stopMarket(user, 'buy', ['1', '105'], { maxSlippage: decimal('0.02') });
      expect(placed).toMatchObject({ orderType: 'stop_market', price: null, stopPrice: '105', timeInForce: 'gtc' });
      // 105 and 2 % of slippage.
      expect(await exchange.balances(user)).toMatchObject({ usdt: '892.9+107.1' });
      await tick('105');
      await sweep();
      expect(await order(user, placed.id)).toMatchObject({ status: 'completed', averagePrice: '105.5' });
      expect(await exchange.balances(user)).toEqual({ btc: '0.999+0', usdt: '894.5+0' });
    });

    it('buys at several prices what its hold pays, and the rest is cancelled', async () => {
      const seller = await exchange.trader({ btc: '4' });
      const offers = [
        ['0.5', '106.5'],
        ['0.3', '108.5'],
        ['1', '108.6'],
        ['1', '108.62'],
      ] as const;
      for (const [quantity, price] of offers) await exchange.limit(seller, 'sell', quantity, price);
      const user = await exchange.trader({ usdt: '1000' });
      const { id } = await stopMarket(user, 'buy', ['1', '105'], { maxSlippage: decimal('0.02') });
      await tick('105');
      await sweep();
      // 53.25 + 32.55 + 0.196132 x 108.6 of a hold of 107.1.
      expect(await order(user, id)).toMatchObject({
        status: 'cancelled',
        cancelReason: 'slippage',
        filledQuantity: '0.996132',
      });
      expect(await exchange.balances(user)).toEqual({ btc: '0.99513586+0', usdt: '892.9000648+0' });
    });

    it('is cancelled without liquidity, and its hold comes back', async () => {
      const user = await exchange.trader({ btc: '1' });
      const { id } = await stopMarket(user, 'sell', ['1', '95']);
      await tick('94');
      await sweep();
      expect(await order(user, id)).toMatchObject({ status: 'cancelled', cancelReason: 'no_liquidity' });
      expect(await exchange.balances(user)).toMatchObject({ btc: '1+0' });
    });
  });

  describe('an order with an end', () => {
    it('is cancelled when its end has come, once, also after a restart', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const placed = await exchange.spot.placeOrder(user, {
        ...orderRequest('buy', '1', '90'),
        timeInForce: 'gtd',
        expiresAt: AFTER,
      });
      expect(placed).toMatchObject({ timeInForce: 'gtd', expiresAt: AFTER });
      const [job] = await rowsOf<{ key: string; due: string; payload: { userId: UserId; orderId: OrderId } }>(
        exchange.db,
        sql`select key, payload, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due from jobs where kind = 'spot.expire'`,
      );
      expect(job).toMatchObject({ due: AFTER, payload: { userId: user, orderId: placed.id } });
      const expire = createExpireJob(createSpotService(exchange));
      const row = { key: String(placed.id), payload: { userId: user, orderId: placed.id }, failures: 0 };
      const lease = { signal: new AbortController().signal, confirm: () => Promise.resolve() };
      expect(await expire.run(row, lease)).toBe('done');
      expect(await expire.run(row, lease)).toBe('done');
      expect(await order(user, placed.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
      expect(await exchange.balances(user)).toMatchObject({ usdt: '1000+0' });
    });

    it('is refused when the end is past or too far, or without one', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const request = { ...orderRequest('buy', '1', '90'), timeInForce: 'gtd' } as const;
      for (const expiresAt of ['2026-01-05T00:00:00.000Z', '2026-04-05T00:00:00.001Z'])
        await expect(exchange.spot.placeOrder(user, { ...request, expiresAt })).rejects.toMatchObject({
          code: 'EXPIRY_OUT_OF_RANGE',
        });
      await expect(exchange.spot.placeOrder(user, request)).rejects.toMatchObject({ code: 'ORDER_TERMS_INVALID' });
    });
  });

  describe('an order whose end has come', () => {
    it('trades no more, also before its job has run', async () => {
      const user = await exchange.trader({ usdt: '1000', btc: '1' });
      const end = { timeInForce: 'gtd', expiresAt: '2026-01-05T00:00:10.000Z' } as const;
      const placed = await exchange.spot.placeOrder(user, { ...orderRequest('buy', '1', '90'), ...end });
      await oco(user, 'sell', ['1', '110', '95'], { expiresAt: end.expiresAt });
      exchange.clock.advance(10_000);
      const seller = await exchange.trader({ btc: '1' });
      await expect(exchange.market(seller, 'sell', '1')).rejects.toMatchObject({ code: 'NO_LIQUIDITY' });
      const expired = { status: 'cancelled', cancelReason: 'expired' };
      expect(await order(user, placed.id)).toMatchObject(expired);
      expect(await ordersOf(user)).toMatchObject([expired, expired, expired]);
      expect(await exchange.balances(user)).toEqual({ usdt: '1000+0', btc: '1+0' });
    });

    it('is cancelled by the next sweep', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const end = { timeInForce: 'gtd', expiresAt: '2026-01-05T00:00:20.000Z' } as const;
      const { id } = await exchange.spot.placeOrder(user, { ...orderRequest('buy', '1', '90'), ...end });
      exchange.clock.advance(10_000);
      await sweep();
      expect(await order(user, id)).toMatchObject({ cancelReason: 'expired' });
    });
  });

  describe('an OCO', () => {
    it('holds once, for the larger of both', async () => {
      const user = await exchange.trader({ btc: '1', usdt: '1000' });
      const sale = await oco(user, 'sell', ['1', '110', '95']);
      expect(sale.orders.map(({ leg, groupId, orderType }) => [leg, groupId, orderType])).toEqual([
        ['take_profit', sale.groupId, 'limit'],
        ['stop_loss', sale.groupId, 'stop_market'],
      ]);
      await oco(user, 'buy', ['2', '90', '105'], { stopLimitPrice: decimal('106') });
      expect(await exchange.balances(user)).toEqual({ btc: '0+1', usdt: '788+212' });
      expect(await exchange.faults()).toEqual([]);
    });

    it('keeps the stop for what the take profit has not sold, and ends with it', async () => {
      const user = await exchange.trader({ btc: '1' });
      const { orders } = await oco(user, 'sell', ['1', '110', '95']);
      const buyer = await exchange.trader({ usdt: '1000' });
      await exchange.limit(buyer, 'buy', '0.4', '110');
      expect(await legOf(user, 'stop_loss')).toMatchObject({ id: orders[1]?.id, quantity: '0.6', filledQuantity: '0' });
      expect(await exchange.balances(user)).toMatchObject({ btc: '0+0.6' });
      expect(await exchange.faults()).toEqual([]);
      await exchange.limit(buyer, 'buy', '0.6', '110');
      expect(await order(user, orders[1]?.id)).toMatchObject({ status: 'cancelled', cancelReason: 'group' });
      expect(await exchange.balances(user)).toMatchObject({ btc: '0+0' });
      const events = await rowsOf(exchange.db, sql`select from user_events where user_id = ${user}`);
      expect(events).toHaveLength(1);
    });

    it('cancels the take profit before the stop that was reached trades', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { orders } = await oco(user, 'buy', ['1', '90', '105'], { stopLimitPrice: decimal('106') });
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '0.5', '105.5');
      await tick('105');
      await sweep();
      expect(await order(user, orders[0]?.id)).toMatchObject({ status: 'cancelled', cancelReason: 'group' });
      expect(await order(user, orders[1]?.id)).toMatchObject({ status: 'waiting', filledQuantity: '0.5' });
      expect(await exchange.balances(user)).toMatchObject({ usdt: '894.25+53' });
      expect(await exchange.faults()).toEqual([]);
    });

    it('leaves the other order alone when one is cancelled, with its whole hold', async () => {
      for (const cancelled of [0, 1]) {
        const user = await exchange.trader({ usdt: '1000' });
        const { orders } = await oco(user, 'buy', ['1', '90', '105'], { stopLimitPrice: decimal('106') });
        const [gone, left] = [orders[cancelled], orders[1 - cancelled]];
        await exchange.spot.cancelOrder(user, { id: gone?.id as OrderId });
        expect((await order(user, left?.id))?.groupId).toBeUndefined();
        expect(await exchange.balances(user)).toMatchObject({ usdt: cancelled === 0 ? '894+106' : '910+90' });
      }
      expect(await exchange.faults()).toEqual([]);
    });

    it('stays a group when a price or the quantity changes', async () => {
      const user = await exchange.trader({ btc: '2' });
      const { groupId, orders } = await oco(user, 'sell', ['1', '110', '95']);
      const id = orders[0]?.id as OrderId;
      const moved = await exchange.spot.replaceOrder(user, { id, quantity: decimal('1'), price: decimal('112') });
      expect(moved).toMatchObject({ groupId, leg: 'take_profit', price: '112', quantity: '1' });
      expect(await order(user, orders[1]?.id)).toMatchObject({ status: 'waiting', groupId });
      const larger = await exchange.spot.replaceOrder(user, { id: moved.id, quantity: decimal('1.5') });
      expect(larger).toMatchObject({ groupId, quantity: '1.5' });
      expect(await legOf(user, 'stop_loss')).toMatchObject({ quantity: '1.5', replacesId: orders[1]?.id, groupId });
      expect(await exchange.balances(user)).toMatchObject({ btc: '0.5+1.5' });
      expect(await exchange.faults()).toEqual([]);
      expect(await exchange.spot.cancelGroup(user, { groupId })).toEqual({ cancelled: 2 });
      expect(await exchange.balances(user)).toMatchObject({ btc: '2+0' });
      await expect(exchange.spot.cancelGroup(user, { groupId })).rejects.toMatchObject({ code: 'ORDER_NOT_OPEN' });
    });

    it('keeps its stop on the side of a loss', async () => {
      const user = await exchange.trader({ btc: '2', usdt: '1000' });
      const { orders } = await oco(user, 'sell', ['1', '110', '95']);
      const id = orders[1]?.id as OrderId;
      const beyond = { id, quantity: decimal('1'), stopPrice: decimal('105') };
      await expect(exchange.spot.replaceOrder(user, beyond)).rejects.toMatchObject({ code: 'STOP_SIDE' });
      expect(await legOf(user, 'stop_loss')).toMatchObject({ id, stopPrice: '95' });
      await exchange.spot.replaceOrder(user, { ...beyond, stopPrice: decimal('97') });
      expect(await legOf(user, 'stop_loss')).toMatchObject({ stopPrice: '97' });
    });

    it('keeps the direction of a stop that the price has passed already', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const exits = { takeProfitPrice: decimal('120'), stopPrice: decimal('105') };
      await enter(user, 'buy', '1', { price: decimal('106'), ...exits });
      // A user sells before the house's ladder does.
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '1', '106');
      const id = (await legOf(user, 'take_profit'))?.id as OrderId;
      await exchange.spot.replaceOrder(user, { id, quantity: decimal('0.5') });
      await tick('104');
      await sweep();
      expect(await legOf(user, 'take_profit')).toBeUndefined();
      expect(await exchange.faults()).toEqual([]);
    });

    it('is refused on the wrong side, without money, of another user, and beyond twenty', async () => {
      const user = await exchange.trader({ btc: '30' });
      await expect(oco(user, 'sell', ['1', '100', '95'])).rejects.toMatchObject({ code: 'TAKE_PROFIT_SIDE' });
      await expect(oco(user, 'sell', ['1', '110', '100'])).rejects.toMatchObject({ code: 'STOP_SIDE' });
      await expect(oco(user, 'sell', ['31', '110', '95'])).rejects.toMatchObject({
        code: 'INSUFFICIENT_SELLABLE_BALANCE',
      });
      const { groupId } = await oco(user, 'sell', ['1', '110', '95']);
      const other = await exchange.trader({});
      await expect(exchange.spot.cancelGroup(other, { groupId })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
      for (let open = 1; open < 20; open += 1) await oco(user, 'sell', ['1', '110', '95']);
      await expect(oco(user, 'sell', ['1', '110', '95'])).rejects.toMatchObject({ code: 'GROUPS_TOO_MANY' });
      expect(await exchange.spot.cancelAll(user, {})).toEqual({ cancelled: 40 });
      expect(await exchange.balances(user)).toMatchObject({ btc: '30+0' });
    });
  });

  describe('an entry', () => {
    const setMinNotional = (value: string) =>
      exchange.db.execute(sql`update markets set min_notional = ${value} where id = ${exchange.marketId}`);
    const EXITS = { takeProfitPrice: decimal('110'), stopPrice: decimal('95') };

    it('brings in its exits with each fill, for what was received', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { groupId, orders } = await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      expect(orders).toMatchObject([{ leg: 'entry', groupId, exits: { takeProfitPrice: '110', stopPrice: '95' } }]);
      expect(await ordersOf(user)).toHaveLength(1);
      const seller = await exchange.trader({ btc: '1' });
      await exchange.limit(seller, 'sell', '0.4', '99');
      // 0.4 less 0.08 % of fee.
      const first = await legOf(user, 'take_profit');
      expect(first).toMatchObject({ side: 'sell', price: '110', groupId });
      expect(await exchange.balances(user)).toMatchObject({ btc: `0+${first?.quantity ?? ''}` });
      expect(await legOf(user, 'stop_loss')).toMatchObject({ quantity: first?.quantity, orderType: 'stop_market' });
      await exchange.limit(seller, 'sell', '0.6', '99');
      expect(await legOf(user, 'take_profit')).toMatchObject({ id: first?.id });
      expect(await legOf(user, 'entry')).toBeUndefined();
      expect(await exchange.faults()).toEqual([]);
    });

    it('is refused when the fee leaves its exits below the minimum', async () => {
      const user = await exchange.trader({ usdt: '1000', btc: '1' });
      await setMinNotional('95');
      const tooSmall = { code: 'NOTIONAL_TOO_SMALL' };
      await expect(enter(user, 'buy', '1', { price: decimal('99'), ...EXITS })).rejects.toMatchObject(tooSmall);
      const { orders } = await enter(user, 'buy', '1.01', { price: decimal('99'), ...EXITS });
      const smaller = { id: orders[0]?.id as OrderId, quantity: decimal('1') };
      await expect(exchange.spot.replaceOrder(user, smaller)).rejects.toMatchObject(tooSmall);
      // The proceeds pay for 0.86 at 115.5, with the most slippage.
      const sale = { price: decimal('100'), takeProfitPrice: decimal('96'), stopPrice: decimal('105') };
      await expect(enter(user, 'sell', '1', sale)).rejects.toMatchObject(tooSmall);
      await setMinNotional('1');
    });

    it('brings in what it filled below the minimum before it was changed', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const seller = await exchange.trader({ btc: '1' });
      const { orders } = await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      await setMinNotional('38');
      await exchange.limit(seller, 'sell', '0.4', '99');
      expect(await legOf(user, 'stop_loss')).toBeUndefined();
      const rest = { id: orders[0]?.id as OrderId, quantity: decimal('0.6'), price: decimal('98') };
      await exchange.spot.replaceOrder(user, rest);
      await exchange.limit(seller, 'sell', '0.6', '98');
      expect(await legOf(user, 'stop_loss')).toMatchObject({ quantity: '0.9992' });
      expect(await exchange.faults()).toEqual([]);
      await setMinNotional('1');
    });

    it('brings in exits of exactly the smallest order', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      // 0.4 less 0.08 % of fee, at the stop price.
      await exchange.db.execute(sql`update markets set min_notional = 37.9696, min_quantity = 0.39968`);
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '0.4', '99');
      expect(await legOf(user, 'stop_loss')).toMatchObject({ quantity: '0.39968' });
      await exchange.db.execute(sql`update markets set min_notional = 1, min_quantity = 0.00001`);
    });

    it('leaves exits for what was filled when it is cancelled', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { orders } = await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '0.5', '99');
      await exchange.spot.cancelOrder(user, { id: orders[0]?.id as OrderId });
      expect(await legOf(user, 'take_profit')).toMatchObject({ status: 'waiting' });
      expect(await legOf(user, 'stop_loss')).toMatchObject({ status: 'waiting' });
      await tick('95');
      await exchange.limit(await exchange.trader({ usdt: '1000' }), 'buy', '1', '95');
      await sweep();
      expect(await legOf(user, 'take_profit')).toBeUndefined();
      expect(await exchange.faults()).toEqual([]);
    });

    it('is cancelled when its stop is reached', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { orders } = await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '0.5', '99');
      await tick('94');
      await sweep();
      expect(await order(user, orders[0]?.id)).toMatchObject({ status: 'cancelled', cancelReason: 'group' });
      expect((await exchange.balances(user)).btc.endsWith('+0')).toBe(true);
    });

    it('of a sale buys back what its proceeds pay for, at most what it sold', async () => {
      const user = await exchange.trader({ btc: '1' });
      await exchange.limit(await exchange.trader({ usdt: '1000' }), 'buy', '1', '100');
      await enter(user, 'sell', '1', {
        orderType: 'market',
        takeProfitPrice: decimal('90'),
        stopPrice: decimal('105'),
        stopLimitPrice: decimal('106'),
      });
      // 99.9 pay for that much at 106.
      const stop = await legOf(user, 'stop_loss');
      expect(stop).toMatchObject({ side: 'buy', price: '106', quantity: '0.942452', orderType: 'stop_limit' });
      await tick('104.99');
      await sweep();
      expect(await order(user, stop?.id)).toMatchObject({ triggeredAt: null });
      await tick('105');
      await sweep();
      expect(await order(user, stop?.id)).toMatchObject({ triggeredAt: expect.any(String) as string });
      expect(await legOf(user, 'take_profit')).toBeUndefined();
      expect(await exchange.faults()).toEqual([]);
    });

    it('gives up the exits that its user cancels', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      const seller = await exchange.trader({ btc: '1' });
      await exchange.limit(seller, 'sell', '0.5', '99');
      await exchange.spot.cancelOrder(user, { id: (await legOf(user, 'take_profit'))?.id as OrderId });
      expect(await legOf(user, 'entry')).toMatchObject({ exits: { stopPrice: '95' } });
      await exchange.limit(seller, 'sell', '0.5', '99');
      expect(await legOf(user, 'take_profit')).toBeUndefined();
      expect(compare((await legOf(user, 'stop_loss'))?.quantity ?? ZERO, decimal('0.9'))).toBe(1);
      expect(await exchange.faults()).toEqual([]);
    });

    it('gives up its stop alone, or all exits when its user cancels all sales, and no other group does', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { orders } = await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      const other = await enter(user, 'buy', '1', { price: decimal('98'), ...EXITS });
      const entry = () => order(user, orders[0]?.id);
      const seller = await exchange.trader({ btc: '2' });
      await exchange.limit(seller, 'sell', '0.5', '99');
      await exchange.spot.cancelOrder(user, { id: (await legOf(user, 'stop_loss'))?.id as OrderId });
      expect((await entry())?.exits).toEqual({ takeProfitPrice: '110' });
      expect(await exchange.spot.cancelAll(user, { ...BTC_USDT, side: 'sell' })).toEqual({ cancelled: 1 });
      expect((await entry())?.exits).toBeUndefined();
      expect((await order(user, other.orders[0]?.id))?.exits).toEqual(EXITS);
      await exchange.limit(seller, 'sell', '0.5', '99');
      expect(await legOf(user, 'take_profit')).toBeUndefined();
      expect(await exchange.balances(user)).toMatchObject({ btc: '0.9992+0' });
      await exchange.limit(seller, 'sell', '0.5', '98');
      expect(await exchange.spot.cancelAll(user, { ...BTC_USDT, side: 'sell' })).toEqual({ cancelled: 2 });
      expect((await order(user, other.orders[0]?.id))?.exits).toBeUndefined();
      expect(await exchange.faults()).toEqual([]);
    });

    it('checks its exits against its own price, and moves them with it', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const wrong = { price: decimal('99'), takeProfitPrice: decimal('99') };
      await expect(enter(user, 'buy', '1', wrong)).rejects.toMatchObject({ code: 'TAKE_PROFIT_SIDE' });
      await expect(enter(user, 'buy', '1', { price: decimal('99') })).rejects.toMatchObject({
        code: 'ORDER_TERMS_INVALID',
      });
      const { orders, groupId } = await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      const moved = await exchange.spot.replaceOrder(user, {
        id: orders[0]?.id as OrderId,
        quantity: decimal('1'),
        price: decimal('98'),
        exitStopPrice: decimal('94'),
      });
      expect(moved).toMatchObject({ groupId, leg: 'entry', exits: { takeProfitPrice: '110', stopPrice: '94' } });
    });

    it('lets no exit grow beyond what was filled', async () => {
      const user = await exchange.trader({ usdt: '1000', btc: '5' });
      await enter(user, 'buy', '1', { price: decimal('99'), ...EXITS });
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '1', '99');
      const id = (await legOf(user, 'take_profit'))?.id as OrderId;
      await expect(exchange.spot.replaceOrder(user, { id, quantity: decimal('2') })).rejects.toMatchObject({
        code: 'QUANTITY_TOO_LARGE',
      });
      await exchange.spot.replaceOrder(user, { id, quantity: decimal('0.5') });
      expect(await legOf(user, 'stop_loss')).toMatchObject({ quantity: '0.5' });
      expect(await exchange.faults()).toEqual([]);
    });
  });

  describe('a trailing stop', () => {
    it('follows the price, never back, and sells at the first tick at its trigger', async () => {
      const user = await exchange.trader({ btc: '1' });
      const { id } = await trail(user, 'sell', '1', { trailFraction: decimal('0.05') });
      await exchange.limit(await exchange.trader({ usdt: '1000' }), 'buy', '1', '90');
      await tick('110', '105');
      await sweep();
      expect(await order(user, id)).toMatchObject({ extremePrice: '110', triggerPrice: '104.5', triggeredAt: null });
      await tick('104.51');
      await sweep();
      expect(await order(user, id)).toMatchObject({ extremePrice: '110', status: 'waiting' });
      await tick('104.5', '120');
      await sweep();
      expect(await order(user, id)).toMatchObject({ status: 'completed', extremePrice: '110', averagePrice: '90' });
      expect(await exchange.faults()).toEqual([]);
    });

    it('begins at its activation price, and follows ticks that no process saw', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      const { id } = await trail(user, 'buy', '1', { trailAmount: decimal('2'), activationPrice: decimal('95') });
      expect((await order(user, id))?.extremePrice).toBeUndefined();
      // Without an activation it would have been reached at 102.
      await tick('102', '95', '93');
      await createSpotService(exchange).sweepMarket(exchange.marketId);
      expect(await order(user, id)).toMatchObject({ extremePrice: '93', triggerPrice: '95', triggeredAt: null });
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '1', '96');
      await tick('94', '95', '90');
      await createSpotService(exchange).sweepMarket(exchange.marketId);
      expect(await order(user, id)).toMatchObject({ status: 'completed', extremePrice: '93', averagePrice: '96' });
    });

    it('triggers before an order that is placed after the tick, and waits while the market does not trade', async () => {
      const user = await exchange.trader({ btc: '1' });
      const { id } = await trail(user, 'sell', '1', { trailFraction: decimal('0.01') });
      await exchange.feed.setStatus(SYMBOL, 'feed-stalled');
      await tick('98');
      await sweep();
      expect(await order(user, id)).toMatchObject({ triggeredAt: null });
      await exchange.feed.setStatus(SYMBOL, 'trading');
      await exchange.limit(await exchange.trader({ usdt: '1000' }), 'buy', '1', '97');
      expect(await order(user, id)).toMatchObject({ triggeredAt: expect.any(String) as string });
    });

    it('keeps its extreme when its distance changes', async () => {
      const user = await exchange.trader({ btc: '1' });
      const { id } = await trail(user, 'sell', '1', { trailFraction: decimal('0.05') });
      await tick('110', '107');
      await sweep();
      const request = { id, quantity: decimal('1') };
      await expect(
        exchange.spot.replaceOrder(user, { ...request, trailFraction: decimal('0.01') }),
      ).rejects.toMatchObject({ code: 'STOP_PRICE_REACHED' });
      const moved = await exchange.spot.replaceOrder(user, { ...request, trailFraction: decimal('0.1') });
      expect(moved).toMatchObject({ extremePrice: '110', triggerPrice: '99' });
      await tick('100');
      await sweep();
      expect(await order(user, moved.id)).toMatchObject({ extremePrice: '110', triggeredAt: null });
    });

    it('is refused with a distance or an activation price that makes no sense', async () => {
      const user = await exchange.trader({ btc: '1' });
      const refused = (more: Partial<OrderRequest>, code: string) =>
        expect(trail(user, 'sell', '1', more)).rejects.toMatchObject({ code });
      await refused({}, 'ORDER_TERMS_INVALID');
      await refused({ trailFraction: decimal('0.0009') }, 'TRAIL_OUT_OF_RANGE');
      await refused({ trailFraction: decimal('0.21') }, 'TRAIL_OUT_OF_RANGE');
      await refused({ trailAmount: decimal('20.01') }, 'TRAIL_OUT_OF_RANGE');
      const passed = { trailAmount: decimal('2'), activationPrice: decimal('100') };
      await refused(passed, 'ACTIVATION_PRICE_REACHED');
    });
  });

  it('lists the orders of a group', async () => {
    const user = await exchange.trader({ btc: '2' });
    const { groupId } = await oco(user, 'sell', ['1', '110', '95']);
    await exchange.limit(user, 'sell', '1', '120');
    expect(await exchange.spot.listOrders(user, { groupId })).toHaveLength(2);
    expect(await exchange.spot.listOrders(user, { groupId: 1 as OrderGroupId })).toHaveLength(0);
  });

  it('leave the books in balance and hold the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
  });
});
