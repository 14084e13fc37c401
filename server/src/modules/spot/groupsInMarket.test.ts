// Groups of orders through what happens to their market: live prices that have to come first, a halt, and its end.
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import type { OrderId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { Order, Side } from '@halyard/contract/spot/calls';
import type { placeEntry } from '@halyard/contract/spot/mutationCalls';
import { beginHalt, endHalt } from '../../halts/halts.ts';
import { BTC_USDT, openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { createDelistJob } from './endJobs.ts';

const EXITS = { takeProfitPrice: decimal('110'), stopPrice: decimal('95') } as const;

let market: SpotMarket;
/** The house sells and buys at the last price. */
const open = async () => {
  market = await openSpotMarket();
  await market.fundHouse({ btc: '100000', usdt: '100000000' });
  await market.db.execute(
    sql`update markets set ladder_half_spread = 0, ladder_step = 0.01, maker_fee_rate = 0, taker_fee_rate = 0`,
  );
};
beforeAll(open);
afterAll(() => market.close());

const setSource = (source: 'live' | 'simulated') => market.db.execute(sql`update price_series set source = ${source}`);
const setHalfSpread = (share: string) => market.db.execute(sql`update markets set ladder_half_spread = ${share}`);

/** The next tick, so much later. */
async function tick(price: string, afterMs = 1000): Promise<void> {
  market.clock.advance(afterMs);
  await market.feed.append(SYMBOL, { price });
  await market.spot.sweepMarket(market.marketId);
}

const oco = (user: UserId, side: Side, [quantity, takeProfit, stop]: [string, string, string]) =>
  market.spot.placeOco(user, {
    ...BTC_USDT,
    side,
    quantity: decimal(quantity),
    takeProfitPrice: decimal(takeProfit),
    stopPrice: decimal(stop),
  });
const enter = (user: UserId, more: Partial<RequestOf<typeof placeEntry>> = {}) =>
  market.spot.placeEntry(user, {
    ...BTC_USDT,
    side: 'buy',
    quantity: decimal('1'),
    orderType: 'market',
    ...EXITS,
    ...more,
  });

/** The orders of a user by leg: the newest one of each. */
async function legsOf(user: UserId): Promise<Partial<Record<NonNullable<Order['leg']>, Order>>> {
  const orders = await market.spot.listOrders(user, { limit: 100 });
  return Object.fromEntries(
    orders.toReversed().flatMap((order) => (order.leg === undefined ? [] : [[order.leg, order]])),
  );
}
const group = { status: 'cancelled', cancelReason: 'group' };
const waitsForPrice = { status: 'waiting', isWaitingForPrice: true };

describe('on live prices', () => {
  beforeEach(async () => {
    await setSource('simulated');
    await setHalfSpread('0');
    await market.reset('100');
    market.clock.advance(10_000);
    await market.feed.append(SYMBOL, { price: '100' });
    await setSource('live');
  });

  it('an entry at market waits for the next price, and its exits come in for what it bought then', async () => {
    const user = await market.trader({ usdt: '1000' });
    await enter(user, { maxSlippage: decimal('0.05') });
    expect(await legsOf(user)).toEqual({ entry: expect.objectContaining(waitsForPrice) as Order });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '895+105' });
    // 500 ms after the order: too early, also for a price that reaches its stop.
    await tick('94', 500);
    expect(await legsOf(user)).toEqual({ entry: expect.objectContaining(waitsForPrice) as Order });
    await tick('103');
    const legs = await legsOf(user);
    expect(legs.entry).toMatchObject({ status: 'completed', averagePrice: '103' });
    for (const exit of [legs.take_profit, legs.stop_loss])
      expect(exit).toMatchObject({ status: 'waiting', quantity: '1', filledQuantity: '0' });
    expect(await market.balances(user)).toEqual({ btc: '0+1', usdt: '897+0' });
    expect(await market.faults()).toEqual([]);
  });

  it('an entry that no price filled leaves exits for what users sold it, and none without', async () => {
    await setHalfSpread('0.01');
    const [user, other] = [await market.trader({ usdt: '1000' }), await market.trader({ usdt: '1000' })];
    await market.limit(await market.trader({ btc: '0.4' }), 'sell', '0.4', '100');
    await enter(user);
    await enter(other);
    market.clock.advance(31_001);
    await market.spot.sweepMarket(market.marketId);
    const { entry, take_profit, stop_loss } = await legsOf(user);
    expect(entry).toMatchObject({ status: 'cancelled', cancelReason: 'no_liquidity', filledQuantity: '0.4' });
    for (const exit of [take_profit, stop_loss]) expect(exit).toMatchObject({ status: 'waiting', quantity: '0.4' });
    expect(await market.balances(user)).toEqual({ btc: '0+0.4', usdt: '960+0' });
    expect(Object.keys(await legsOf(other))).toEqual(['entry']);
    expect(await market.balances(other)).toEqual({ btc: '0+0', usdt: '1000+0' });
    expect(await market.faults()).toEqual([]);
  });

  it('a stop that is reached within a second cancels the take profit and sells at the next price', async () => {
    const user = await market.trader({ btc: '1' });
    await oco(user, 'sell', ['1', '110', '95']);
    await tick('94', 500);
    const reached = await legsOf(user);
    expect(reached.take_profit).toMatchObject(group);
    expect(reached.stop_loss).toMatchObject({ ...waitsForPrice, filledQuantity: '0' });
    expect(await market.balances(user)).toEqual({ btc: '0+1', usdt: '0+0' });
    await tick('93');
    expect((await legsOf(user)).stop_loss).toMatchObject({ status: 'completed', averagePrice: '93' });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '93+0' });
    expect(await market.faults()).toEqual([]);
  });

  it('an older stop sells at the price that reaches it', async () => {
    const user = await market.trader({ btc: '1' });
    await oco(user, 'sell', ['1', '110', '95']);
    await tick('94');
    const legs = await legsOf(user);
    expect([legs.take_profit, legs.stop_loss]).toMatchObject([group, { status: 'completed', averagePrice: '94' }]);
  });

  it('a group can be cancelled while its stop waits for a price, with its whole hold', async () => {
    const user = await market.trader({ usdt: '1000' });
    const { groupId } = await oco(user, 'buy', ['1', '90', '105']);
    await tick('106', 500);
    expect((await legsOf(user)).stop_loss).toMatchObject(waitsForPrice);
    expect(await market.spot.cancelGroup(user, { groupId })).toEqual({ cancelled: 1 });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '1000+0' });
    await tick('106');
    expect((await legsOf(user)).stop_loss).toMatchObject({ status: 'cancelled', filledQuantity: '0' });
    expect(await market.faults()).toEqual([]);
  });
});

describe('in a halt', () => {
  beforeEach(async () => {
    await setSource('simulated');
    await setHalfSpread('0.02');
    await market.reset('100');
  });
  const halted = () => ({ subject: 'market', marketId: market.marketId }) as const;
  const endHalted = () => market.db.transaction((tx) => endHalt(tx, halted()));
  afterEach(endHalted);

  it('a group waits; afterwards the stop that a price reached meanwhile sells, once, and the rest is cancelled', async () => {
    const [user, entering] = [await market.trader({ btc: '1' }), await market.trader({ usdt: '1000' })];
    const untouched = await market.trader({ btc: '1' });
    await enter(entering, { orderType: 'limit', price: decimal('99') });
    await market.limit(await market.trader({ btc: '0.4' }), 'sell', '0.4', '99');
    await oco(user, 'sell', ['1', '110', '95']);
    await oco(untouched, 'sell', ['1', '120', '90']);
    await market.db.transaction((tx) => beginHalt(tx, halted(), 'incident'));
    // Each price would fill or trigger one of them.
    for (const price of ['94', '111', '98']) await tick(price);
    const waiting = { status: 'waiting', triggeredAt: null };
    const before = [await legsOf(user), await legsOf(entering)];
    for (const { take_profit, stop_loss } of before) expect([take_profit, stop_loss]).toMatchObject([waiting, waiting]);
    expect(before[1]?.entry).toMatchObject({ status: 'waiting', filledQuantity: '0.4' });

    await endHalted();
    await market.spot.sweepMarket(market.marketId);
    const sold = { status: 'completed', averagePrice: '96.04' };
    for (const { take_profit, stop_loss } of [await legsOf(user), await legsOf(entering)])
      expect([take_profit, stop_loss]).toMatchObject([group, sold]);
    expect((await legsOf(entering)).entry).toMatchObject({ ...group, filledQuantity: '0.4' });
    expect(await market.balances(user)).toEqual({ btc: '0+0', usdt: '96.04+0' });
    // 1000 less 0.4 at 99, and 0.4 at 96.04.
    expect(await market.balances(entering)).toEqual({ btc: '0+0', usdt: '998.816+0' });
    expect((await legsOf(untouched)).stop_loss).toMatchObject(waiting);
    expect(await market.balances(untouched)).toEqual({ btc: '0+1', usdt: '0+0' });
    expect(await market.faults()).toEqual([]);
  });

  it('a leg or the whole group is cancelled, and holds what is left', async () => {
    const user = await market.trader({ usdt: '1000' });
    const { groupId, orders } = await oco(user, 'buy', ['1', '90', '105']);
    const other = await oco(user, 'buy', ['1', '91', '104']);
    await market.db.transaction((tx) => beginHalt(tx, halted(), 'incident'));
    await market.spot.cancelOrder(user, { id: orders[0]?.id as OrderId });
    // 105 and 104, and 10 % of slippage each.
    expect(await market.balances(user)).toMatchObject({ usdt: '770.1+229.9' });
    await market.spot.cancelGroup(user, { groupId: other.groupId });
    expect(await market.balances(user)).toMatchObject({ usdt: '884.5+115.5' });
    await expect(market.spot.cancelGroup(user, { groupId })).rejects.toMatchObject({ code: 'ORDER_NOT_OPEN' });
    await expect(oco(user, 'buy', ['1', '90', '105'])).rejects.toMatchObject({ code: 'MARKET_SUSPENDED' });
    expect(await market.faults()).toEqual([]);
  });
});

describe('at the end of its market', () => {
  // The market does not come back.
  beforeAll(async () => {
    await market.close();
    await open();
    await setHalfSpread('0.02');
    await market.reset('100');
  });

  it('all orders of groups are cancelled, those of an entry that is being filled too, and nothing is held', async () => {
    const [selling, buying] = [await market.trader({ btc: '1' }), await market.trader({ usdt: '1000' })];
    const [entering, waiting] = [await market.trader({ usdt: '1000' }), await market.trader({ usdt: '1000' })];
    const seller = await market.trader({ btc: '1' });
    await oco(selling, 'sell', ['1', '110', '95']);
    await oco(buying, 'buy', ['1', '90', '105']);
    await enter(entering, { orderType: 'limit', price: decimal('99') });
    await market.limit(seller, 'sell', '0.4', '99');
    await setSource('live');
    await enter(waiting);
    await market.db.execute(
      sql`update markets set delists_at = now() - interval '100 years' where id = ${market.marketId}`,
    );
    const job = createDelistJob({ ...market, cancelInMarket: market.spot.cancelInMarket });
    const lease = { signal: new AbortController().signal, confirm: () => Promise.resolve() };
    const row = { key: String(market.marketId), payload: {}, failures: 0 };
    const [outcome] = await Promise.all([
      job.run(row, lease),
      ...['0.1', '0.2', '0.3'].map((quantity) =>
        market.spot.placeOrder(seller, orderRequest('sell', quantity, '99')).catch(() => undefined),
      ),
    ]);
    expect(outcome).toBe('done');
    const delisted = { status: 'cancelled', cancelReason: 'delisted' };
    for (const user of [selling, buying, entering, waiting, seller]) {
      const { btc, usdt } = await market.balances(user);
      expect([user, btc, usdt]).toEqual([user, expect.stringMatching(/\+0$/), expect.stringMatching(/\+0$/)]);
      for (const order of Object.values(await legsOf(user)))
        if (order.status !== 'completed') expect(order).toMatchObject(delisted);
    }
    expect(Object.keys(await legsOf(entering)).toSorted()).toEqual(['entry', 'stop_loss', 'take_profit']);
    expect(await market.balances(selling)).toEqual({ btc: '1+0', usdt: '0+0' });
    expect(await market.balances(buying)).toEqual({ btc: '0+0', usdt: '1000+0' });
    await market.spot.sweepMarket(market.marketId);
    await expect(enter(waiting)).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
    expect(await market.faults()).toEqual([]);
  });
});
