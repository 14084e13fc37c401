// A money mutation from a form has one effect, also with a lost answer and however often the button is tapped.
// The real hook, store and base query against a server that loses answers, on a device that stores nothing (with
// storage: scripts/integration/moneyMutations.test.ts).
import { act, renderHook } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setStops } from '@halyard/contract/futures/calls';
import { listOrders, type Order } from '@halyard/contract/spot/calls';
import { cancelAllOrders, cancelOrder, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getUser } from '@halyard/contract/user/calls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import type { MoneyCall, MoneyMutation, WriteResult } from '../../shared/money-mutations/moneyMutation.ts';
import { startI18n } from '../../shared/i18n/i18n.ts';
import { forgetWrite, readPendingWrites } from '../../shared/money-mutations/pendingWrites.ts';
import { settleWrites } from '../../shared/money-mutations/settleWrites.ts';
import { SAME_TAP_MS, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { isBusy } from '../../shared/pwa/busy.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { futuresOf } from '../../testing/futures.ts';
import { createTestStore } from '../../testing/createTestStore.ts';
import { breakConnection, neverAnswer, refuse } from '../../testing/fakeBackend.ts';
import { stopsChange } from '../futures/product.ts';
import { ordersApi } from './ordersApi.ts';
import { cancellation, cancellationOfAll, placement } from './orderMutations.ts';

const order = build(placeOrder.answer);
const position = futuresOf();
const orderRequest = { baseId: order.baseId, quoteId: order.quoteId, side: 'buy', quantity: decimal('0.5') } as const;
const other = { ...orderRequest, quantity: decimal('0.6') };
const FRAME_MS = 40;

async function setUp<C extends MoneyCall>(write: MoneyMutation<C>) {
  const parts = await createTestStore(build(getUser.answer));
  const render = () =>
    renderHook(() => useMoneyMutation(write), {
      wrapper: ({ children }) => <Provider store={parts.store}>{children}</Provider>,
    });
  const view = render();
  // The store notifies components in the frame after a change.
  const pass = (forMs: number) => act(() => vi.advanceTimersByTimeAsync(forMs + FRAME_MS));
  const sent = () => parts.server.seen(write.call).map(({ request }) => request as { clientRequestId?: string });
  const ids = () => sent().map(({ clientRequestId }) => clientRequestId);
  return { ...parts, ...view, render, pass, sent, ids };
}

async function setUpPlacing() {
  const parts = await setUp(placement);
  const place = (asked: typeof orderRequest | typeof other = orderRequest) =>
    act(async () => void parts.result.current.send(asked));
  return { ...parts, place };
}

/** A form whose request the exchange kept failing, so that its outcome is unknown. */
async function setUpOpen() {
  const parts = await setUpPlacing();
  const settled: (WriteResult<typeof placeOrder> | undefined)[] = [];
  parts.server.on(placeOrder, () => refuse('SERVICE_UNAVAILABLE'));
  await act(async () => {
    void parts.result.current.send(orderRequest).then(async (sent) => settled.push(await sent?.settled));
  });
  await parts.pass(5000);
  expect(parts.result.current.error?.code).toBe('SERVICE_UNAVAILABLE');
  return { ...parts, settled, giveUp: parts.ids().length };
}

// Its start takes a timer.
beforeAll(() => startI18n('en'));
beforeEach(() => {
  vi.useFakeTimers();
  changeDraftOwner('7');
});

afterEach(async () => {
  changeDraftOwner(undefined);
  // Running requests end with their user.
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
});

describe('a second tap', () => {
  it('during the first request sends nothing, whatever it would send', async () => {
    const { server, place, pass, sent } = await setUpPlacing();
    server.on(placeOrder, neverAnswer);
    await place();
    await place();
    await place(other);
    await pass(0);
    expect(sent()).toHaveLength(1);
  });

  it('on the same form opened again joins the running request', async () => {
    const { server, place, pass, sent, render } = await setUpPlacing();
    let answer = (_order: Order) => undefined as void;
    server.on(placeOrder, () => new Promise<Order>((resolve) => (answer = resolve)));
    await place();
    const { result } = render();
    await act(async () => void result.current.send(orderRequest));
    await pass(0);
    answer(order);
    await pass(0);
    expect([result.current.status, sent().length]).toEqual(['done', 1]);
  });

  it('right after the first answer sends nothing, and a moment later is another request', async () => {
    const { server, result, place, pass, ids } = await setUpPlacing();
    server.on(placeOrder, () => order);
    await place();
    await pass(0);
    expect([result.current.status, result.current.answer?.id]).toEqual(['done', order.id]);
    await pass(SAME_TAP_MS - 3 * FRAME_MS);
    await place();
    expect(ids()).toHaveLength(1);
    await pass(3 * FRAME_MS);
    await place();
    await pass(0);
    expect(new Set(ids()).size).toBe(2);
  });

  it('after a refusal is another try immediately', async () => {
    const { server, result, place, pass, ids } = await setUpPlacing();
    server.on(placeOrder, () => refuse('INSUFFICIENT_BALANCE'));
    await place();
    await pass(0);
    expect([result.current.status, result.current.error?.code]).toEqual(['failed', 'INSUFFICIENT_BALANCE']);
    await place();
    await pass(0);
    expect(new Set(ids()).size).toBe(2);
  });
});

describe('a mutation whose answer is lost', () => {
  it('is sent again under its id, also when the first answer never came, and has one effect', async () => {
    const { server, result, place, pass, ids } = await setUpPlacing();
    server.on(placeOrder, neverAnswer);
    await place();
    await pass(14_800);
    expect(result.current.status).toBe('sending');
    await pass(200);
    expect(result.current.status).toBe('checking');
    server.on(placeOrder, breakConnection);
    await pass(2000);
    expect(isBusy()).toBe(true);
    server.on(placeOrder, () => order);
    await pass(3000);
    expect([result.current.status, isBusy()]).toEqual(['done', false]);
    expect(ids().length).toBeGreaterThan(2);
    expect(new Set(ids()).size).toBe(1);
  });

  it('ends with the later answer', async () => {
    const { server, result, place, pass } = await setUpPlacing();
    server.on(placeOrder, breakConnection);
    await place();
    await pass(0);
    server.on(placeOrder, () => refuse('REQUEST_EXPIRED'));
    await pass(500);
    expect([result.current.status, result.current.error?.code]).toEqual(['failed', 'REQUEST_EXPIRED']);
  });

  it('is retried when it was refused before processing', async () => {
    const { server, result, place, pass } = await setUpPlacing();
    server.on(placeOrder, breakConnection);
    await place();
    await pass(0);
    server.on(placeOrder, () => refuse('RATE_LIMITED'));
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await pass(500);
    online.mockReturnValue(true);
    await pass(1500);
    expect(result.current.status).toBe('checking');
    server.on(placeOrder, () => order);
    await pass(3000);
    expect(result.current.status).toBe('done');
  });

  it('is given up when the exchange keeps failing; the same form then reuses it, a changed one does not', async () => {
    const { server, result, place, pass, ids } = await setUpPlacing();
    server.on(placeOrder, () => refuse('SERVICE_UNAVAILABLE'));
    await place();
    await pass(5000);
    expect(result.current.error?.code).toBe('SERVICE_UNAVAILABLE');
    expect(ids()).toHaveLength(4);
    server.on(placeOrder, () => order);
    await place(other);
    await pass(0);
    await place();
    await pass(0);
    expect(ids()).toHaveLength(6);
    expect(new Set([...ids().slice(0, 4), ids()[5]]).size).toBe(1);
    expect(ids()[4]).not.toBe(ids()[5]);
  });

  it('is shown as unknown after minutes without an answer, and sent again under a new id once it is too late', async () => {
    const { server, result, place, pass, ids } = await setUpPlacing();
    server.on(placeOrder, breakConnection);
    await place();
    await pass(200_000);
    expect(result.current.error?.code).toBe('OUTCOME_UNKNOWN');
    const [open] = ids();
    server.on(placeOrder, ({ clientRequestId }) => (clientRequestId === open ? refuse('REQUEST_EXPIRED') : order));
    await place();
    await pass(0);
    expect(result.current.status).toBe('done');
    expect(new Set(ids()).size).toBe(2);
  });

  it('gets its first answer if another tab settles it before the same form sends it again', async () => {
    const { result, server, place, pass, ids, giveUp } = await setUpOpen();
    const [id = ''] = ids();
    await forgetWrite(id);
    server.on(placeOrder, () => order);
    await place();
    await pass(0);
    expect([result.current.status, new Set(ids()).size, ids().length]).toEqual(['done', 1, giveUp + 1]);
  });

  it('gets its first answer if another tab settles it while another form waits to send it', async () => {
    const { server, pass, ids, render } = await setUpOpen();
    const [id = ''] = ids();
    const request = async (_name: string, task: () => Promise<unknown>) => {
      await forgetWrite(id);
      return task();
    };
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
    server.on(placeOrder, () => order);
    const { result } = render();
    await act(async () => void result.current.send(orderRequest));
    await pass(0);
    expect([result.current.status, new Set(ids()).size]).toEqual(['done', 1]);
  });

  it('that the app settles itself ends its form, and the same request is a new one a moment later', async () => {
    const { result, server, store, pass, ids, settled, giveUp } = await setUpOpen();
    server.on(placeOrder, () => order);
    await act(() => settleWrites([placement] as unknown as readonly MoneyMutation[], store.dispatch as never));
    await pass(0);
    expect(settled.at(-1)?.data?.id).toBe(order.id);
    expect([result.current.status, ids().length]).toEqual(['idle', giveUp + 1]);
    await act(async () => void result.current.send(orderRequest));
    expect(ids()).toHaveLength(giveUp + 1);
    await pass(SAME_TAP_MS);
    await act(async () => void result.current.send(orderRequest));
    await pass(0);
    expect(new Set(ids()).size).toBe(2);
  });

  it('that the app settles itself is no longer of a form that has changed', async () => {
    const { result, server, store, settled } = await setUpOpen();
    act(() => result.current.reset());
    server.on(placeOrder, () => order);
    await act(() => settleWrites([placement] as unknown as readonly MoneyMutation[], store.dispatch as never));
    expect(settled).toEqual([]);
  });

  it('that the app settles during another one is a new one afterwards', async () => {
    const { result, server, store, place, pass, ids } = await setUpOpen();
    let answer = (_order: Order) => undefined as void;
    server.on(placeOrder, ({ quantity }) =>
      quantity === other.quantity ? new Promise<Order>((resolve) => (answer = resolve)) : order,
    );
    await place(other);
    await act(() => settleWrites([placement] as unknown as readonly MoneyMutation[], store.dispatch as never));
    await act(async () => answer(order));
    await pass(SAME_TAP_MS);
    expect(result.current.status).toBe('done');
    await place();
    await pass(0);
    expect(new Set(ids()).size).toBe(3);
  });

  it('is not begun again when that is found out minutes after the tap', async () => {
    const { result, server, place, pass, ids } = await setUpOpen();
    server.on(placeOrder, neverAnswer);
    await place();
    await pass(185_000);
    server.on(placeOrder, () => refuse('REQUEST_EXPIRED'));
    await pass(60_000);
    expect([result.current.error?.code, new Set(ids()).size]).toEqual(['REQUEST_EXPIRED', 2]);
  });

  it('stays on the device while its outcome was shown by no screen', async () => {
    const { server, result, place, pass } = await setUpPlacing();
    server.on(placeOrder, () => order);
    const hide = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const paint = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    onTestFinished(() => [hide, paint].forEach((spy) => spy.mockRestore()));
    await place();
    await pass(1000);
    expect([result.current.status, (await readPendingWrites()).length]).toEqual(['done', 1]);
  });

  it('is not sent in the name of another user', async () => {
    const { server, place, pass, sent } = await setUpPlacing();
    server.on(placeOrder, breakConnection);
    await place();
    await pass(0);
    changeDraftOwner('8');
    await pass(10_000);
    expect(sent()).toHaveLength(1);
  });
});

describe('a mutation that sets a state', () => {
  it('is a new one again after another one that was set meanwhile', async () => {
    const { server, result, pass, ids } = await setUp(stopsChange);
    const set = (stopLoss: string) =>
      act(async () => void result.current.send({ id: position.id, stopLoss: decimal(stopLoss) }));
    server.on(setStops, () => refuse('SERVICE_UNAVAILABLE'));
    await set('59000');
    await pass(5000);
    server.on(setStops, () => position);
    await set('58000');
    await pass(SAME_TAP_MS);
    expect(await readPendingWrites()).toEqual([]);
    await set('59000');
    await pass(0);
    expect([result.current.status, new Set(ids()).size]).toEqual(['done', 3]);
  });
});

describe('a mutation', () => {
  it('whose id was refused as out of time is sent once more under a new one', async () => {
    const { server, result, place, pass, ids } = await setUpPlacing();
    let refusals = 0;
    server.on(placeOrder, () => {
      refusals += 1;
      return refusals === 1 ? refuse('REQUEST_EXPIRED') : order;
    });
    await place();
    await pass(0);
    expect([result.current.status, new Set(ids()).size]).toEqual(['done', 2]);
  });

  it('is refused offline', async () => {
    const { result, place, pass, sent } = await setUpPlacing();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await place();
    await pass(0);
    expect([result.current.error?.code, sent().length]).toEqual(['OFFLINE', 0]);
  });

  it('updates the lists without another read', async () => {
    const { server, store, place, pass } = await setUpPlacing();
    server.on(listOrders, () => []);
    server.on(placeOrder, () => ({ ...order, status: 'waiting' as const }));
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
});

describe('a cancellation whose answer is lost', () => {
  it('is sent again under its id, for one order', async () => {
    const { server, result, pass, ids } = await setUp(cancellation);
    server.on(cancelOrder, breakConnection);
    await act(async () => void result.current.send({ id: order.id }));
    await pass(0);
    server.on(cancelOrder, () => ({ ...order, status: 'cancelled' as const }));
    await pass(500);
    expect(result.current.answer?.status).toBe('cancelled');
    expect([ids().length, new Set(ids()).size]).toEqual([2, 1]);
  });

  it('and of all orders of a pair, is counted once; the next one is new', async () => {
    const { server, result, pass, ids } = await setUp(cancellationOfAll);
    const pair = { baseId: order.baseId, quoteId: order.quoteId };
    server.on(cancelAllOrders, breakConnection);
    await act(async () => void result.current.send(pair));
    await pass(0);
    server.on(cancelAllOrders, () => ({ cancelled: 3 }));
    await pass(500);
    expect(result.current.answer).toEqual({ cancelled: 3 });
    await pass(SAME_TAP_MS);
    await act(async () => void result.current.send(pair));
    await pass(0);
    expect([ids().length, new Set(ids()).size]).toEqual([3, 2]);
  });
});
