// Two server processes on one PostgreSQL are one exchange: traders place, replace and cancel orders of every type on
// both at once; then calls and rooms of both nodes show one book that is not crossed, every change was received through
// the other node too, and quantity and money are conserved. With every change: races.test.ts has two services on one
// database, eventBus.test.ts two buses on one Redis.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { OrderId, UserId } from '@halyard/contract/ids';
import { getDepth, listMarkets } from '@halyard/contract/market/calls';
import type { Order } from '@halyard/contract/spot/calls';
import {
  cancelAllOrders,
  cancelOrder,
  placeOrder,
  replaceOrder,
  type OrderRequest,
} from '@halyard/contract/spot/mutationCalls';
import { compare, decimal, divide, multiply, round, type Decimal } from '@halyard/contract/money';
import { applyDepth } from '@halyard/contract/realtime/depth';
import { accountEvent } from '@halyard/contract/realtime/accountRoom';
import { depthData, rooms, type DepthData } from '@halyard/contract/realtime/rooms';
import { createHttpCaller, RefusedError, type HttpCaller } from '@halyard/contract/testing/httpCaller';
import { systemClock } from '../../clock.ts';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import { createLocalBus, createRedisBus } from '../../events/eventBus.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { createExchangeProcess, type ExchangeProcess } from '../../testing/crash/exchangeProcess.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../../testing/ledgerFixtures.ts';
import { follow, type Follower } from '../../testing/realtimeHarness.ts';
import { BTC_USDT, findFaults, SYMBOL } from '../../testing/spotMarket.ts';
import { createPostgresDatabase, testEngines } from '../../testing/testDatabase.ts';
import { createSessions } from '../user/sessions.ts';

const TRADERS = 6;
const ACTS = 30;
const ACTS_AT_ONE_PRICE = 6;
const PATIENCE = { interval: 50 };
const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
/** Refusals that concurrent commands may cause; anything else is a fault. */
const EXPECTED_REFUSALS = [
  'FOK_UNFILLED',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_SELLABLE_BALANCE',
  'NO_LIQUIDITY',
  'ORDER_CHANGED',
  'OWN_ORDER',
  'ORDER_NOT_OPEN',
  'POST_ONLY_WOULD_TAKE',
  'STOP_PRICE_REACHED',
];

const log = pino({ level: 'silent' });
const isPostgresUp = (await testEngines()).includes('postgres');
const isRedisUp = await createRedisBus({ url: REDIS_URL, exchange: 'test' }, log).then(
  (bus) => bus.close().then(() => true),
  () => process.env['REQUIRE_SERVICES'] === '1',
);

type Trader = { readonly id: UserId; readonly token: string };
type Node = { readonly exchange: ExchangeProcess; readonly call: HttpCaller };

describe.runIf(isPostgresUp && isRedisUp)('two nodes on one PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let dataDir: string;
  let database: OpenDatabase;
  let nodes: readonly [Node, Node];
  let traders: readonly Trader[];
  let books: readonly { readonly follower: Follower; depth(): DepthData | undefined }[];
  const sockets: Socket[] = [];
  const placed = new Map<OrderId, UserId>();
  const received = new Map<UserId, Set<OrderId>>();
  const refusals = new Set<string>();

  beforeAll(async () => {
    place = await createPostgresDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-nodes-'));
    database = await openDatabase({ databaseUrl: place.url });
    traders = await openTraders(database);
    nodes = [await startNode(), await startNode()];
    books = await Promise.all(nodes.map(({ exchange }) => followBook(exchange)));
    // All clients listen on the second node alone.
    await Promise.all(traders.map((trader) => listen(trader, nodes[1].exchange)));
    await Promise.all(traders.flatMap((trader) => nodes.map(({ call }) => live(trader, call))));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    await Promise.all(nodes.map(({ exchange }) => exchange.stop()));
    await database.close();
    await place.drop();
    await rm(dataDir, { recursive: true });
  });

  it('show one book, in calls and in rooms, that is not crossed', async () => {
    // The price moves on, so the four books are read until they are of one moment.
    const depth = await vi.waitFor(async () => {
      const [a, b] = await Promise.all(nodes.map(({ call }) => call(getDepth, { symbol: SYMBOL, limit: 100 })));
      const [inA, inB] = books.map((book) => book.depth());
      expect([sides(b), sides(inA), sides(inB)]).toEqual([sides(a), sides(a), sides(a)]);
      return sides(a);
    }, PATIENCE);
    const [bid, ask] = [depth?.bids[0]?.[0], depth?.asks[0]?.[0]];
    expect(compare(bid ?? decimal('1'), ask ?? decimal('0'))).toBe(-1);
    for (const { follower } of books) expect(follower.answers).toEqual(['snapshot']);
  });

  it('conserve quantity and money', async () => {
    expect(await findFaults(database.db)).toEqual([]);
    const rows = await rowsOf<{ id: number }>(database.db, sql`select id::int as id from spot_orders order by id`);
    expect(rows.map(({ id }) => id)).toEqual([...placed.keys()].toSorted((a, b) => a - b));
    expect([...refusals].filter((code) => !EXPECTED_REFUSALS.includes(code))).toEqual([]);
  });

  it('publish events of the other node', async () => {
    for (const [id, userId] of placed) {
      await vi.waitFor(() => expect(received.get(userId)?.has(id), `order ${id}`).toBe(true), PATIENCE);
    }
  });

  it('matched orders across nodes, with every kind of outcome', async () => {
    const [tally] = await rowsOf<Record<string, number>>(
      database.db,
      sql`select (select count(*)::int from spot_fills where taker_order_id is not null and maker_order_id is not null) as fills,
          (count(*) filter (where cancel_reason = 'user'))::int as cancelled,
          (count(*) filter (where cancel_reason = 'replaced'))::int as replaced from spot_orders`,
    );
    expect(Math.min(...Object.values(tally ?? {}))).toBeGreaterThan(5);
  });

  async function startNode(): Promise<Node> {
    const env = { DATABASE_URL: place.url, REDIS_URL, FEED: 'simulated', FEED_SEED: 'two nodes' };
    const exchange = await createExchangeProcess(dataDir, env);
    await exchange.start();
    return { exchange, call: createHttpCaller(exchange.url) };
  }

  function connect(exchange: ExchangeProcess, auth: object): Promise<Socket> {
    const socket = io(exchange.url, { transports: ['websocket'], forceNew: true, auth });
    sockets.push(socket);
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket));
      socket.once('connect_error', reject);
    });
  }

  async function followBook(exchange: ExchangeProcess) {
    let book: DepthData | undefined;
    const follower = follow(await connect(exchange, {}), rooms.depth(SYMBOL), (delivery) => {
      if (delivery.kind === 'snapshot') book = z.decode(depthData, delivery.data as z.input<typeof depthData>);
      else if (book !== undefined)
        book = applyDepth(book, z.decode(depthData, delivery.data as z.input<typeof depthData>));
    });
    return { follower, depth: () => book };
  }

  async function listen({ id, token }: Trader, exchange: ExchangeProcess): Promise<void> {
    const orders = new Set<OrderId>();
    received.set(id, orders);
    const follower = follow(await connect(exchange, { token }), rooms.account, (delivery) => {
      if (delivery.kind === 'snapshot') return;
      const event = z.decode(accountEvent, delivery.data as z.input<typeof accountEvent>);
      if (event.event === 'order') orders.add(event.order.id);
    });
    await vi.waitFor(() => expect(follower.answers).toEqual(['snapshot']), PATIENCE);
  }

  /** One of a trader's two connections: it acts on one node, on orders that either connection has placed there. */
  async function live({ id: userId, token }: Trader, call: HttpCaller): Promise<void> {
    const note = (order: Order) => {
      placed.set(order.id, userId);
      return order;
    };
    const own = () => [...placed].filter(([, owner]) => owner === userId).slice(-6);
    let price = await lastPrice(call);
    for (let act = 0; act < ACTS; act += 1) {
      if (act % ACTS_AT_ONE_PRICE === 0) price = await lastPrice(call);
      const [id] = own()[randomInt(6)] ?? [];
      const draw = randomInt(20);
      const clientRequestId = randomUUID();
      const done =
        draw < 4 && id !== undefined
          ? call(replaceOrder, { ...nearby(price), id, clientRequestId }, token).then(note)
          : draw < 7 && id !== undefined
            ? call(cancelOrder, { id, clientRequestId }, token)
            : draw === 7
              ? call(cancelAllOrders, { ...BTC_USDT, clientRequestId }, token)
              : call(placeOrder, { ...anyOrder(price), clientRequestId }, token).then(note);
      await (done as Promise<unknown>).catch(noteRefusal);
    }
  }

  function noteRefusal(error: unknown): void {
    if (!(error instanceof RefusedError)) throw error;
    refusals.add(error.code);
  }
});

/** Users with money and a session, before the nodes start. */
async function openTraders({ db }: OpenDatabase): Promise<Trader[]> {
  // Another exchange may share the Redis: its users have other ids.
  await db.execute(sql`select setval('users_id_seq', ${randomInt(1e9, 2e9)})`);
  const ids = await insertUsers(db, TRADERS);
  const gifts = ids.flatMap((id) => [
    deposit(accountOf(id, CURRENCY.BTC), '5'),
    deposit(accountOf(id, CURRENCY.USDT), '150000'),
  ]);
  await db.transaction((tx) => postEntries(tx, gifts));
  const settings = { sessionIdleHours: 168, sessionAgeHours: 720 };
  const sessions = createSessions({ db, clock: systemClock, events: createLocalBus(log), settings });
  const caller = { ip: '127.0.0.1', userAgent: 'test', language: 'en' } as const;
  return Promise.all(
    ids.map(async (id) => ({ id, token: (await sessions.open({ id, passwordHash: 'none' }, caller)) ?? '' })),
  );
}

async function lastPrice(call: HttpCaller): Promise<Decimal> {
  const groups = await call(listMarkets, {});
  const market = groups.flatMap(({ markets }) => markets).find(({ base }) => base === 'BTC');
  if (market === undefined || market.lastPrice === null) throw new Error('no price');
  return market.lastPrice;
}

/** A price within 20 basis points, so that orders meet each other and the ladder as well as wait, and a quantity. */
function nearby(price: Decimal): { readonly price: Decimal; readonly quantity: Decimal } {
  return { price: away(price, randomInt(-20, 21)), quantity: decimal(`0.0${randomInt(10, 99)}`) };
}

function anyOrder(price: Decimal): OrderRequest {
  const side = randomInt(2) === 0 ? 'buy' : 'sell';
  const order = { ...BTC_USDT, ...nearby(price), side } as const;
  const draw = randomInt(10);
  if (draw === 0) return { ...BTC_USDT, side, quantity: order.quantity, orderType: 'market' };
  if (draw === 1) return { ...order, orderType: 'limit', isPostOnly: true };
  if (draw === 2) return { ...order, orderType: 'limit', timeInForce: randomInt(2) === 0 ? 'ioc' : 'fok' };
  if (draw < 5) return { ...order, orderType: 'stop_limit', stopPrice: away(price, randomInt(-3, 4)) };
  return { ...order, orderType: 'limit' };
}

function away(price: Decimal, basisPoints: number): Decimal {
  return round(
    divide(multiply(price, decimal(String(10_000 + basisPoints))), decimal('10000'), 18, 'half-even'),
    2,
    'half-even',
  );
}

function sides(depth: Pick<DepthData, 'bids' | 'asks'> | undefined) {
  return depth && { bids: depth.bids, asks: depth.asks };
}
