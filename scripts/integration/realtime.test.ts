// Tests that the app's realtime client and the server's hub work together: neither may import the other, so they meet
// here. The real client over real sockets against the real hub, whose connections are cut while it is busy; the
// exchange is in memory.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyDepth } from '@halyard/contract/realtime/depth';
import { accountCodec, type AccountEvent } from '@halyard/contract/realtime/accountRoom';
import { roomCodecs, rooms, type DepthData } from '@halyard/contract/realtime/rooms';
import { createMemoryExchange, level, SYMBOL } from '../../server/src/testing/memoryExchange.ts';
import { openRealtime, until, type Harness } from '../../server/src/testing/realtimeHarness.ts';
import { createRealtimeClient } from '../../src/shared/realtime/realtimeClient.ts';
import type { RealtimeClient } from '../../src/shared/realtime/realtimeTypes.ts';

let exchange: ReturnType<typeof createMemoryExchange>;
let harness: Harness;
let client: RealtimeClient;
let token: string | undefined;
let wake: (waking: 'maybeDead' | 'dead') => void;

beforeEach(async () => {
  exchange = createMemoryExchange();
  harness = await openRealtime(exchange.sources);
  token = undefined;
  client = createRealtimeClient({
    url: harness.url,
    getToken: () => token,
    watch: (onWake) => {
      wake = onWake;
      return () => undefined;
    },
  });
});
afterEach(async () => {
  client.close();
  await harness.close();
});

/** The book as the app puts it together. */
function mirrorBook() {
  const mirror: { book: DepthData | undefined; snapshots: number; states: string[] } = {
    book: undefined,
    snapshots: 0,
    states: [],
  };
  client.subscribe(rooms.depth(SYMBOL), roomCodecs.depth, {
    onSnapshot(book) {
      mirror.book = book;
      mirror.snapshots += 1;
    },
    onMessage(delta) {
      mirror.book = mirror.book && applyDepth(mirror.book, delta);
    },
    onStatus: ({ state }) => void mirror.states.push(state),
  });
  return mirror;
}

it('ends with exactly the server’s book when its connection is cut again and again under load', async () => {
  const mirror = mirrorBook();
  await until(() => mirror.book !== undefined);
  for (let step = 1; step <= 600; step += 1) {
    exchange.setBook({ bids: [level(String(100 - (step % 5)), String(step))], asks: [level('101', String(step))] });
    if (step % 200 === 0) {
      harness.cut();
      await until(() => client.getStatus().state !== 'connected');
    }
    if (step % 200 === 100) await until(() => client.getStatus().state === 'connected');
    await new Promise((resolve) => void setImmediate(resolve));
  }
  const isSame = () => JSON.stringify(mirror.book?.bids) === JSON.stringify(exchange.store.book.bids);
  await until(() => client.getStatus().state === 'connected' && isSame());
  expect(mirror.book).toMatchObject(exchange.store.book);
  expect(mirror.states.filter((state) => state === 'interrupted')).toHaveLength(3);
  // The missed events came as messages: the server was the same all the time.
  expect(mirror.snapshots).toBe(1);
});

it('starts again from a snapshot when the server was restarted', async () => {
  const mirror = mirrorBook();
  await until(() => mirror.book !== undefined);
  await harness.restart();
  exchange.setBook({ bids: [level('99', '1')], asks: [] });
  await until(() => mirror.snapshots === 2);
  expect(mirror.book).toMatchObject(exchange.store.book);
});

it('opens the private room when the user logs in, and is notified when the session ends', async () => {
  const received: AccountEvent[] = [];
  const states: string[] = [];
  let goodbyes = 0;
  client.onLoggedOut(() => void (goodbyes += 1));
  client.subscribe(rooms.account, accountCodec, {
    onSnapshot: () => undefined,
    onMessage: (event) => void received.push(event),
    onStatus: (status) => void states.push(status.state === 'refused' ? status.code : status.state),
  });
  await until(() => states.at(-1) === 'NOT_LOGGED_IN');
  token = exchange.logIn(17, 1);
  client.renew();
  await until(() => states.at(-1) === 'live');
  exchange.changeOrder(17, 5);
  await until(() => received.length === 1);
  expect(received[0]).toMatchObject({ event: 'order', order: { id: 5, side: 'buy', price: '28110.26' } });
  exchange.logOut(token);
  await until(() => goodbyes === 1);
});

it('knows when it is connected and when the server last sent, and a waking device reconnects only when the server is silent', async () => {
  expect(client.getStatus().state).toBe('connecting');
  expect(client.silentMs()).toBeUndefined();
  mirrorBook();
  await until(() => client.getStatus().state === 'connected');
  expect(client.silentMs()).toBeGreaterThanOrEqual(0);
  const { sinceMs } = client.getStatus();
  wake('maybeDead');
  expect(client.getStatus()).toEqual({ state: 'connected', sinceMs });
});

it('reports that it is offline while no server answers, and connects at once when the device wakes', async () => {
  const mirror = mirrorBook();
  await until(() => mirror.book !== undefined);
  await harness.stop();
  await until(() => client.getStatus().state === 'offline');
  exchange.setBook({ bids: [level('99', '1')], asks: [] });
  await harness.restart();
  wake('maybeDead');
  await until(() => mirror.book?.bids.length === 1);
  expect(client.getStatus().state).toBe('connected');
});

it('treats its data as old when the clock is set back, and is current again after a reconnect', async () => {
  const mirror = mirrorBook();
  await until(() => mirror.book !== undefined);
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  try {
    expect(client.silentMs()).toBe(Number.POSITIVE_INFINITY);
    wake('dead');
    await until(() => client.getStatus().state === 'connected' && (client.silentMs() ?? 5000) < 5000);
  } finally {
    clock.mockRestore();
  }
});
