// Orders and executions with ids beyond 32 bits: with the sequences set higher, two users trade, replace, cancel, list
// and page, read files, and receive events and messages. Through the real app on both databases.
import { sql } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { listMessages } from '@halyard/contract/notifications/calls';
import { FILLS_CSV_PATH, listFills, listOrders, ORDERS_CSV_PATH, type Order } from '@halyard/contract/spot/calls';
import { cancelOrder, placeOrder, replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { decimal } from '@halyard/contract/money';
import { accountEvent } from '@halyard/contract/realtime/accountRoom';
import { rooms } from '@halyard/contract/realtime/rooms';
import { checkBooks } from '../../ledger/closings.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { follow, until } from '../../testing/realtimeHarness.ts';
import { orderRequest, SYMBOL } from '../../testing/spotMarket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

/** Above what 32 bits hold, with a sign and without. */
const FIRST_ORDER = 2 ** 33 + 17;
const FIRST_FILL = 2 ** 34 + 5;

describe('orders beyond 32 bits', () => {
  let server: TestServer;
  let buyer: TestUser;
  let seller: TestUser;
  let socket: Socket;
  const received: Order[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    await server.feed.append(SYMBOL, { price: '100' });
    await server.db.execute(
      sql`select setval('spot_orders_id_seq', ${FIRST_ORDER - 1}), setval('spot_fills_id_seq', ${FIRST_FILL - 1})`,
    );
    buyer = await server.registerUser();
    seller = await server.registerUser();
    await server.fund(buyer, CURRENCY.USDT, '10000');
    await server.fund(seller, CURRENCY.BTC, '10');
    socket = io(server.url, { transports: ['websocket'], forceNew: true, auth: { token: seller.token } });
    const follower = follow(socket, rooms.account, (delivery) => {
      if (delivery.kind === 'snapshot') return;
      const event = z.decode(accountEvent, delivery.data as z.input<typeof accountEvent>);
      if (event.event === 'order') received.push(event.order);
    });
    await until(() => follower.answers.length === 1);
  });
  afterAll(async () => {
    socket.close();
    await server.close();
  });

  const place = (user: TestUser, ...of: Parameters<typeof orderRequest>) =>
    server.call(placeOrder, orderRequest(...of), { token: user.token });
  const textOf = async (path: string, { token }: TestUser) =>
    (await fetch(`${server.url}/api/${path}`, { headers: { authorization: token } })).text();

  it('are placed, replaced, matched, cancelled and published', async () => {
    const [asked, other] = [await place(seller, 'sell', '1', '100.01'), await place(seller, 'sell', '1', '104')];
    expect([asked.id, other.id]).toEqual([FIRST_ORDER, FIRST_ORDER + 1]);
    const replaced = await server.call(
      replaceOrder,
      { id: asked.id, quantity: decimal('1'), price: decimal('100') },
      { token: seller.token },
    );
    const bought = await place(buyer, 'buy', '1', '100.02');
    expect(bought).toMatchObject({ id: FIRST_ORDER + 3, status: 'completed' });
    const cancelled = await server.call(cancelOrder, { id: other.id }, { token: seller.token });
    expect(cancelled).toMatchObject({ id: other.id, status: 'cancelled' });
    await vi.waitFor(() =>
      expect(received.map(({ id, status }) => [id, status])).toEqual(
        expect.arrayContaining([
          [replaced.id, 'completed'],
          [other.id, 'cancelled'],
        ]),
      ),
    );
  });

  it('are in lists, page by page, with their executions', async () => {
    const list = async (request: object) =>
      (await server.call(listOrders, { limit: 2, ...request }, { token: seller.token })).map(({ id }) => id);
    const first = await list({});
    expect(first).toEqual([FIRST_ORDER + 2, FIRST_ORDER + 1]);
    expect(await list({ after: first[1] })).toEqual([FIRST_ORDER]);
    const fills = await server.call(listFills, { orderId: (FIRST_ORDER + 3) as Order['id'] }, { token: buyer.token });
    expect(fills.map(({ id, orderId }) => [id, orderId])).toEqual([[FIRST_FILL, FIRST_ORDER + 3]]);
    expect(await server.call(listFills, { after: fills[0]?.id }, { token: buyer.token })).toEqual([]);
  });

  it('are in files, in messages and in the books', async () => {
    expect(await textOf(ORDERS_CSV_PATH, seller)).toContain(`,${FIRST_ORDER},1,,,,,,,\r\n`);
    expect(await textOf(FILLS_CSV_PATH, buyer)).toContain(`,${FIRST_ORDER + 3},${FIRST_FILL}\r\n`);
    await place(buyer, 'buy', '0.1');
    const page = await server.call(listMessages, { limit: 1 }, { token: buyer.token });
    const older = await server.call(listMessages, { limit: 1, before: page.next ?? '' }, { token: buyer.token });
    expect([...page.messages, ...older.messages].map(({ id }) => id)).toEqual([
      `order:${FIRST_ORDER + 4}`,
      `order:${FIRST_ORDER + 3}`,
    ]);
    const { rows } = await server.call(listEntries, {}, { token: buyer.token });
    expect(rows.map(({ reference }) => reference)).toContain(`fill:${FIRST_FILL}`);
    expect(await checkBooks(server.db)).toMatchObject([]);
  });
});
