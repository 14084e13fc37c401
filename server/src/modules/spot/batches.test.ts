// Orders that share a transaction are each answered as if they had come alone, on a real database: a refusal leaves the
// others alone, nothing is spent twice, an order meets those before it, and a failing order fails alone. Orders placed
// in one turn share a transaction: the first locks the market, the others queue for it.
import { setImmediate } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import type { Order } from '@halyard/contract/spot/calls';
import type { OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { makeRequestId } from '@halyard/contract/requestId';
import { rowsOf } from '../../db/database.ts';
import { openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { createSpotService } from './service.ts';

const engines = await testEnginesByNight();

describe.each(engines)('orders that arrive together on %s', (engine) => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket(engine);
  });
  beforeEach(async () => {
    await exchange.reset('100');
    const [first] = [await exchange.trader({ usdt: '1000' })];
    // The market of the pair is cached from here on, so that orders are queued in the order of the calls.
    await exchange.spot.cancelOrder(first, { id: (await exchange.limit(first, 'buy', '1', '50')).id });
    exchange.published.length = 0;
  });
  afterAll(() => exchange.close());

  type Asked = readonly [user: UserId, request: OrderRequest];
  /** Places an order that locks the market, and all others while it does. */
  const together = async (...asked: readonly Asked[]): Promise<PromiseSettledResult<Order>[]> => {
    const opener = await exchange.trader({ usdt: '100' });
    const [, ...outcomes] = await Promise.allSettled(
      [[opener, orderRequest('buy', '0.1', '50')] as const, ...asked].map(([user, request]) =>
        exchange.spot.placeOrder(user, request),
      ),
    );
    return outcomes;
  };
  const transactions = () => exchange.published.filter(({ type }) => type === 'book-changed').length;
  const refused = (code: string) => ({ status: 'rejected', reason: { code } });
  const answered = (order: object) => ({ status: 'fulfilled', value: order });
  const named = (request: OrderRequest, clientRequestId: string = randomUUID()) => ({ ...request, clientRequestId });

  it('share one transaction', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => exchange.trader({ usdt: '100' })));
    exchange.published.length = 0;
    const outcomes = await together(...users.map((user): Asked => [user, orderRequest('buy', '0.5', '90')]));
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(transactions()).toBe(2);
  });

  it('trade with those before them, in the order in which they came', async () => {
    const [seller, early, late] = [
      await exchange.trader({ btc: '1.5' }),
      await exchange.trader({ usdt: '1000' }),
      await exchange.trader({ usdt: '1000' }),
    ];
    const outcomes = await together(
      [early, orderRequest('buy', '1', '99')],
      [late, orderRequest('buy', '1', '99')],
      [seller, orderRequest('sell', '1.5', '98')],
    );
    expect(outcomes).toMatchObject([
      answered({ status: 'waiting', filledQuantity: '0' }),
      answered({ status: 'waiting', filledQuantity: '0' }),
      answered({ status: 'completed', averagePrice: '99' }),
    ]);
    expect(transactions()).toBe(2);
    expect(await exchange.balances(early)).toEqual({ btc: '0.9992+0', usdt: '901+0' });
    expect(await exchange.balances(late)).toEqual({ btc: '0.4996+0', usdt: '901+49.5' });
  });

  it('are refused one by one, without a trace', async () => {
    const [poor, rich] = [await exchange.trader({ usdt: '10' }), await exchange.trader({ usdt: '1000' })];
    const wrong = named(orderRequest('buy', '1', '99'));
    const outcomes = await together(
      [poor, wrong],
      [rich, named(orderRequest('buy', '1', '99'))],
      [rich, named(orderRequest('buy', '1', '99.001'))],
      [rich, named(orderRequest('buy', '1', '98'))],
    );
    expect(outcomes).toMatchObject([
      refused('INSUFFICIENT_BALANCE'),
      answered({ price: '99' }),
      refused('PRICE_PRECISION'),
      answered({ price: '98' }),
    ]);
    expect(transactions()).toBe(2);
    expect(await exchange.spot.listOrders(poor, {})).toEqual([]);
    const stored = await rowsOf(
      exchange.db,
      sql`select 1 from client_requests where request_id = ${wrong.clientRequestId}`,
    );
    expect(stored).toEqual([]);
  });

  it('spend what earlier orders left over and earned', async () => {
    const [user, buyer] = [await exchange.trader({ btc: '1', usdt: '100' }), await exchange.trader({ usdt: '1000' })];
    const outcomes = await together(
      [user, orderRequest('buy', '1', '90')],
      [user, orderRequest('buy', '1', '90')],
      [buyer, orderRequest('buy', '1', '101')],
      [user, orderRequest('sell', '1', '101')],
      [user, orderRequest('buy', '1', '90')],
    );
    expect(outcomes).toMatchObject([
      answered({ status: 'waiting' }),
      refused('INSUFFICIENT_BALANCE'),
      answered({ status: 'waiting' }),
      answered({ status: 'completed' }),
      answered({ status: 'waiting' }),
    ]);
    // 100 - 90 + 101 less a thousandth - 90.
    expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '20.899+180' });
  });

  it('with one request id are one order, and another request under that id is refused', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    const request = named(orderRequest('buy', '1', '90'));
    const other = named(orderRequest('buy', '1', '91'), request.clientRequestId);
    const outcomes = await together([user, request], [user, other], [user, request]);
    expect(outcomes[1]).toMatchObject(refused('REQUEST_ID_REUSED'));
    expect(outcomes[2]).toEqual(outcomes[0]);
    expect(await exchange.spot.listOrders(user, {})).toHaveLength(1);
  });

  it('may use the request id of a refused order', async () => {
    const user = await exchange.trader({ usdt: '100' });
    const request = named(orderRequest('buy', '2', '90'));
    const smaller = named(orderRequest('buy', '1', '90'), request.clientRequestId);
    expect(await together([user, request], [user, smaller])).toMatchObject([
      refused('INSUFFICIENT_BALANCE'),
      answered({ quantity: '1' }),
    ]);
  });

  it('begin only under recent ids, and repeat answers under ids of any age', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    const young = named(orderRequest('buy', '1', '90'), makeRequestId(exchange.clock.nowMs()));
    const late = named(orderRequest('buy', '1', '91'), makeRequestId(exchange.clock.nowMs() - 3_600_000));
    const [placed, ...others] = await together([user, young], [user, late], [user, young]);
    expect(others[0]).toMatchObject(refused('REQUEST_EXPIRED'));
    expect(others[1]).toEqual(placed);
    expect(await exchange.spot.listOrders(user, {})).toHaveLength(1);
  });

  it('fail alone: when the database refuses one, the others are written', async () => {
    const [user, other] = [await exchange.trader({ usdt: '1000' }), await exchange.trader({ usdt: '1000' })];
    await exchange.db.execute(sql`alter table spot_orders add constraint no_seven check (quantity <> 7) not valid`);
    const outcomes = await together(
      [user, orderRequest('buy', '1', '90')],
      [other, orderRequest('buy', '7', '90')],
      [other, orderRequest('buy', '1', '90')],
    );
    await exchange.db.execute(sql`alter table spot_orders drop constraint no_seven`);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await exchange.balances(other)).toEqual({ btc: '0+0', usdt: '910+90' });
  });

  it('are published once, in their final state, and each balance once', async () => {
    const [seller, buyer] = [await exchange.trader({ btc: '1' }), await exchange.trader({ usdt: '1000' })];
    exchange.published.length = 0;
    await together([seller, orderRequest('sell', '1', '101')], [buyer, orderRequest('buy', '1', '101')]);
    const orders = exchange.published.flatMap((event) => (event.type === 'order-changed' ? [event] : [])).slice(1);
    expect(orders.map(({ userId, order }) => [userId, order.status])).toEqual([
      [seller, 'completed'],
      [buyer, 'completed'],
    ]);
    const balances = exchange.published.flatMap((event) => (event.type === 'balances-changed' ? [event.userId] : []));
    expect(balances.slice(1)).toEqual([seller, buyer]);
  });

  it('are all answered when the exchange closes, and refused after that', async () => {
    const closing = createSpotService(exchange);
    const user = await exchange.trader({ usdt: '10000' });
    // The first order looks up its market in the database; the following ones are queued within a turn.
    await closing.placeOrder(user, orderRequest('buy', '0.5', '90'));
    const placed = Array.from({ length: 103 }, () => closing.placeOrder(user, orderRequest('buy', '0.5', '90')));
    await setImmediate();
    const closed = closing.close();
    expect(await Promise.all(placed)).toHaveLength(103);
    await closed;
    await expect(closing.placeOrder(user, orderRequest('buy', '0.5', '90'))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect((await exchange.spot.readBook(SYMBOL)).bids).toEqual([['90', '52']]);
  });

  it('leave the books in balance and hold the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
  });
});
