// Placing an order: once, whatever happens to the answer and however often the button is tapped. The real hook, store and base query against a
// server that loses answers.
import { act, renderHook } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listOrders, placeOrder, type Order, type OrderRequest } from '@halyard/contract/calls/spot';
import { getUser } from '@halyard/contract/calls/user';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { breakConnection, neverAnswer, refuse } from '../../testing/fakeBackend.ts';
import { createTestStore } from '../../testing/createTestStore.ts';
import { listPendingOrders } from './pendingOrders.ts';
import { ordersApi } from './ordersApi.ts';
import { settlePendingOrders } from './settlePendingOrders.ts';
import { usePlaceOrder } from './usePlaceOrder.ts';

const order = build(placeOrder.answer);
const request: OrderRequest = { baseId: order.baseId, quoteId: order.quoteId, side: 'buy', quantity: decimal('0.5') };
const FRAME_MS = 20;
const user = build(getUser.answer);
const placedAs = (clientRequestId: string | undefined, status: Order['status'] = 'completed'): Order => ({
  ...order,
  status,
  clientRequestId: clientRequestId ?? null,
});

async function setUp() {
  const parts = await createTestStore(user);
  const { result } = renderHook(usePlaceOrder, {
    wrapper: ({ children }) => <Provider store={parts.store}>{children}</Provider>,
  });
  const sentIds = () => parts.server.seen(placeOrder).map((seen) => seen.request.clientRequestId);
  const place = (asked = request) => act(async () => result.current.place(asked));
  // The store tells components in the frame after a change.
  const pass = (forMs: number) => act(() => vi.advanceTimersByTimeAsync(forMs + FRAME_MS));
  return { ...parts, result, sentIds, place, pass };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('an order', () => {
  it('is kept on the device before it is sent, and forgotten with its answer', async () => {
    const { server, result, place, pass, sentIds } = await setUp();
    let keptWhenSent: readonly unknown[] = [];
    server.on(placeOrder, ({ clientRequestId }) => {
      keptWhenSent = listPendingOrders();
      return placedAs(clientRequestId);
    });
    await place();
    await pass(0);
    expect(keptWhenSent).toEqual([{ clientRequestId: sentIds()[0], request }]);
    expect(result.current.status).toBe('placed');
    expect(result.current.order?.clientRequestId).toBe(sentIds()[0]);
    expect(listPendingOrders()).toEqual([]);
  });

  it('that is refused says why and is forgotten; the next one has another id', async () => {
    const { server, result, place, pass, sentIds } = await setUp();
    server.on(placeOrder, () => refuse('INSUFFICIENT_BALANCE'));
    await place();
    await pass(1000);
    expect([result.current.status, result.current.error?.code]).toEqual(['failed', 'INSUFFICIENT_BALANCE']);
    expect(listPendingOrders()).toEqual([]);
    await place();
    await pass(0);
    expect(new Set(sentIds()).size).toBe(2);
  });

  it('is not sent twice by a second tap within a second, whether the first has its answer or not', async () => {
    const { server, result, place, pass, sentIds } = await setUp();
    server.on(placeOrder, ({ clientRequestId }) => placedAs(clientRequestId));
    await act(async () => {
      result.current.place(request);
      result.current.place(request);
    });
    await pass(0);
    await pass(900);
    await place();
    expect(sentIds()).toHaveLength(1);
    await pass(100);
    await place();
    await pass(0);
    expect(new Set(sentIds()).size).toBe(2);
  });

  it('is refused offline and not kept', async () => {
    const { result, place, pass, sentIds } = await setUp();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await place();
    await pass(0);
    expect(result.current.error?.code).toBe('OFFLINE');
    expect(sentIds()).toEqual([]);
    expect(listPendingOrders()).toEqual([]);
  });
});

describe('an order whose answer is lost', () => {
  it('is looked for by its id and found', async () => {
    const { server, result, place, pass, sentIds } = await setUp();
    server.on(placeOrder, breakConnection);
    server.on(listOrders, ({ clientRequestId }) => [placedAs(clientRequestId)]);
    await place();
    await pass(0);
    expect(result.current.status).toBe('checking');
    await pass(500);
    expect(result.current.status).toBe('placed');
    expect(server.seen(listOrders)[0]?.request).toEqual({ clientRequestId: sentIds()[0] });
    expect(listPendingOrders()).toEqual([]);
  });

  it('is waited for 15 s and then looked for', async () => {
    const { server, result, place, pass } = await setUp();
    server.on(placeOrder, neverAnswer);
    server.on(listOrders, ({ clientRequestId }) => [placedAs(clientRequestId)]);
    await place();
    await pass(14_900);
    expect(result.current.status).toBe('sending');
    await pass(100);
    expect(result.current.status).toBe('checking');
    await pass(500);
    expect(result.current.status).toBe('placed');
  });

  it('and that the exchange never got may be sent again under the same id', async () => {
    const { server, result, place, pass, sentIds } = await setUp();
    server.on(placeOrder, breakConnection);
    server.on(listOrders, () => []);
    await place();
    await pass(2000);
    expect(result.current.status).toBe('checking');
    await pass(3000);
    expect([result.current.status, result.current.error?.code]).toEqual(['failed', 'NETWORK']);
    expect(server.seen(listOrders)).toHaveLength(3);
    server.on(placeOrder, ({ clientRequestId }) => placedAs(clientRequestId));
    await place();
    await pass(0);
    expect(result.current.status).toBe('placed');
    expect(new Set(sentIds()).size).toBe(1);
  });

  it('that differs from the one before it has an id of its own', async () => {
    const { server, place, pass, sentIds } = await setUp();
    server.on(placeOrder, breakConnection);
    server.on(listOrders, () => []);
    await place();
    await pass(5000);
    await place({ ...request, quantity: decimal('0.6') });
    await pass(0);
    expect(new Set(sentIds()).size).toBe(2);
    await pass(5000);
  });

  it('is looked for again until the exchange can be reached', async () => {
    const { server, result, place, pass } = await setUp();
    server.on(placeOrder, breakConnection);
    server.on(listOrders, breakConnection);
    await place();
    await pass(30_000);
    expect(result.current.status).toBe('checking');
    server.on(listOrders, ({ clientRequestId }) => [placedAs(clientRequestId)]);
    await pass(20_000);
    expect(result.current.status).toBe('placed');
  });

  it('stays kept when it cannot be told, and is told when the app starts again', async () => {
    const { server, store, result, place, pass, sentIds } = await setUp();
    server.on(placeOrder, breakConnection);
    server.on(listOrders, breakConnection);
    await place();
    await pass(200_000);
    expect(result.current.error?.code).toBe('OUTCOME_UNKNOWN');
    expect(listPendingOrders().map((kept) => kept.clientRequestId)).toEqual(sentIds());
    server.on(listOrders, ({ clientRequestId }) => [placedAs(clientRequestId)]);
    const settled = store.dispatch(settlePendingOrders());
    await pass(500);
    expect((await settled.unwrap()).map((outcome) => outcome.order?.id)).toEqual([order.id]);
    expect(listPendingOrders()).toEqual([]);
  });

  it('is told as never placed when the app starts and the exchange has none', async () => {
    const { server, store, place, pass } = await setUp();
    server.on(placeOrder, breakConnection);
    server.on(listOrders, breakConnection);
    await place();
    await pass(200_000);
    server.on(listOrders, () => []);
    const settled = store.dispatch(settlePendingOrders());
    await pass(5000);
    expect(await settled.unwrap()).toEqual([{ order: undefined }]);
  });

  it('cannot be told by a server that answers with other orders', async () => {
    const { server, result, place, pass } = await setUp();
    server.on(placeOrder, breakConnection);
    server.on(listOrders, () => [placedAs(undefined)]);
    await place();
    await pass(500);
    expect(result.current.error?.code).toBe('OUTCOME_UNKNOWN');
  });
});

it('what lies under the key of pending orders is read only if it is some', async () => {
  await setUp();
  localStorage.setItem('pending-orders', '[{"clientRequestId":"x","request":{"amount":"1"}}]');
  expect(listPendingOrders()).toEqual([]);
});

it('an answered order is in the lists without asking again', async () => {
  const { server, store, place, pass } = await setUp();
  server.on(listOrders, () => []);
  server.on(placeOrder, ({ clientRequestId }) => placedAs(clientRequestId, 'waiting'));
  const filter = { baseId: order.baseId, quoteId: order.quoteId, status: 'waiting' as const };
  const query = store.dispatch(ordersApi.endpoints.listOrders.initiate(filter));
  await query;
  await place();
  await pass(0);
  const selectList = ordersApi.endpoints.listOrders.select(filter);
  expect(selectList(store.getState() as never).data?.map(({ id }) => id)).toEqual([order.id]);
  expect(server.seen(listOrders)).toHaveLength(1);
  query.unsubscribe();
});
