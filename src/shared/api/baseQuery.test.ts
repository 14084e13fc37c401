// @vitest-environment jsdom Encoding of calls and decoding of answers and failures: the real base query in a real API
// and store, against a server at the level of fetch that reads and writes by the contract.
import { configureStore } from '@reduxjs/toolkit';
import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listCandles, listTicks } from '@halyard/contract/market/calls';
import { listArticles } from '@halyard/contract/news/calls';
import { listOrders } from '@halyard/contract/spot/calls';
import { cancelOrder, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getUser } from '@halyard/contract/user/calls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { answerRaw, breakConnection, neverAnswer, refuse } from '../../testing/fakeBackend.ts';
import { createFakeBackend } from '../../testing/stubBackend.ts';
import { isBusy } from '../pwa/busy.ts';
import { changeDraftOwner } from '../storage/draftOwner.ts';
import { noteServerTime, serverTimeMs } from '../time/serverClock.ts';
import { baseQuery, toCall, type CallArgs, type CallOptions } from './baseQuery.ts';

const TOKEN = 'a'.repeat(64);

function setUp(token: string | null = TOKEN) {
  const server = createFakeBackend();
  const dispatched: unknown[] = [];
  const store = configureStore({ reducer: () => ({}) });
  const run = async (args: CallArgs, options: CallOptions = {}, over: Partial<BaseQueryApi> = {}) => {
    const api = {
      signal: new AbortController().signal,
      getState: store.getState,
      dispatch: (action: unknown) => dispatched.push(action),
      extra: { readIdentity: () => ({ token: token ?? undefined, languageMark: 'jp' }) },
      ...over,
    };
    const result = await baseQuery(args, api as never, options);
    return { data: result.data, error: result.error, meta: result.meta };
  };
  return { server, run, dispatched };
}

const candlesOf = { symbol: 'BTC/USDT', period: '1min', fromSeconds: 0, toSeconds: 60 };
const order = build(placeOrder.answer);

afterEach(() => {
  vi.useRealTimers();
});

describe('a call', () => {
  it('carries the bare token and the language mark', async () => {
    const { server, run } = setUp();
    server.on(getUser, () => build(getUser.answer));
    await run(toCall(getUser, {}));
    const headers = server.seen(getUser)[0]?.headers;
    expect([headers?.get('Authorization'), headers?.get('language-mark')]).toEqual([TOKEN, 'jp']);
  });

  it('carries no token without a session', async () => {
    const { server, run } = setUp(null);
    server.on(listTicks, () => []);
    await run(toCall(listTicks, { symbol: 'BTC/USDT' }));
    expect(server.seen(listTicks)[0]?.headers.has('Authorization')).toBe(false);
  });

  it('is form-encoded with wire names when it writes', async () => {
    const fetched: Request[] = [];
    const { run } = setUp();
    vi.stubGlobal('fetch', (request: Request) => {
      fetched.push(request.clone());
      return Promise.resolve(new Response(JSON.stringify({ type: 'error', message: 'no' })));
    });
    const request = { baseId: order.baseId, quoteId: order.quoteId, side: 'sell' as const, quantity: decimal('0.10') };
    await run(toCall(placeOrder, request));
    const [sent] = fetched;
    expect(sent?.method).toBe('POST');
    expect(new URL(sent?.url ?? '').pathname).toBe('/api/coin/trade');
    expect(sent?.headers.get('Content-Type')).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(await sent?.text()))).toEqual({
      currency_id: String(order.baseId),
      legal_id: String(order.quoteId),
      type: '2',
      amount: '0.1',
    });
  });

  it('puts its parameters into the query when it reads, omitting missing ones', async () => {
    const { server, run } = setUp();
    server.on(listOrders, () => []);
    await run(toCall(listOrders, { status: 'waiting', page: undefined }));
    expect(server.seen(listOrders)[0]?.request).toEqual({ status: 'waiting' });
  });

  it('that does not fit its codec is not sent', async () => {
    const { run } = setUp();
    const { error } = await run({ call: listTicks, request: { symbol: 7 } });
    expect(error?.code).toBe('PARAMETER_INVALID');
  });
});

describe('an answer', () => {
  it('in envelope A is decoded into the domain’s terms', async () => {
    const { server, run } = setUp();
    server.on(cancelOrder, () => order);
    const { data } = await run(toCall(cancelOrder, { id: order.id }));
    expect(data).toEqual(order);
  });

  it('in envelope B is decoded alike', async () => {
    const { server, run } = setUp();
    const candles = build(listCandles.answer);
    server.on(listCandles, () => candles);
    expect((await run(toCall(listCandles, candlesOf))).data).toEqual(candles);
  });

  it('that refuses has a code, parameters and the server’s message', async () => {
    const { server, run } = setUp();
    server.on(cancelOrder, () => refuse('ORDER_NOT_OPEN', { id: 7 }, 'too late'));
    const { error } = await run(toCall(cancelOrder, { id: order.id }));
    expect(error).toEqual({ code: 'ORDER_NOT_OPEN', params: { id: 7 }, message: 'too late' });
  });

  it('that refuses in envelope B has them too', async () => {
    const { server, run } = setUp();
    server.on(listCandles, () => refuse('PERIOD_INVALID'));
    expect((await run(toCall(listCandles, candlesOf))).error?.code).toBe('PERIOD_INVALID');
  });

  it('with a code that is not on the list has the server’s message', async () => {
    const { server, run } = setUp();
    server.on(getUser, () => answerRaw('{"type":"error","message":"账户已锁定"}'));
    expect((await run(toCall(getUser, {}))).error).toMatchObject({ code: 'UNKNOWN', message: '账户已锁定' });
  });

  it.each([
    ['no JSON', '<html>', 200, 'ANSWER_UNREADABLE'],
    ['no envelope', '{"hello":1}', 200, 'ANSWER_UNREADABLE'],
    ['a payload of another shape', '{"type":"ok","message":{"id":"x"}}', 200, 'ANSWER_UNREADABLE'],
    ['the page of a proxy', '<html>', 502, 'SERVICE_UNAVAILABLE'],
    ['nothing', '', 200, 'ANSWER_UNREADABLE'],
  ])('of %s is recognized', async (_what, body, status, code) => {
    const { server, run } = setUp();
    server.on(getUser, () => answerRaw(body, status));
    expect((await run(toCall(getUser, {}))).error?.code).toBe(code);
  });
});

it('sets the server clock, by which deadlines are shown', async () => {
  const { run } = setUp();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2023, 2, 16, 14) });
  onTestFinished(() => noteServerTime(new Date().toUTCString()));
  const headers = { Date: 'Thu, 16 Mar 2023 14:05:00 GMT' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"type":"ok","message":[]}', { headers })));
  await run(toCall(listTicks, { symbol: 'BTC/USDT' }));
  expect(serverTimeMs(Date.now())).toBe(Date.UTC(2023, 2, 16, 14, 5));
});

describe('a public call', () => {
  const articles = toCall(listArticles, { kind: 'notice', language: 'jp' });

  function answerWith(headers: Record<string, string>) {
    const sent: Request[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      sent.push(request);
      return Promise.resolve(new Response('{"type":"ok","message":{"count":0,"limit":20,"list":[]}}', { headers }));
    });
    return sent;
  }

  it('carries no token in a session either', async () => {
    const { run } = setUp();
    const sent = answerWith({});
    await run(articles, { isPublic: true });
    expect([sent[0]?.headers.has('Authorization'), sent[0]?.headers.get('language-mark')]).toEqual([false, 'jp']);
  });

  it('bypasses the worker’s cache only when it is repeated', async () => {
    const { run } = setUp();
    const sent = answerWith({});
    await run(articles, { isPublic: true });
    await run(articles, { isPublic: true }, { forced: true });
    await run(articles, { isPublic: true, isAhead: true }, { forced: true });
    await run(articles, { isAhead: true }, { forced: true });
    expect(sent.map(({ cache }) => cache)).toEqual(['no-store', 'reload', 'force-cache', 'no-store']);
  });

  it('has the time of a cached answer, which does not set the clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2023, 2, 16, 14) });
    onTestFinished(() => noteServerTime(new Date().toUTCString()));
    const { run } = setUp();
    answerWith({ 'halyard-fetched-at': '2023-03-15T09:00:00.000Z', Date: 'Wed, 15 Mar 2023 09:00:00 GMT' });
    const { error, meta } = await run(articles, { isPublic: true });
    expect(error).toBeUndefined();
    expect(meta).toEqual({ isInline: false, fetchedAt: '2023-03-15T09:00:00.000Z' });
    expect(serverTimeMs(Date.now())).toBe(Date.UTC(2023, 2, 16, 14));
  });

  it('has no such time for a fresh answer', async () => {
    const { run } = setUp();
    answerWith({});
    expect((await run(articles, { isPublic: true })).meta).toEqual({ isInline: false });
  });
});

describe('type 999', () => {
  it('is dispatched with the token that was used and the server’s message', async () => {
    const { server, run, dispatched } = setUp();
    server.on(getUser, () => refuse('NOT_LOGGED_IN', {}, 'log in, please'));
    expect((await run(toCall(getUser, {}))).error?.code).toBe('NOT_LOGGED_IN');
    expect(dispatched).toEqual([{ type: 'session/notLoggedIn', payload: { token: TOKEN, message: 'log in, please' } }]);
  });

  it.each([
    ['the same user', false, 2],
    ['another user', true, 1],
  ])('is answered under a newer token of %s', async (_whose, isOther, calls) => {
    let token = TOKEN;
    changeDraftOwner('1');
    onTestFinished(() => changeDraftOwner(undefined));
    const { server, run } = setUp();
    server.on(getUser, () => {
      if (token !== TOKEN) return build(getUser.answer);
      token = 'b'.repeat(64);
      if (isOther) changeDraftOwner('2');
      return refuse('NOT_LOGGED_IN');
    });
    await run(toCall(getUser, {}), {}, { extra: { readIdentity: () => ({ token, languageMark: 'jp' }) } });
    expect(server.seen(getUser)).toHaveLength(calls);
  });

  it('as a number is the same', async () => {
    const { server, run, dispatched } = setUp();
    server.on(getUser, () => answerRaw('{"type":999,"message":"log in"}'));
    await run(toCall(getUser, {}));
    expect(dispatched).toHaveLength(1);
  });
});

describe('a call without answer', () => {
  it('ends after the default time limit', async () => {
    vi.useFakeTimers();
    const { server, run } = setUp();
    server.on(getUser, neverAnswer);
    const running = run(toCall(getUser, {}));
    await vi.advanceTimersByTimeAsync(299_999);
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await running).error?.code).toBe('TIMEOUT');
  });

  it('ends sooner if its endpoint sets a limit', async () => {
    vi.useFakeTimers();
    const { server, run } = setUp();
    server.on(getUser, neverAnswer);
    const running = run(toCall(getUser, {}), { timeoutMs: 10 });
    await vi.advanceTimersByTimeAsync(10);
    expect((await running).error?.code).toBe('TIMEOUT');
  });

  it('distinguishes a broken connection from being offline', async () => {
    const { server, run } = setUp();
    server.on(getUser, breakConnection);
    expect((await run(toCall(getUser, {}))).error?.code).toBe('NETWORK');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect((await run(toCall(getUser, {}))).error?.code).toBe('OFFLINE');
  });

  it('ends when its subscriber leaves', async () => {
    const { server, run } = setUp();
    server.on(getUser, neverAnswer);
    const controller = new AbortController();
    const running = run(toCall(getUser, {}), {}, { signal: controller.signal });
    controller.abort();
    expect((await running).error?.code).toBe('NETWORK');
  });
});

describe('a money mutation', () => {
  it('blocks updates of the app until it is answered, and no other call does', async () => {
    const { server, run } = setUp();
    const wasBusy: boolean[] = [];
    const note = () => {
      wasBusy.push(isBusy());
      return order;
    };
    server.on(cancelOrder, note);
    await run(toCall(cancelOrder, { id: order.id }), { isMoneyMutation: true });
    await run(toCall(cancelOrder, { id: order.id }));
    expect([...wasBusy, isBusy()]).toEqual([true, false, false]);
  });

  it('is refused while offline and never sent', async () => {
    const { server, run } = setUp();
    server.on(cancelOrder, () => order);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { error } = await run(toCall(cancelOrder, { id: order.id }), { isMoneyMutation: true });
    expect(error?.code).toBe('OFFLINE');
    expect(server.seen(cancelOrder)).toEqual([]);
  });

  it('that was sent before the connection was lost is not reported as refused', async () => {
    const { server, run } = setUp();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    server.on(cancelOrder, () => {
      onLine.mockReturnValue(false);
      return breakConnection();
    });
    const { error } = await run(toCall(cancelOrder, { id: order.id }), { isMoneyMutation: true });
    expect(error?.code).toBe('NETWORK');
  });
});
