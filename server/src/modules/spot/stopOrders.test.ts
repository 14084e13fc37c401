// Triggers of stop-limit orders on a real database: ticks after their placement and none before, also those between two
// sweeps; their order; and their fills.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import type { Order, Side } from '@halyard/contract/spot/calls';
import type { OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { followSeries } from '../../market/marketRecord.ts';
import { appendTicks, openSeries } from '../../market/series.ts';
import { openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { createSpotService } from './service.ts';

describe('stop-limit orders', () => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket();
  });
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  type Terms = { readonly stop: string; readonly price: string; readonly timeInForce?: OrderRequest['timeInForce'] };
  const stopRequest = (side: Side, quantity: string, { stop, price, timeInForce }: Terms): OrderRequest => ({
    ...orderRequest(side, quantity, price),
    orderType: 'stop_limit',
    stopPrice: decimal(stop),
    timeInForce,
  });
  const placeStop = (user: UserId, side: Side, quantity: string, terms: Terms): Promise<Order> =>
    exchange.spot.placeOrder(user, stopRequest(side, quantity, terms));
  const tick = async (...prices: readonly string[]) => {
    await exchange.feed.append(SYMBOL, ...prices.map((price) => ({ price })));
  };
  const sweep = () => exchange.spot.sweepMarket(exchange.marketId);
  const ticksRead = async (tx: Transaction) => {
    const [row] = await rowsOf<{ count: number }>(
      tx,
      sql`select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as count
        from pg_stat_xact_user_tables where relname like 'ticks%'`,
    );
    return row?.count ?? Number.NaN;
  };
  const orderOf = async (user: UserId) => (await exchange.spot.listOrders(user, {}))[0];

  it('hold their amount when placed and wait outside the book', async () => {
    const user = await exchange.trader({ btc: '2', usdt: '1000' });
    const order = await placeStop(user, 'buy', '2', { stop: '105', price: '106' });
    expect(order).toMatchObject({
      orderType: 'stop_limit',
      status: 'waiting',
      price: '106',
      stopPrice: '105',
      triggeredAt: null,
      timeInForce: 'gtc',
    });
    await placeStop(user, 'sell', '1', { stop: '95', price: '94' });
    expect(await exchange.balances(user)).toEqual({ btc: '1+1', usdt: '788+212' });
    expect(await exchange.spot.readBook(SYMBOL)).toMatchObject({ bids: [], asks: [] });
    // An order outside the book trades with no other.
    const other = await exchange.trader({ btc: '1' });
    await expect(exchange.market(other, 'sell', '1')).rejects.toMatchObject({ code: 'NO_LIQUIDITY' });
  });

  it.each([
    { side: 'buy', stop: '105', price: '106', before: '104.99', reached: '105' },
    { side: 'buy', stop: '95', price: '96', before: '95.01', reached: '94' },
    { side: 'sell', stop: '95', price: '94', before: '95.01', reached: '95' },
    { side: 'sell', stop: '105', price: '104', before: '104.99', reached: '107' },
  ] as const)(
    'come in when the price reaches the stop from its side: $side at $stop',
    async ({ side, stop, price, before, reached }) => {
      const user = await exchange.trader({ btc: '1', usdt: '1000' });
      await placeStop(user, side, '1', { stop, price });
      await tick(before);
      await sweep();
      expect(await orderOf(user)).toMatchObject({ triggeredAt: null });
      await tick(reached);
      await sweep();
      expect(await orderOf(user)).toMatchObject({ status: 'waiting', triggeredAt: '2026-01-05T00:00:00.000Z' });
      const { bids, asks } = await exchange.spot.readBook(SYMBOL);
      expect(side === 'buy' ? bids : asks).toEqual([[price, '1']]);
    },
  );

  it('are triggered by a price that came and went between two sweeps', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    await placeStop(user, 'buy', '1', { stop: '105', price: '106' });
    await tick('101', '105', '99');
    await sweep();
    expect(await orderOf(user)).toMatchObject({ status: 'waiting', triggeredAt: expect.any(String) as string });
  });

  it('are triggered by a tick that the previous process never checked', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    await placeStop(user, 'buy', '1', { stop: '105', price: '106' });
    await tick('106', '100');
    const restarted = createSpotService(exchange);
    await restarted.sweepMarket(exchange.marketId);
    expect(await orderOf(user)).toMatchObject({ triggeredAt: expect.any(String) as string });
  });

  it('are not triggered by ticks before their placement', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    // An older waiting order, so that the log is searched from its placement.
    await placeStop(await exchange.trader({ usdt: '1000' }), 'buy', '1', { stop: '150', price: '150' });
    await tick('106', '100');
    await placeStop(user, 'buy', '1', { stop: '105', price: '106' });
    await sweep();
    await tick('100.5');
    await sweep();
    expect(await orderOf(user)).toMatchObject({ triggeredAt: null });
  });

  it('enter before an order that is placed after the tick, without a sweep', async () => {
    const waiting = await exchange.trader({ usdt: '1000' });
    await placeStop(waiting, 'buy', '1', { stop: '105', price: '104' });
    await tick('105');
    const seller = await exchange.trader({ btc: '1' });
    expect(await exchange.limit(seller, 'sell', '1', '104')).toMatchObject({
      status: 'completed',
      averagePrice: '104',
    });
    expect(await orderOf(waiting)).toMatchObject({ status: 'completed', fee: '0.0008' });
  });

  it('trade as takers when triggered, and wait with the rest', async () => {
    const seller = await exchange.trader({ btc: '1' });
    const user = await exchange.trader({ usdt: '1000' });
    await exchange.limit(seller, 'sell', '1', '105.5');
    await placeStop(user, 'buy', '2', { stop: '105', price: '106' });
    exchange.published.length = 0;
    await tick('105');
    await sweep();
    expect(await orderOf(user)).toMatchObject({
      status: 'waiting',
      filledQuantity: '1',
      averagePrice: '105.5',
      fee: '0.001',
    });
    // 212 were held: 105.5 paid, 0.5 given back, 106 still held.
    expect(await exchange.balances(user)).toEqual({ btc: '0.999+0', usdt: '788.5+106' });
    expect(exchange.published.map(({ type }) => type)).toEqual([
      'ticks-appended',
      'order-changed',
      'order-changed',
      'balances-changed',
      'balances-changed',
      'events-written',
      'book-changed',
    ]);
  });

  it('enter in the order of the ticks that reached them, and at one tick by age', async () => {
    const [third, first, second] = [
      await exchange.trader({ usdt: '1000' }),
      await exchange.trader({ usdt: '1000' }),
      await exchange.trader({ usdt: '1000' }),
    ];
    await placeStop(third, 'buy', '1', { stop: '106', price: '104' });
    await placeStop(first, 'buy', '1', { stop: '104.5', price: '104' });
    await placeStop(second, 'buy', '1', { stop: '105', price: '104' });
    await tick('105', '106');
    await sweep();
    const seller = await exchange.trader({ btc: '2.5' });
    await exchange.limit(seller, 'sell', '2.5', '104');
    const filled = await Promise.all([first, second, third].map(async (user) => (await orderOf(user))?.filledQuantity));
    expect(filled).toEqual(['1', '1', '0.5']);
  });

  it('rank behind the orders already waiting at that price', async () => {
    const [early, late] = [await exchange.trader({ usdt: '1000' }), await exchange.trader({ usdt: '1000' })];
    await placeStop(early, 'buy', '1', { stop: '105', price: '104' });
    await exchange.limit(late, 'buy', '1', '104');
    await tick('105');
    await sweep();
    await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '1', '104');
    expect(await orderOf(late)).toMatchObject({ status: 'completed' });
    expect(await orderOf(early)).toMatchObject({ status: 'waiting', filledQuantity: '0' });
  });

  it.each([
    { timeInForce: 'ioc', filled: '1', reason: 'ioc', balances: { btc: '0.999+0', usdt: '894.5+0' } },
    { timeInForce: 'fok', filled: '0', reason: 'fok', balances: { btc: '0+0', usdt: '1000+0' } },
  ] as const)(
    'end at once when their terms say so: $timeInForce',
    async ({ timeInForce, filled, reason, balances }) => {
      const user = await exchange.trader({ usdt: '1000' });
      await exchange.limit(await exchange.trader({ btc: '1' }), 'sell', '1', '105.5');
      await placeStop(user, 'buy', '2', { stop: '105', price: '106', timeInForce });
      await tick('105');
      await sweep();
      expect(await orderOf(user)).toMatchObject({
        status: 'cancelled',
        cancelReason: reason,
        filledQuantity: filled,
        triggeredAt: expect.any(String) as string,
      });
      expect(await exchange.balances(user)).toEqual(balances);
    },
  );

  it('are cancelled when they meet the user’s own order', async () => {
    const user = await exchange.trader({ btc: '1', usdt: '1000' });
    await exchange.limit(user, 'sell', '1', '105.5');
    const { id } = await placeStop(user, 'buy', '1', { stop: '105', price: '106' });
    await tick('105');
    await sweep();
    expect(await orderOf(user)).toMatchObject({ id, status: 'cancelled', cancelReason: 'own_order' });
    expect(await exchange.balances(user)).toEqual({ btc: '0+1', usdt: '1000+0' });
  });

  it('are refused at the current price, or when the limit is far from the stop', async () => {
    const user = await exchange.trader({ btc: '1', usdt: '1000' });
    const expectRefusal = async (side: Side, terms: Terms, code: string) => {
      await expect(placeStop(user, side, '1', terms)).rejects.toMatchObject({ code });
    };
    await expectRefusal('buy', { stop: '100', price: '101' }, 'STOP_PRICE_REACHED');
    await expectRefusal('buy', { stop: '105', price: '115.51' }, 'PRICE_ABOVE_BAND');
    await expectRefusal('sell', { stop: '95', price: '85.49' }, 'PRICE_BELOW_BAND');
    await expectRefusal('buy', { stop: '105.001', price: '106' }, 'STOP_PRICE_PRECISION');
    const { stopPrice: _, ...without } = stopRequest('buy', '1', { stop: '105', price: '106' });
    await expect(exchange.spot.placeOrder(user, without)).rejects.toMatchObject({ code: 'STOP_PRICE_REQUIRED' });
    await expectRefusal('buy', { stop: '105', price: '1000' }, 'PRICE_ABOVE_BAND');
  });

  it('are refused once the price is beyond the stop that the user saw before it', async () => {
    const user = await exchange.trader({ btc: '1', usdt: '1000' });
    const request = { ...stopRequest('sell', '1', { stop: '95', price: '94' }), stopDirection: 'fall' } as const;
    const { id } = await exchange.spot.placeOrder(user, request);
    await tick('94.5');
    await sweep();
    const late = { ...stopRequest('buy', '1', { stop: '94', price: '95' }), stopDirection: 'rise' } as const;
    await expect(exchange.spot.placeOrder(user, late)).rejects.toMatchObject({ code: 'STOP_PRICE_REACHED' });
    const waiting = await exchange.spot.placeOrder(user, { ...late, stopDirection: 'fall' });
    const edit = { id: waiting.id, quantity: decimal('1'), stopPrice: decimal('94.6') };
    await expect(
      exchange.spot.replaceOrder(user, { ...edit, price: decimal('95'), stopDirection: 'fall' }),
    ).rejects.toMatchObject({ code: 'STOP_PRICE_REACHED' });
    expect(await orderOf(user)).toMatchObject({ id: waiting.id, status: 'waiting', triggeredAt: null });
    expect(waiting.id).not.toBe(id);
  });

  it('can be cancelled before they are triggered', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    const { id } = await placeStop(user, 'buy', '1', { stop: '105', price: '106' });
    expect(await exchange.spot.cancelOrder(user, { id })).toMatchObject({ status: 'cancelled', cancelReason: 'user' });
    expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '1000+0' });
    await tick('105');
    await sweep();
    expect(await orderOf(user)).toMatchObject({ status: 'cancelled', triggeredAt: null });
  });

  it('wait while the market does not trade, and are triggered when it does again', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    await placeStop(user, 'buy', '1', { stop: '105', price: '106' });
    await exchange.feed.setStatus(SYMBOL, 'feed-stalled');
    await tick('105', '100');
    await sweep();
    expect(await orderOf(user)).toMatchObject({ triggeredAt: null });
    await exchange.feed.setStatus(SYMBOL, 'trading');
    await sweep();
    expect(await orderOf(user)).toMatchObject({ triggeredAt: expect.any(String) as string });
  });

  it('are triggered by more than a hundred at once', async () => {
    const users = await Promise.all(Array.from({ length: 11 }, () => exchange.trader({ usdt: '10000' })));
    await Promise.all(
      users.flatMap((user) =>
        Array.from({ length: 11 }, () => placeStop(user, 'buy', '0.1', { stop: '105', price: '104' })),
      ),
    );
    await tick('105', '100');
    await sweep();
    expect((await exchange.spot.readBook(SYMBOL)).bids).toEqual([['104', '12.1']]);
  });

  it('are not triggered by prices of another series, and resume with their own', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    await placeStop(user, 'buy', '1', { stop: '105', price: '106' });
    const [own] = await rowsOf<{ series_id: number }>(
      exchange.db,
      sql`select series_id from markets where id = ${exchange.marketId}`,
    );
    await exchange.db.transaction(async (tx) => {
      const key = { marketId: exchange.marketId, source: 'replay', identity: 'gap' } as const;
      const { seriesId } = await openSeries(tx, key, {});
      await appendTicks(tx, seriesId, [
        { at: '2026-01-05T00:00:00.000Z', price: decimal('200'), quantity: decimal('1') },
      ]);
      await followSeries(tx, exchange.marketId, { seriesId, status: 'trading' });
    });
    await sweep();
    await placeStop(await exchange.trader({ usdt: '1000' }), 'buy', '1', { stop: '250', price: '250' });
    expect(await orderOf(user)).toMatchObject({ triggeredAt: null });
    await exchange.db.transaction((tx) =>
      followSeries(tx, exchange.marketId, { seriesId: own?.series_id ?? 0, status: 'trading' }),
    );
    await tick('105', '100');
    await sweep();
    expect(await orderOf(user)).toMatchObject({ triggeredAt: expect.any(String) as string });
  });

  it('after a time without stops read none of its ticks', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    // The search is recorded at the end of the last stop.
    await exchange.db.execute(sql`update markets set stops_series_id = series_id,
      stops_seq = (select last_seq from price_series s where s.id = series_id) where id = ${exchange.marketId}`);
    await tick(...Array.from({ length: 1500 }, () => '100'));
    await placeStop(user, 'buy', '1', { stop: '105', price: '106' });
    await tick('105');
    const read = await exchange.db.transaction(async (tx) => {
      // The table is small enough to be read whole otherwise.
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`discard plans`);
      const before = await ticksRead(tx);
      await tx.execute(sql`select spot_due(${exchange.marketId}, 1)`);
      return (await ticksRead(tx)) - before;
    });
    expect(read).toBeLessThan(100);
    await sweep();
    expect(await orderOf(user)).toMatchObject({ triggeredAt: expect.any(String) as string });
  });

  it('wait while the price is too old, when the house has no quotes', async () => {
    await exchange.fundHouse({ usdt: '1000' });
    const user = await exchange.trader({ btc: '1' });
    const { price: _, ...stopMarket } = stopRequest('sell', '1', { stop: '95', price: '95' });
    await exchange.spot.placeOrder(user, { ...stopMarket, orderType: 'stop_market' });
    const setMaxAge = (seconds: number) =>
      exchange.db.execute(sql`update markets set price_max_age_seconds = ${seconds} where id = ${exchange.marketId}`);
    await tick('94');
    await setMaxAge(60);
    await sweep();
    expect(await orderOf(user)).toMatchObject({ status: 'waiting', triggeredAt: null });
    await setMaxAge(2_147_483_647);
    await sweep();
    expect(await orderOf(user)).toMatchObject({ status: 'completed' });
  });

  it('leave the books in balance and hold the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
  });
});
