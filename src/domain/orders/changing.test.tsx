// Changing and cancelling waiting orders: once, whatever happens to the answer. The real endpoints, store and base query against a server that loses
// answers.
import { act, renderHook } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelAllOrders, cancelOrder, replaceOrder, type Order } from '@halyard/contract/calls/spot';
import { getUser } from '@halyard/contract/calls/user';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { createTestStore } from '../../testing/createTestStore.ts';
import { breakConnection, neverAnswer, refuse } from '../../testing/fakeBackend.ts';
import { useCancelAllOrdersMutation } from './orderChangesApi.ts';
import { useCancelOrderMutation } from './ordersApi.ts';
import { useReplaceOrder } from './useReplaceOrder.ts';

const order = build(replaceOrder.answer);
const request = { id: order.id, quantity: decimal('0.5'), price: decimal('100') };
const FRAME_MS = 20;

async function setUp<T>(hook: () => T) {
  const parts = await createTestStore(build(getUser.answer));
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => <Provider store={parts.store}>{children}</Provider>,
  });
  // The store tells components in the frame after a change.
  const pass = (forMs: number) => act(() => vi.advanceTimersByTimeAsync(forMs + FRAME_MS));
  return { ...parts, result, pass };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a change whose answer is lost', () => {
  const setUpReplace = async () => {
    const parts = await setUp(useReplaceOrder);
    const outcomes: (Order | undefined)[] = [];
    const replace = (asked = request) =>
      act(async () => void parts.result.current.replace(asked).then((outcome) => outcomes.push(outcome)));
    const sentIds = () => parts.server.seen(replaceOrder).map((seen) => seen.request.clientRequestId);
    return { ...parts, outcomes, replace, sentIds };
  };

  it('is asked for again under its id, also when the first answer never came, and is done once', async () => {
    const { server, result, outcomes, replace, pass, sentIds } = await setUpReplace();
    server.on(replaceOrder, neverAnswer);
    await replace();
    await pass(14_900);
    expect([result.current.isSending, result.current.isChecking]).toEqual([true, false]);
    await pass(100);
    expect(result.current.isChecking).toBe(true);
    server.on(replaceOrder, breakConnection);
    await pass(2000);
    server.on(replaceOrder, () => order);
    await pass(3000);
    expect(outcomes).toEqual([order]);
    expect([result.current.isSending, result.current.isChecking]).toEqual([false, false]);
    expect(sentIds().length).toBeGreaterThan(2);
    expect(new Set(sentIds()).size).toBe(1);
  });

  it('ends with what the exchange says to it then', async () => {
    const { server, result, outcomes, replace, pass } = await setUpReplace();
    server.on(replaceOrder, breakConnection);
    await replace();
    await pass(0);
    server.on(replaceOrder, () => refuse('ORDER_NOT_OPEN'));
    await pass(500);
    expect([outcomes, result.current.error?.code]).toEqual([[undefined], 'ORDER_NOT_OPEN']);
  });

  it('waits while the device is offline, and is not given up for a server that fails now and then', async () => {
    const { server, outcomes, replace, pass } = await setUpReplace();
    server.on(replaceOrder, breakConnection);
    await replace();
    await pass(0);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await pass(5000);
    online.mockReturnValue(true);
    server.on(replaceOrder, () => order);
    await pass(5000);
    expect(outcomes).toEqual([order]);
  });

  it('is given up when the exchange answers three times that it cannot, and sent again under the same id', async () => {
    const { server, result, replace, pass, sentIds } = await setUpReplace();
    server.on(replaceOrder, () => refuse('SERVICE_UNAVAILABLE'));
    await replace();
    await pass(5000);
    expect(result.current.error?.code).toBe('SERVICE_UNAVAILABLE');
    expect(sentIds()).toHaveLength(4);
    server.on(replaceOrder, () => order);
    await replace();
    await pass(0);
    await replace({ ...request, price: decimal('101') });
    await pass(0);
    expect(sentIds()).toHaveLength(6);
    expect(new Set(sentIds()).size).toBe(2);
    expect(new Set(sentIds().slice(0, 5)).size).toBe(1);
  });

  it('is told as unknown when nobody can be reached for minutes', async () => {
    const { server, result, replace, pass } = await setUpReplace();
    server.on(replaceOrder, breakConnection);
    await replace();
    await pass(200_000);
    expect(result.current.error?.code).toBe('OUTCOME_UNKNOWN');
  });
});

describe('cancelling whose answer is lost', () => {
  it('is asked for again under its id, for one order', async () => {
    const { server, result, pass } = await setUp(useCancelOrderMutation);
    server.on(cancelOrder, breakConnection);
    await act(async () => void result.current[0](order.id));
    await pass(0);
    server.on(cancelOrder, () => ({ ...order, status: 'cancelled' as const }));
    await pass(500);
    expect(result.current[1].data?.status).toBe('cancelled');
    const ids = server.seen(cancelOrder).map((seen) => seen.request.clientRequestId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('and for all of a pair, which are counted once; the next time is another one', async () => {
    const { server, result, pass } = await setUp(useCancelAllOrdersMutation);
    const pair = { baseId: order.baseId, quoteId: order.quoteId };
    server.on(cancelAllOrders, breakConnection);
    await act(async () => void result.current[0](pair));
    await pass(0);
    server.on(cancelAllOrders, () => ({ cancelled: 3 }));
    await pass(500);
    expect(result.current[1].data).toEqual({ cancelled: 3 });
    await act(async () => void result.current[0](pair));
    await pass(0);
    const ids = server.seen(cancelAllOrders).map((seen) => seen.request.clientRequestId);
    expect(ids[0]).toBe(ids[1]);
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  });
});
