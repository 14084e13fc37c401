// On live prices the house's ladder is met only at a tick that is later than the order by the market's delay, so that
// no user trades on a price that the world has already left.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { compare, decimal } from '@halyard/contract/money';
import { openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { createSpotService } from './service.ts';

let market: SpotMarket;
beforeAll(async () => {
  market = await openSpotMarket();
  await market.fundHouse({ btc: '100000', usdt: '100000000' });
  await market.db.execute(
    sql`update markets set ladder_half_spread = 0, ladder_step = 0.01, maker_fee_rate = 0, taker_fee_rate = 0`,
  );
});
afterAll(() => market.close());

/** The house sells at 100 and buys at 100; further levels are 1 % apart. */
beforeEach(async () => {
  await setSource('simulated');
  await setHalfSpread('0');
  await market.reset('100');
  market.clock.advance(10_000);
  await market.feed.append(SYMBOL, { price: '100' });
  await setSource('live');
});

const setHalfSpread = (share: string) => market.db.execute(sql`update markets set ladder_half_spread = ${share}`);
const setSource = (source: 'live' | 'simulated') => market.db.execute(sql`update price_series set source = ${source}`);

/** The next tick, so much later. */
async function tick(price: string, afterMs = 1000): Promise<void> {
  market.clock.advance(afterMs);
  await market.feed.append(SYMBOL, { price });
  await market.spot.sweepMarket(market.marketId);
}

async function orderOf(userId: UserId, id: OrderId) {
  const orders = await market.spot.listOrders(userId, {});
  return orders.find((order) => order.id === id);
}

const place = (userId: UserId, request: Partial<OrderRequest> & Pick<OrderRequest, 'side'>) =>
  market.spot.placeOrder(userId, { ...orderRequest(request.side, '1', request.price), ...request });
const [one, two] = [decimal('1'), decimal('2')];

describe('on live prices', () => {
  it('a limit order waits for the tick and meets the ladder of then', async () => {
    const user = await market.trader({ usdt: '1000' });
    market.clock.advance(500);
    const placed = await market.limit(user, 'buy', '1', '110');
    expect(placed).toMatchObject({ status: 'waiting', isWaitingForPrice: true, filledQuantity: '0' });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '890+110' });
    // 500 ms after the order: too early.
    await tick('90', 500);
    expect(await orderOf(user, placed.id)).toMatchObject({ status: 'waiting', isWaitingForPrice: true });
    await tick('103');
    const filled = await orderOf(user, placed.id);
    expect(filled).toMatchObject({ status: 'completed', averagePrice: '103' });
    expect(filled).not.toHaveProperty('isWaitingForPrice');
    expect(await market.balances(user)).toEqual({ btc: '1+0', usdt: '897+0' });
    expect(await market.faults()).toEqual([]);
  });

  it('orders of users match at once, and the rest waits', async () => {
    await setHalfSpread('0.01');
    const [seller, buyer] = [await market.trader({ btc: '1' }), await market.trader({ usdt: '1000' })];
    await market.limit(seller, 'sell', '1', '100');
    const placed = await market.limit(buyer, 'buy', '3', '102');
    expect(placed).toMatchObject({ status: 'waiting', isWaitingForPrice: true, filledQuantity: '1' });
    await tick('100');
    expect(await orderOf(buyer, placed.id)).toMatchObject({ status: 'completed', filledQuantity: '3' });
    expect(await market.balances(buyer)).toEqual({ btc: '3+0', usdt: '698+0' });
  });

  it('a limit order beyond the price of then enters the book', async () => {
    const user = await market.trader({ usdt: '1000' });
    const { id } = await market.limit(user, 'buy', '1', '100');
    await tick('105');
    const resting = await orderOf(user, id);
    expect(resting).toMatchObject({ status: 'waiting', filledQuantity: '0' });
    expect(resting).not.toHaveProperty('isWaitingForPrice');
    const { bids } = await market.spot.readBook(SYMBOL, 1);
    expect(bids[0]?.[0]).toBe('105');
    await tick('100');
    expect(await orderOf(user, id)).toMatchObject({ status: 'completed' });
  });

  it('a market order holds whole ticks, whatever its cap', async () => {
    await tick('100.01');
    const user = await market.trader({ usdt: '1000' });
    await place(user, { side: 'buy', quantity: one, maxSlippage: decimal('0.0333') });
    // 100.01 x 1.0333 is 103.340333.
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '896.65+103.35' });
  });

  it('a market order holds what it may cost, and ends at its cap from the price that the user saw', async () => {
    const user = await market.trader({ usdt: '1000' });
    const within = await place(user, { side: 'buy', quantity: one, maxSlippage: decimal('0.05') });
    expect(within).toMatchObject({ status: 'waiting', isWaitingForPrice: true });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '895+105' });
    await tick('104');
    expect(await orderOf(user, within.id)).toMatchObject({ status: 'completed', averagePrice: '104' });
    expect(await market.balances(user)).toEqual({ btc: '1+0', usdt: '896+0' });
    const beyond = await place(user, { side: 'buy', quantity: one, maxSlippage: decimal('0.05') });
    await tick('110');
    expect(await orderOf(user, beyond.id)).toMatchObject({ status: 'cancelled', cancelReason: 'slippage' });
    expect(await market.balances(user)).toEqual({ btc: '1+0', usdt: '896+0' });
    expect(await market.faults()).toEqual([]);
  });

  it('a market order for all the money buys what the money pays at the price of then', async () => {
    const user = await market.trader({ usdt: '200' });
    const { id } = await place(user, { side: 'buy', quantity: two, maxSlippage: decimal('0.05') });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '0+200' });
    await tick('103');
    const ended = await orderOf(user, id);
    expect(ended).toMatchObject({ status: 'cancelled', cancelReason: 'slippage' });
    const { usdt } = await market.balances(user);
    expect(compare(decimal(usdt.split('+')[0] ?? ''), one)).toBe(-1);
    expect(await market.faults()).toEqual([]);
  });

  it('a market order for a total spends no more than it at the price of then', async () => {
    const user = await market.trader({ usdt: '1000' });
    const { id } = await place(user, {
      side: 'buy',
      quantity: two,
      maxTotal: decimal('150'),
      maxSlippage: decimal('0.05'),
    });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '850+150' });
    await tick('102');
    expect(await orderOf(user, id)).toMatchObject({ status: 'cancelled', cancelReason: 'slippage' });
    const { usdt } = await market.balances(user);
    expect(compare(decimal(usdt.split('+')[0] ?? ''), decimal('850'))).toBeGreaterThanOrEqual(0);
    expect(await market.faults()).toEqual([]);
  });

  it('a market sale without a cap sells at the price of then', async () => {
    const user = await market.trader({ btc: '2' });
    const { id } = await market.market(user, 'sell', '2');
    expect(await market.balances(user)).toEqual({ btc: '0+2', usdt: '0+0' });
    await tick('80');
    expect(await orderOf(user, id)).toMatchObject({ status: 'completed' });
    expect(await market.faults()).toEqual([]);
  });

  it('an order of all or nothing waits whole', async () => {
    await setHalfSpread('0.01');
    const [seller, buyer] = [await market.trader({ btc: '1' }), await market.trader({ usdt: '1000' })];
    await market.limit(seller, 'sell', '1', '100');
    const placed = await place(buyer, { side: 'buy', quantity: two, price: decimal('102'), timeInForce: 'fok' });
    expect(placed).toMatchObject({ status: 'waiting', isWaitingForPrice: true, filledQuantity: '0' });
    await tick('100.5');
    expect(await orderOf(buyer, placed.id)).toMatchObject({ status: 'completed', filledQuantity: '2' });
  });

  it('can be cancelled while it waits, with its hold', async () => {
    const user = await market.trader({ usdt: '1000' });
    const { id } = await market.market(user, 'buy', '1');
    expect(await market.spot.cancelOrder(user, { id })).toMatchObject({ status: 'cancelled', cancelReason: 'user' });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '1000+0' });
    await tick('100');
    expect(await orderOf(user, id)).toMatchObject({ status: 'cancelled', filledQuantity: '0' });
  });

  it('does not take a fresh order out of the book before its time', async () => {
    const user = await market.trader({ usdt: '1000' });
    market.clock.advance(500);
    const { id } = await market.limit(user, 'buy', '1', '95');
    await tick('90', 500);
    expect(await orderOf(user, id)).toMatchObject({ status: 'waiting', isWaitingForPrice: true });
    // The price that the fresh order was placed for has gone.
    await tick('99');
    expect(await orderOf(user, id)).toMatchObject({ status: 'waiting', filledQuantity: '0' });
    await tick('94');
    expect(await orderOf(user, id)).toMatchObject({ status: 'completed', averagePrice: '95' });
  });

  it('does not trigger a fresh stop order into the ladder', async () => {
    const user = await market.trader({ usdt: '1000' });
    market.clock.advance(500);
    const stop = { orderType: 'stop_limit', stopPrice: decimal('101'), price: decimal('110') } as const;
    const { id } = await place(user, { side: 'buy', quantity: one, ...stop });
    await tick('102', 500);
    const triggered = await orderOf(user, id);
    expect(triggered).toMatchObject({ status: 'waiting', isWaitingForPrice: true });
    expect(triggered?.triggeredAt).not.toBeNull();
    await tick('104');
    expect(await orderOf(user, id)).toMatchObject({ status: 'completed', averagePrice: '104' });
  });

  it('ends an order that may not stay in the book when no tick comes for 30 seconds', async () => {
    const user = await market.trader({ usdt: '1000' });
    const passing = await market.market(user, 'buy', '1');
    const staying = await market.limit(user, 'buy', '1', '101');
    market.clock.advance(31_001);
    await market.feed.setStatus(SYMBOL, 'feed-stalled');
    await market.spot.sweepMarket(market.marketId);
    expect(await orderOf(user, passing.id)).toMatchObject({ status: 'cancelled', cancelReason: 'no_liquidity' });
    expect(await orderOf(user, staying.id)).toMatchObject({ status: 'waiting' });
    await market.feed.setStatus(SYMBOL, 'trading');
    await tick('100');
    expect(await orderOf(user, staying.id)).toMatchObject({ status: 'completed' });
  });

  it('goes on after a restart, once on two nodes', async () => {
    const user = await market.trader({ usdt: '1000' });
    const { id } = await market.limit(user, 'buy', '1', '110');
    const { db, events, clock } = market;
    const nodes = [createSpotService({ db, events, clock }), createSpotService({ db, events, clock })];
    market.clock.advance(1000);
    await market.feed.append(SYMBOL, { price: '100' });
    await Promise.all(nodes.map((node) => node.sweepMarket(market.marketId)));
    expect(await orderOf(user, id)).toMatchObject({ status: 'completed', filledQuantity: '1' });
    expect(await market.balances(user)).toEqual({ btc: '1+0', usdt: '900+0' });
    expect(await market.faults()).toEqual([]);
    await Promise.all(nodes.map((node) => node.close()));
  });
});

it('a market order meets the ladder at once on prices that are not live', async () => {
  await setSource('simulated');
  const user = await market.trader({ usdt: '1000' });
  const order = await market.market(user, 'buy', '1');
  expect(order).toMatchObject({ status: 'completed' });
  expect(order).not.toHaveProperty('isWaitingForPrice');
});
