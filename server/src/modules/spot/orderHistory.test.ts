// Lists and files of orders and executions match their filters, each row once and only the user's own, during
// concurrent trading: over real connections, the files parsed by a third-party CSV parser.
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import {
  FILLS_CSV_PATH,
  type FILLS_CSV_COLUMNS,
  listFills,
  listOrders,
  type ORDERS_CSV_COLUMNS,
  ORDERS_CSV_PATH,
  type Order,
  type Side,
} from '@halyard/contract/spot/calls';
import { cancelOrder, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { add, decimal, multiply } from '@halyard/contract/money';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { BTC_USDT, orderRequest, OTHER_SYMBOL, SYMBOL } from '../../testing/spotMarket.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { readFillsCsv, readOrdersCsv } from './orderHistory.ts';

const { BTC, ETH, USDT } = CURRENCY;
const MANY_ORDERS = 1200;
const MANY_FILLS = 2400;

type OrderRow = Record<(typeof ORDERS_CSV_COLUMNS)[number], string>;
type FillRow = Record<(typeof FILLS_CSV_COLUMNS)[number], string>;

describe('histories of orders', () => {
  const clock = createTestClock(Date.parse('2023-03-01T23:59:59.999Z'));
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    await server.feed.append(SYMBOL, { price: '100' });
    await server.feed.append(OTHER_SYMBOL, { price: '100' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
    await server.fund(user, USDT, '100000');
    await server.fund(user, BTC, '100');
    await server.fund(user, ETH, '100');
  });

  const moveTo = (instant: string) => clock.advance(Date.parse(instant) - clock.nowMs());
  const place = (request: RequestOf<typeof placeOrder>, by = user) =>
    server.call(placeOrder, request, { token: by.token });
  const limit = (side: Side, quantity: string, price: string) => place(orderRequest(side, quantity, price));
  const list = (request: RequestOf<typeof listOrders>) =>
    server.call(listOrders, { limit: 100, ...request }, { token: user.token });
  const fills = (request: RequestOf<typeof listFills>) =>
    server.call(listFills, { limit: 100, ...request }, { token: user.token });
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  const get = (path: string, query = '', token = user.token) =>
    fetch(`${server.url}/api/${path}${query}`, { headers: token === '' ? {} : { authorization: token } });
  const read = async <R>(path: string, query = ''): Promise<R[]> =>
    parse(await (await get(path, query)).text(), { columns: true });

  /** Four orders on two days: a waiting one, a cancelled one, one filled by the house, and one of another pair. */
  const trade = async (): Promise<Record<'waiting' | 'cancelled' | 'filled' | 'other', Order>> => {
    moveTo('2023-03-01T23:59:59.999Z');
    const waiting = await limit('buy', '1', '95');
    const { id } = await limit('sell', '2', '105');
    const cancelled = await server.call(cancelOrder, { id }, { token: user.token });
    moveTo('2023-03-02T00:00:00.000Z');
    const filled = await place(orderRequest('buy', '0.5'));
    const other = await place({ ...orderRequest('sell', '0.25'), baseId: ETH });
    return { waiting, cancelled, filled, other };
  };

  describe('lists', () => {
    it('contain the orders that match a filter, newest first', async () => {
      const { waiting, cancelled, filled, other } = await trade();
      const expectIds = async (request: RequestOf<typeof listOrders>, orders: readonly Order[]) =>
        expect(idsOf(await list(request)), JSON.stringify(request)).toEqual(idsOf(orders));
      await expectIds({}, [other, filled, cancelled, waiting]);
      await expectIds(BTC_USDT, [filled, cancelled, waiting]);
      await expectIds({ baseId: ETH }, [other]);
      await expectIds({ side: 'buy' }, [filled, waiting]);
      await expectIds({ orderType: 'market' }, [other, filled]);
      await expectIds({ orderType: 'stop_limit' }, []);
      await expectIds({ status: 'waiting' }, [waiting]);
      await expectIds({ status: 'cancelled' }, [cancelled]);
      await expectIds({ isOver: true }, [other, filled, cancelled]);
      await expectIds({ isOver: true, status: 'waiting' }, []);
      await expectIds({ to: '2023-03-01' }, [cancelled, waiting]);
      await expectIds({ from: '2023-03-02' }, [other, filled]);
      await expectIds({ from: '2023-03-01', to: '2023-03-02', side: 'sell' }, [other, cancelled]);
      await expectIds({ from: '0001-01-01', to: '9999-12-31' }, [other, filled, cancelled, waiting]);
    });

    it('contain the executions that match a filter, newest first', async () => {
      const { filled, other } = await trade();
      moveTo('2023-03-03T12:00:00.000Z');
      const buyer = await server.registerUser();
      await server.fund(buyer, USDT, '1000');
      const sold = await limit('sell', '0.1', '99.99');
      await place(orderRequest('buy', '0.1'), buyer);
      const expectOrders = async (request: RequestOf<typeof listFills>, orders: readonly Order[]) =>
        expect(
          (await fills(request)).map(({ orderId }) => orderId),
          JSON.stringify(request),
        ).toEqual(idsOf(orders));
      expect((await fills({})).map(({ role, side }) => [role, side])).toEqual([
        [sold.status === 'completed' ? 'taker' : 'maker', 'sell'],
        ['taker', 'sell'],
        ['taker', 'buy'],
      ]);
      await expectOrders({}, [sold, other, filled]);
      await expectOrders(BTC_USDT, [sold, filled]);
      await expectOrders({ side: 'buy' }, [filled]);
      await expectOrders({ orderType: 'limit' }, [sold]);
      await expectOrders({ orderId: other.id }, [other]);
      await expectOrders({ to: '2023-03-02' }, [other, filled]);
      await expectOrders({ from: '2023-03-03', to: '2023-03-03' }, [sold]);
      await expectOrders({ to: '2023-03-01' }, []);
    });

    it('continue after the last row despite new rows', async () => {
      const orders: Order[] = [];
      for (let index = 0; index < 5; index += 1) orders.unshift(await place(orderRequest('buy', '0.1')));
      const first = await list({ limit: 2 });
      const firstFills = await fills({ limit: 2 });
      await place(orderRequest('buy', '0.1'));
      const next = await list({ limit: 2, after: first[1]?.id, page: 7 });
      expect(idsOf([...first, ...next])).toEqual(idsOf(orders.slice(0, 4)));
      const nextFills = await fills({ limit: 2, after: firstFills[1]?.id, page: 7 });
      expect([...firstFills, ...nextFills].map(({ orderId }) => orderId)).toEqual(idsOf(orders.slice(0, 4)));
      expect(await list({ after: orders[4]?.id })).toEqual([]);
      expect(idsOf(await list({ limit: 2, page: 2 }))).toEqual(idsOf(orders.slice(1, 3)));
    });

    it('refuse a range that ends before it begins', async () => {
      const days = { from: '2023-03-02', to: '2023-03-01' };
      await expect(list(days)).rejects.toMatchObject({ code: 'RANGE_INVALID' });
      await expect(fills(days)).rejects.toMatchObject({ code: 'RANGE_INVALID' });
    });
  });

  describe('files', () => {
    it('have a dated name and are not cached', async () => {
      moveTo('2023-03-04T00:00:00.000Z');
      const headers = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' };
      const orders = await get(ORDERS_CSV_PATH);
      expect(Object.fromEntries(orders.headers)).toMatchObject({
        ...headers,
        'content-disposition': 'attachment; filename="halyard-orders-2023-03-04.csv"',
      });
      expect(await orders.text()).toBe(
        'created_at,updated_at,pair,side,type,time_in_force,post_only,stop_price,price,quantity,filled,average_price,fee,fee_currency,status,cancel_reason,id,orders,group_id,leg,expires_at,trail_fraction,trail_amount,activation_price,extreme_price\r\n',
      );
      const trades = await get(FILLS_CSV_PATH);
      expect(Object.fromEntries(trades.headers)).toMatchObject({
        ...headers,
        'content-disposition': 'attachment; filename="halyard-trades-2023-03-04.csv"',
      });
      expect(await trades.text()).toBe('at,pair,side,price,quantity,total,fee,fee_currency,role,order_id,id\r\n');
    });

    it('show each order and execution to the last digit', async () => {
      const { waiting, filled } = await trade();
      const rows = await read<OrderRow>(ORDERS_CSV_PATH, '?currency_id=1');
      expect(rows).toHaveLength(3);
      expect(rows[2]).toEqual({
        created_at: '2023-03-01T23:59:59.999Z',
        updated_at: '2023-03-01T23:59:59.999Z',
        pair: SYMBOL,
        side: 'buy',
        type: 'limit',
        time_in_force: 'gtc',
        post_only: 'false',
        stop_price: '',
        price: '95',
        quantity: '1',
        filled: '0',
        average_price: '',
        fee: '0',
        fee_currency: 'BTC',
        status: 'waiting',
        cancel_reason: '',
        id: String(waiting.id),
        orders: '1',
        group_id: '',
        leg: '',
        expires_at: '',
        trail_fraction: '',
        trail_amount: '',
        activation_price: '',
        extreme_price: '',
      });
      expect(rows[1]).toMatchObject({ status: 'cancelled', cancel_reason: 'user', side: 'sell', price: '105' });
      expect(rows[0]).toMatchObject({
        type: 'market',
        price: '',
        filled: '0.5',
        average_price: filled.averagePrice,
        fee: filled.fee,
        status: 'completed',
      });
      const [fill] = await fills({ orderId: filled.id });
      expect(await read<FillRow>(FILLS_CSV_PATH, `?order_id=${filled.id}`)).toEqual([
        {
          at: '2023-03-02T00:00:00.000Z',
          pair: SYMBOL,
          side: 'buy',
          price: fill?.price,
          quantity: '0.5',
          total: multiply(decimal('0.5'), fill?.price ?? decimal('0')),
          fee: fill?.fee,
          fee_currency: 'BTC',
          role: 'taker',
          order_id: String(filled.id),
          id: String(fill?.id),
        },
      ]);
    });

    it('show the terms of orders of every type', async () => {
      await place({ ...orderRequest('buy', '1', '90'), isPostOnly: true });
      await place({ ...orderRequest('sell', '1', '109'), timeInForce: 'ioc' });
      await place({ ...orderRequest('sell', '1', '97'), orderType: 'stop_limit', stopPrice: decimal('98') });
      const rows = await read<OrderRow>(ORDERS_CSV_PATH);
      const terms = rows.map(({ type, time_in_force, post_only, stop_price, cancel_reason }) =>
        [type, time_in_force, post_only, stop_price, cancel_reason].join(' '),
      );
      expect(terms).toEqual(['stop_limit gtc false 98 ', 'limit ioc false  ioc', 'limit gtc true  ']);
    });

    it('match the lists under the same filters', async () => {
      await trade();
      const inFile = async (path: string, query: string) =>
        (await read<{ id: string }>(path, query)).map(({ id }) => Number(id));
      const sameOrders = async (query: string, request: RequestOf<typeof listOrders>) => {
        const ids = idsOf(await list(request));
        expect(await inFile(ORDERS_CSV_PATH, query), query).toEqual(ids);
        expect(ids.length, query).toBeGreaterThan(0);
      };
      await sameOrders('', {});
      await sameOrders('?side=1&status=1', { side: 'buy', status: 'waiting' });
      await sameOrders('?order_type=market&from=2023-03-02', { orderType: 'market', from: '2023-03-02' });
      await sameOrders('?currency_id=1&legal_id=3&to=2023-03-01', { ...BTC_USDT, to: '2023-03-01' });
      const filled = idsOf(await fills({ side: 'sell', from: '2023-03-02' }));
      expect(await inFile(FILLS_CSV_PATH, '?side=2&from=2023-03-02')).toEqual(filled);
      expect(filled).toHaveLength(1);
    });

    it.each([ORDERS_CSV_PATH, FILLS_CSV_PATH])('are refused as any call is: %s', async (path) => {
      const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
      expect(await codeOf(await get(path, '', ''))).toBe('NOT_LOGGED_IN');
      expect(await codeOf(await get(path, '', '0'.repeat(64)))).toBe('NOT_LOGGED_IN');
      expect(await codeOf(await get(path, '?from=2023-03-02&to=2023-03-01'))).toBe('RANGE_INVALID');
      expect(await codeOf(await get(path, '?side=3'))).toBe('PARAMETER_INVALID');
      expect(await codeOf(await get(path, '?page=2'))).toBe('PARAMETER_UNKNOWN');
    });

    it(`hold ${MANY_ORDERS} orders and ${MANY_FILLS} executions, each once, while others come`, async () => {
      const stranger = await server.registerUser();
      await server.fund(stranger, USDT, '1000');
      await place(orderRequest('buy', '0.1'), stranger);
      await insertMany();
      const collect = async (pieces: AsyncGenerator<string>) => {
        let text = '';
        for await (const piece of pieces) {
          text += piece;
          await place(orderRequest('buy', '0.1'));
        }
        return parse<{ id: string; quantity: string }>(text, { columns: true });
      };
      for (const [rows, count] of [
        [await collect(await readOrdersCsv(server.db, user.id, {})), MANY_ORDERS],
        // The orders placed during the reading of the first file have executions too: the header and three batches.
        [await collect(await readFillsCsv(server.db, user.id, {})), MANY_FILLS + 4],
      ] as const) {
        expect(rows).toHaveLength(count);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
        expect(rows.map(({ id }) => Number(id))).toEqual(rows.map(({ id }) => Number(id)).toSorted((a, b) => b - a));
      }
      const total = add(...(await read<FillRow>(FILLS_CSV_PATH, '?side=2')).map(({ quantity }) => decimal(quantity)));
      expect(total).toBe('240');
    });
  });

  /** Stored orders and executions, half of the executions as maker; their money does not matter here. */
  async function insertMany(): Promise<void> {
    const market = sql`(select id from markets where symbol = ${SYMBOL})`;
    await server.db.execute(sql`insert into spot_orders
        (user_id, market_id, side, order_type, status, price, quantity, filled_quantity, filled_quote, maker_fee_rate, taker_fee_rate)
      select ${user.id}, ${market}, 'sell', 'limit', 'completed', 100, 0.5, 0.5, 50, 0, 0 from generate_series(1, ${MANY_ORDERS})`);
    await server.db.execute(sql`insert into spot_fills
        (market_id, taker_side, taker_order_id, taker_user_id, maker_order_id, maker_user_id, price, quantity, taker_fee, maker_fee)
      select o.market_id, case when n % 2 = 0 then 'sell' else 'buy' end, case when n % 2 = 0 then o.id end, case when n % 2 = 0 then o.user_id end,
        case when n % 2 = 1 then o.id end, case when n % 2 = 1 then o.user_id end, 100, 0.1, 0, 0
      from spot_orders o, generate_series(1, ${MANY_FILLS / MANY_ORDERS}) n where o.user_id = ${user.id} order by n, o.id`);
  }
});
