// Orders that were cancelled without an execution are deleted a month after they ended, and no others; lists, files and
// books are right before and after.
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countForgottenOrders, listFills, listOrders, ORDERS_CSV_PATH, type Order } from '@halyard/contract/spot/calls';
import { cancelOrder, placeOrder, replaceOrder } from '@halyard/contract/spot/mutationCalls';
import type { RequestOf } from '@halyard/contract/call';
import { add, decimal } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { PRUNERS } from '../../retention.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { BTC_USDT, orderRequest, SYMBOL } from '../../testing/spotMarket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const monthOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 7);

describe('deleted orders', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer();
    await server.feed.append(SYMBOL, { price: '100' });
    user = await server.registerUser();
    await server.fund(user, CURRENCY.USDT, '100000');
    await server.fund(user, CURRENCY.BTC, '100');
  });
  afterAll(() => server.close());

  const token = () => ({ token: user.token });
  const place = (side: 'buy' | 'sell', price: string) =>
    server.call(placeOrder, { ...orderRequest(side, '1', price), clientRequestId: randomUUID() }, token());
  const cancel = ({ id }: Order) => server.call(cancelOrder, { id }, token());
  const list = async () => (await server.call(listOrders, { limit: 100 }, token())).map(({ id }) => id);
  const count = (filter: RequestOf<typeof countForgottenOrders> = {}) =>
    server.call(countForgottenOrders, filter, token());
  /** Moves the placement and the end of an order into the past. */
  const age = (orders: readonly Order[], days: number) =>
    server.db.execute(sql`update spot_orders set created_at = now() - ${days} * interval '1 day',
      updated_at = now() - ${days} * interval '1 day' where id = any(${sql.param(orders.map(({ id }) => id))}::bigint[])`);
  const prune = (nowMs = Date.now()) => server.db.transaction(async (tx) => PRUNERS['orders']?.(tx, nowMs, 500));

  it('are exactly those cancelled without an execution more than thirty days ago', async () => {
    const old = [await place('buy', '95'), await place('buy', '95'), await place('sell', '105')];
    const replaced = await place('buy', '95');
    const request = { id: replaced.id, quantity: decimal('2'), price: decimal('95') };
    const replacing = await server.call(replaceOrder, request, token());
    const [young, waiting] = [await place('buy', '95'), await place('buy', '94')];
    for (const order of [...old, young]) await cancel(order);
    // Between the two sides of the house's ladder.
    const partly = await place('sell', '100');
    const other = await server.registerUser();
    await server.fund(other, CURRENCY.USDT, '1000');
    await server.call(placeOrder, orderRequest('buy', '0.1', '100'), { token: other.token });
    await cancel(partly);
    await age([...old, replaced, partly, waiting, replacing], 31);
    await age([young], 29);
    const remaining = [partly, waiting, young, replacing].map(({ id }) => id).toSorted((a, b) => b - a);
    const booksBefore = await rowsOf(server.db, sql`select count(*)::int as entries from ledger_entries`);

    // A clock that runs behind or ahead of the database's deletes nothing.
    await prune(Date.now() - 3 * DAY_MS);
    expect(await list()).toHaveLength(8);
    expect(await prune(Date.now() + 300 * DAY_MS)).toBe(4);

    expect(await list()).toEqual(remaining);
    expect(await prune()).toBe(0);
    expect((await server.call(listFills, { orderId: partly.id }, token())).length).toBe(1);
    expect(await checkBooks(server.db)).toEqual([]);
    expect(await rowsOf(server.db, sql`select count(*)::int as entries from ledger_entries`)).toEqual(booksBefore);
    await expect(cancel(replaced)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    await cancel(replacing);
  });

  it('are counted by day, with the filters of the list', async () => {
    const orders = 4;
    expect(await count()).toEqual([{ month: monthOf(31), orders }]);
    expect(await count({ side: 'sell', orderType: 'limit', status: 'cancelled', ...BTC_USDT })).toEqual([
      { month: monthOf(31), orders: 1 },
    ]);
    for (const none of [{ status: 'completed' }, { orderType: 'market' }, { baseId: CURRENCY.ETH }] as const) {
      expect(await count(none)).toEqual([]);
    }
    const day = new Date(Date.now() - 31 * DAY_MS).toISOString().slice(0, 10);
    expect(await count({ from: day, to: day })).toEqual([{ month: monthOf(31), orders }]);
    expect(await count({ to: '2020-01-01' })).toEqual([]);
    await expect(count({ from: '2020-01-02', to: '2020-01-01' })).rejects.toMatchObject({ code: 'RANGE_INVALID' });
    const stranger = await server.registerUser();
    expect(await server.call(countForgottenOrders, {}, { token: stranger.token })).toEqual([]);
  });

  it('add to the count of their day, and are lines of the file', async () => {
    const again = await place('sell', '105');
    await cancel(again);
    await age([again], 31);
    await prune();
    const response = await fetch(`${server.url}/api/${ORDERS_CSV_PATH}`, { headers: { authorization: user.token } });
    const rows = parse<Record<string, string>>(await response.text(), { columns: true });
    const lines = rows.map(({ side, status, orders, id }) => [side, status, orders, id === '' ? '' : 'id'].join(' '));
    expect(lines.slice(-2)).toEqual(['buy cancelled 3 ', 'sell cancelled 2 ']);
    expect(rows.at(-1)).toMatchObject({ pair: SYMBOL, type: 'limit', quantity: '', price: '', filled: '0' });
    const total = add(...rows.map(({ orders }) => decimal(orders ?? '')));
    expect(total).toBe(String((await list()).length + 5));
  });
});
