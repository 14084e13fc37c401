// The stream of the whole exchange: a socket receives what the calls answer, for the book under load, candles, tape,
// tickers and a user's orders and balances. The real app on a real database, real sockets; only the prices are
// scripted.
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CurrencyId } from '@halyard/contract/ids';
import { getDepth, listCandles, listMarkets, listTicks } from '@halyard/contract/market/calls';
import type { Order } from '@halyard/contract/spot/calls';
import { cancelOrder, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { logOut } from '@halyard/contract/user/calls';
import { decimal } from '@halyard/contract/money';
import { applyDepth } from '@halyard/contract/realtime/depth';
import { accountEvent } from '@halyard/contract/realtime/accountRoom';
import { depthData, LOGGED_OUT, roomCodecs, rooms, type DepthData } from '@halyard/contract/realtime/rooms';
import type { Delivery } from '@halyard/contract/realtime/sequence';
import { follow, recordMessages, subscribe, subscribeTo, until } from '../testing/realtimeHarness.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';

const SYMBOL = 'BTC/USDT';
const BTC = 1 as CurrencyId;
const USDT = 3 as CurrencyId;

let server: TestServer;
let trader: TestUser;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.feed.append(SYMBOL, { price: '28000' }, { price: '28010' });
  trader = await server.registerUser();
  await server.fund(trader, USDT, '100000');
  await server.fund(trader, BTC, '10');
});
afterAll(() => server.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

async function connect(token?: string): Promise<Socket> {
  const auth = token === undefined ? {} : { token };
  const socket = io(server.url, { transports: ['websocket'], forceNew: true, reconnectionDelay: 5, auth });
  sockets.push(socket);
  await until(() => socket.connected);
  return socket;
}

function place(side: 'buy' | 'sell', price: string, quantity = '0.01'): Promise<Order> {
  const request = { baseId: BTC, quoteId: USDT, side, price: decimal(price), quantity: decimal(quantity) };
  return server.call(placeOrder, request, { token: trader.token });
}

const depthNow = () => server.call(getDepth, { symbol: SYMBOL, limit: 100 });

it('ends with the book of the call, after orders, cancels, ticks and lost connections', async () => {
  const socket = await connect();
  let book: DepthData | undefined;
  const follower = follow(socket, rooms.depth(SYMBOL), ({ kind, data }: Delivery) => {
    const read = z.decode(depthData, data as never);
    book = kind === 'snapshot' || book === undefined ? read : applyDepth(book, read);
  });
  await until(() => book !== undefined);
  const waiting: Order[] = [];
  for (let round = 0; round < 12; round += 1) {
    waiting.push(await place('buy', String(27_000 + round)), await place('sell', String(29_000 + round)));
    if (round % 3 === 0) await server.feed.append(SYMBOL, { price: String(28_000 + round) });
    if (round % 4 === 1) socket.io.engine.close();
    const cancelled = round % 2 === 0 ? waiting.shift() : undefined;
    if (cancelled) await server.call(cancelOrder, { id: cancelled.id }, { token: trader.token });
  }
  await place('buy', '26000', '0.5');
  await until(() => book?.bids.some(([price, quantity]) => price === '26000' && quantity === '0.5') ?? false);
  const { bids, asks } = await depthNow();
  expect(book).toMatchObject({ bids, asks });
  expect(follower.answers.length).toBeGreaterThan(3);
  expect(follower.answers).not.toContain('error');
});

it('sends candles, tape and tickers as the calls answer them', async () => {
  const socket = await connect();
  const heard = recordMessages(socket);
  const states = await subscribe(socket, rooms.kline(SYMBOL, '1day'), rooms.trades(SYMBOL), rooms.ticker);
  expect(states.map((state) => 'error' in state)).toEqual([false, false, false]);
  await server.feed.append(SYMBOL, { price: '28123.45', quantity: '0.25' }, { price: '28100', quantity: '0.5' });
  await until(() => new Set(heard.map(({ room }) => room)).size === 3);
  const newest = (room: string) => heard.findLast((message) => message.room === room)?.data as never;

  const seconds = Math.floor(Date.now() / 1000);
  const range = { fromSeconds: seconds - 3 * 86_400, toSeconds: seconds };
  const candle = (await server.call(listCandles, { symbol: SYMBOL, period: '1day', ...range })).at(-1);
  const { open, high, low, close, volume, turnover } = z.decode(
    roomCodecs.kline.message,
    newest('kline:BTC/USDT:1day'),
  );
  expect(candle).toMatchObject({ open, high, low, close, volume, turnover });

  const ticks = await server.call(listTicks, { symbol: SYMBOL, limit: 2 });
  expect(z.decode(roomCodecs.trades.message, newest('trades:BTC/USDT'))).toEqual(ticks.toReversed());

  const [group] = await server.call(listMarkets, {});
  const shown = group?.markets.find((market) => market.base === 'BTC');
  expect(z.decode(roomCodecs.ticker.message, newest('ticker'))).toEqual([shown]);
});

it('notifies only the owner of an order and of the changed balances', async () => {
  const owner = await connect(trader.token);
  const stranger = await connect((await server.registerUser()).token);
  const [heard, overheard] = [recordMessages(owner), recordMessages(stranger)];
  await subscribeTo(owner, rooms.account);
  await subscribeTo(stranger, rooms.account);
  const order = await place('buy', '25000', '0.1');
  const events = () => heard.map(({ data }) => z.decode(accountEvent, data as z.input<typeof accountEvent>));
  await until(() => new Set(events().map(({ event }) => event)).size === 2);
  expect(events().find(({ event }) => event === 'order')).toEqual({ event: 'order', order });
  const balances = events().flatMap((event) => (event.event === 'balance' ? event.balances : []));
  expect(balances).toContainEqual(expect.objectContaining({ account: 'spot', currency: 'USDT', currencyId: USDT }));
  await stranger.emitWithAck('unsubscribe', { rooms: [] });
  expect(overheard).toEqual([]);
});

it('closes the private room when the user logs out by the call', async () => {
  const user = await server.registerUser();
  const socket = await connect(user.token);
  const goodbye = new Promise((resolve) => void socket.once(LOGGED_OUT, resolve));
  await subscribeTo(socket, rooms.account);
  await server.call(logOut, {}, { token: user.token });
  await goodbye;
  expect(await subscribe(socket, rooms.account)).toEqual([{ room: 'account', error: 'NOT_LOGGED_IN' }]);
});

it('has no room for a hidden market', async () => {
  const socket = await connect();
  expect(await subscribe(socket, rooms.depth('NOPE/USDT'), rooms.depth('btcusdt'))).toEqual([
    { room: 'depth:NOPE/USDT', error: 'MARKET_NOT_FOUND' },
    { room: 'depth:btcusdt', error: 'MARKET_NOT_FOUND' },
  ]);
});
