// The hub withstands floods, oversized requests, foreign protocols and consumers that do not read. Real sockets
// (socket.io-client 4) against the real hub; the exchange behind it is in memory.
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tick } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { RESYNC, rooms, ROOMS_MAX, SUBSCRIBE } from '@halyard/contract/realtime/rooms';
import { createMemoryExchange, SYMBOL } from '../testing/memoryExchange.ts';
import { openRealtime, recordMessages, subscribe, until, type Harness } from '../testing/realtimeHarness.ts';
import { createTestClock } from '../testing/testClock.ts';
import { createFloodGate } from './attachRealtime.ts';

describe('attach realtime', () => {
  let exchange: ReturnType<typeof createMemoryExchange>;
  let harness: Harness;
  let socket: Socket;

  beforeEach(async () => {
    exchange = createMemoryExchange();
    harness = await openRealtime(exchange.sources);
    socket = await harness.connect();
  });
  afterEach(() => harness.close());

  it('disconnects clients that send oversized requests or another protocol', async () => {
    const cutOff = () => new Promise((resolve) => void socket.once('disconnect', resolve));
    const first = cutOff();
    socket.emit('subscribe', { rooms: ['x'.repeat(20_000)] });
    expect(await first).toBe('transport close');
    await until(() => socket.connected);
    const second = cutOff();
    socket.io.engine.write('9nonsense');
    await second;
    await until(() => socket.connected);
    expect(await subscribe(socket, rooms.ticker)).toMatchObject([{ room: 'ticker' }]);
  });

  it('refuses a flood, and disconnects a client that continues it', async () => {
    const names = Array.from({ length: ROOMS_MAX }, (_, index) => `depth:${index}`);
    const ask = () => socket.emitWithAck(SUBSCRIBE, { rooms: names });
    expect(await ask()).toHaveLength(ROOMS_MAX);
    expect(await ask()).toHaveLength(ROOMS_MAX);
    expect(await ask()).toEqual({ error: 'RATE_LIMITED' });
    const gone = new Promise((resolve) => void socket.once('disconnect', resolve));
    for (let time = 0; time < 100; time += 1) socket.emit(SUBSCRIBE, { rooms: names });
    expect(await gone).toBe('io server disconnect');
  });

  it('limits the sockets of one network, and accepts others when those have closed', async () => {
    await harness.close();
    harness = await openRealtime(exchange.sources, { socketsOfNetworkMax: 3 });
    const open = () => harness.connect({ reconnection: false });
    const opened = await Promise.allSettled(Array.from({ length: 9 }, open));
    const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(sockets).toHaveLength(3);
    expect(harness.connections()).toBe(3);
    sockets[0]?.close();
    await until(() => harness.connections() === 2);
    expect((await open()).connected).toBe(true);
  });

  const BATCH = 200;
  /** The n-th batch of ticks, as many as one message of the tape holds. */
  const batchAt = (place: number): Tick[] =>
    Array.from({ length: BATCH }, (_, index) => ({
      seq: (place - 1) * BATCH + index + 1,
      at: '2023-03-01T00:00:00.000Z',
      price: decimal('28110.26'),
      quantity: decimal('0.123456'),
    }));

  const SENT = 600;

  it('disconnects a consumer that does not read, and no other', async () => {
    await harness.close();
    // No client is to be disconnected for a missing pong, which is another test.
    harness = await openRealtime(exchange.sources, { waitingPacketsMax: 100, pingTimeoutMs: 600_000 });
    const idle = await harness.connect({ reconnection: false });
    const reader = await harness.connect({ reconnection: false });
    const heard = recordMessages(reader);
    await subscribe(idle, rooms.trades(SYMBOL));
    await subscribe(reader, rooms.trades(SYMBOL));
    const gone = new Promise((resolve) => void idle.once('disconnect', resolve));
    const { ws } = idle.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
    ws.pause();
    // About 12 MB: more than the network buffers between them hold.
    for (let sent = 1; sent <= SENT; sent += 1) {
      exchange.publish({ type: 'ticks-appended', symbol: SYMBOL, marketId: 1 as never, ticks: batchAt(sent) });
      if (sent % 20 === 0) await until(() => heard.length === sent);
    }
    await until(() => harness.connections() === 1);
    ws.resume();
    expect(await gone).toBe('transport close');
    expect(reader.connected).toBe(true);
    expect(heard.map(({ seq }) => seq)).toEqual(Array.from({ length: SENT }, (_, index) => index + 1));
  });
});

// Limit of a socket's requests, and that it recovers with time.
const roomsOf = (count: number) => ({ rooms: Array.from({ length: count }, () => 'ticker') });

it('allows two requests with the most rooms together, and then none', () => {
  const gate = createFloodGate(createTestClock());
  expect(gate(SUBSCRIBE, roomsOf(ROOMS_MAX))).toBe('pass');
  expect(gate(SUBSCRIBE, roomsOf(ROOMS_MAX))).toBe('pass');
  expect(gate(SUBSCRIBE, roomsOf(1))).toBe('refuse');
});

it('counts a request without rooms as one, and a resync as two', () => {
  const gate = createFloodGate(createTestClock());
  for (let time = 0; time < 64; time += 1) gate('anything', null);
  for (let time = 0; time < 31; time += 1) gate(RESYNC, { room: 'ticker' });
  expect(gate(RESYNC, undefined)).toBe('pass');
  expect(gate('anything', { rooms: 'ticker' })).toBe('refuse');
});

it('counts an absurd request like the largest one', () => {
  const gate = createFloodGate(createTestClock());
  expect(gate(SUBSCRIBE, roomsOf(5000))).toBe('pass');
});

it('refills by sixteen a second, up to its capacity', () => {
  const clock = createTestClock();
  const gate = createFloodGate(clock);
  gate(SUBSCRIBE, roomsOf(64));
  gate(SUBSCRIBE, roomsOf(64));
  clock.advance(1000);
  expect(gate(SUBSCRIBE, roomsOf(16))).toBe('pass');
  expect(gate(SUBSCRIBE, roomsOf(1))).toBe('refuse');
  clock.advance(3_600_000);
  gate(SUBSCRIBE, roomsOf(64));
  gate(SUBSCRIBE, roomsOf(64));
  expect(gate(SUBSCRIBE, roomsOf(1))).toBe('refuse');
});

it('is not emptied by a clock that is set back', () => {
  const clock = createTestClock();
  const gate = createFloodGate(clock);
  clock.advance(-3_600_000);
  expect(gate(SUBSCRIBE, roomsOf(64))).toBe('pass');
});

it('disconnects a client that continues after many refusals', () => {
  const gate = createFloodGate(createTestClock());
  const verdicts = Array.from({ length: 80 }, () => gate(SUBSCRIBE, roomsOf(64)));
  expect(verdicts.slice(0, 3)).toEqual(['pass', 'pass', 'refuse']);
  expect(verdicts.at(-1)).toBe('disconnect');
});
