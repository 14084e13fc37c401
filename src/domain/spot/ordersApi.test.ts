// @vitest-environment jsdom
// Lists through the real store: open orders completely, histories page by page without duplicates or gaps while orders
// are added and finish.
import { describe, expect, it, vi } from 'vitest';
import { listFills, listOrders, orderCodec, type Order } from '@halyard/contract/spot/calls';
import { getUser } from '@halyard/contract/user/calls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { createTestStore } from '../../testing/createTestStore.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { accountApi } from '../account/accountApi.ts';
import { matchesFilter } from './orderData.ts';
import { ordersApi } from './ordersApi.ts';

const user = build(getUser.answer);
const order = (id: number, more: Partial<Order> = {}): Order =>
  build(orderCodec, { id: id as Order['id'], status: 'completed', replacesId: null, ...more });
const orders = (count: number, more: Partial<Order> = {}) =>
  Array.from({ length: count }, (_, index) => order(count - index, more));
const ids = (rows: readonly { readonly id: number }[] | undefined) => rows?.map(({ id }) => id);

/** An exchange with these orders, newest first, that pages by row or, like legacy servers, by page number. */
async function setUp(stored: Order[], { knowsAfter = true } = {}) {
  const parts = await createTestStore(user);
  parts.server.on(listOrders, ({ after, page = 1, limit = 20, ...filter }) => {
    const rows = stored.filter((row) => matchesFilter(row, filter));
    const start = knowsAfter && after !== undefined ? rows.findIndex(({ id }) => id < after) : (page - 1) * limit;
    return start === -1 ? [] : rows.slice(start, start + limit);
  });
  parts.server.on(listFills, () => []);
  return parts;
}

describe('open orders', () => {
  it.each([true, false])('are read completely, however many there are (after: %s)', async (knowsAfter) => {
    const { store, server } = await setUp(orders(230, { status: 'waiting' }), { knowsAfter });
    const { data } = await store.dispatch(ordersApi.endpoints.listOrders.initiate({ status: 'waiting' }));
    expect(ids(data)).toEqual(Array.from({ length: 230 }, (_, index) => 230 - index));
    expect(server.seen(listOrders)).toHaveLength(3);
  });

  it('are not shown in part when a page fails', async () => {
    const { store, server } = await setUp([]);
    server.on(listOrders, ({ after }) =>
      after === undefined ? orders(100, { status: 'waiting' }) : refuse('SERVICE_UNAVAILABLE'),
    );
    const { data, error } = await store.dispatch(ordersApi.endpoints.listOrders.initiate({ status: 'waiting' }));
    expect([data, error]).toEqual([undefined, expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })]);
  });
});

describe('a history', () => {
  it('continues without duplicates or gaps while orders are added', async () => {
    const stored = orders(50);
    const { store, realtime } = await setUp(stored);
    const stream = store.dispatch(accountApi.endpoints.streamAccount.initiate(user.id));
    const query = store.dispatch(ordersApi.endpoints.pageOrders.initiate({}));
    await query;
    for (const id of [51, 52, 53]) {
      stored.unshift(order(id));
      realtime.send(rooms.account, { event: 'order', order: order(id) });
    }
    const select = ordersApi.endpoints.pageOrders.select({});
    const rows = () => select(store.getState() as never).data?.pages.flat();
    await vi.waitFor(() => expect(rows()).toHaveLength(23));
    await store.dispatch(ordersApi.endpoints.pageOrders.initiate({}, { direction: 'forward' }));
    await store.dispatch(ordersApi.endpoints.pageOrders.initiate({}, { direction: 'forward' }));
    expect(ids(rows())).toEqual(Array.from({ length: 53 }, (_, index) => 53 - index));
    query.unsubscribe();
    stream.unsubscribe();
  });

  it('continues when rows of its last page no longer belong', async () => {
    const stored = orders(30, { status: 'waiting' });
    const { store, realtime } = await setUp(stored);
    const filter = { status: 'waiting' } as const;
    const stream = store.dispatch(accountApi.endpoints.streamAccount.initiate(user.id));
    const query = store.dispatch(ordersApi.endpoints.pageOrders.initiate(filter));
    await query;
    stored.splice(19, 1);
    realtime.send(rooms.account, { event: 'order', order: order(11, { status: 'completed' }) });
    const select = ordersApi.endpoints.pageOrders.select(filter);
    const rows = () => select(store.getState() as never).data?.pages.flat() ?? [];
    await vi.waitFor(() => expect(rows().at(-1)?.status).toBe('completed'));
    await store.dispatch(ordersApi.endpoints.pageOrders.initiate(filter, { direction: 'forward' }));
    expect(rows().filter((row) => matchesFilter(row, filter))).toHaveLength(29);
    query.unsubscribe();
    stream.unsubscribe();
  });
});
