// `resync` answers exactly the missed messages or a snapshot, and every request of a socket is answered without harm to
// the hub. Real sockets (socket.io-client 4) against the real hub; the exchange behind it is in memory.
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RESYNC_RETAINED, ROOMS_MAX, rooms, type RoomMessage } from '@halyard/contract/realtime/rooms';
import { createMemoryExchange, level, SYMBOL } from '../testing/memoryExchange.ts';
import {
  openRealtime,
  recordMessages,
  resync,
  subscribe,
  subscribeTo,
  until,
  type Harness,
} from '../testing/realtimeHarness.ts';

let exchange: ReturnType<typeof createMemoryExchange>;
let harness: Harness;
let socket: Socket;
let messages: RoomMessage[];

beforeEach(async () => {
  exchange = createMemoryExchange();
  harness = await openRealtime(exchange.sources);
  socket = await harness.connect();
  messages = recordMessages(socket);
});
afterEach(() => harness.close());

describe('resync', () => {
  const change = async (times: number) => {
    const before = messages.length;
    for (let time = 1; time <= times; time += 1) {
      exchange.setBook({ bids: [level('9', String(before + time))], asks: [] });
      await until(() => messages.length === before + time);
    }
  };

  it('answers exactly the messages after a position, and joins the room', async () => {
    await subscribe(socket, rooms.depth(SYMBOL));
    await change(3);
    const [first, second, third] = messages as [RoomMessage, RoomMessage, RoomMessage];
    const other = await harness.connect();
    const heard = recordMessages(other);
    expect(await resync(other, rooms.depth(SYMBOL), first.epoch, first.seq)).toEqual({ messages: [second, third] });
    expect(await resync(other, rooms.depth(SYMBOL), first.epoch, third.seq)).toEqual({ messages: [] });
    await change(1);
    await until(() => heard.length === 1);
    expect(heard[0]).toEqual(messages[3]);
  });

  it('answers a snapshot for another epoch, a future position and one too long ago', async () => {
    const state = await subscribeTo(socket, rooms.trades(SYMBOL));
    for (let seq = 1; seq <= RESYNC_RETAINED + 1; seq += 1) exchange.tick(['100']);
    await until(() => messages.length === RESYNC_RETAINED + 1);
    const ask = (epoch: string, since: number) => resync(socket, rooms.trades(SYMBOL), epoch, since);
    expect(await ask('elsewhere', 1)).toMatchObject({ seq: RESYNC_RETAINED + 1, snapshot: expect.any(Array) });
    expect(await ask(state.epoch, RESYNC_RETAINED + 2)).toHaveProperty('snapshot');
    expect(await ask(state.epoch, 0)).toHaveProperty('snapshot');
    expect(await ask(state.epoch, 1)).toMatchObject({ messages: messages.slice(1) });
    expect(await ask(state.epoch, -1)).toHaveProperty('snapshot');
  });
});

describe('bad requests', () => {
  it.each([
    ['depth:NOPE/USDT', 'MARKET_NOT_FOUND'],
    ['kline:BTC/USDT:1h', 'PERIOD_INVALID'],
    ['orders', 'PARAMETER_INVALID'],
    ['', 'PARAMETER_INVALID'],
    ['__proto__', 'PARAMETER_INVALID'],
    ['account', 'NOT_LOGGED_IN'],
  ])('refuses the room %j with %s and gives the others', async (room, error) => {
    const answer = await subscribe(socket, room, rooms.ticker);
    expect(answer).toMatchObject([
      { room, error },
      { room: 'ticker', seq: 0 },
    ]);
  });

  it('does not reuse a room whose contents could not be read', async () => {
    exchange.store.isFailing = true;
    expect(await subscribe(socket, rooms.depth(SYMBOL))).toEqual([
      { room: 'depth:BTC/USDT', error: 'SERVICE_UNAVAILABLE' },
    ]);
    exchange.store.isFailing = false;
    expect(await subscribe(socket, rooms.depth(SYMBOL))).toMatchObject([{ seq: 0 }]);
  });

  const junk: readonly unknown[] = [
    undefined,
    null,
    42,
    'ticker',
    [],
    {},
    { rooms: 'ticker' },
    { rooms: [null] },
    { rooms: [{}] },
    { rooms: Array.from({ length: ROOMS_MAX + 1 }, () => 'ticker') },
    { rooms: ['x'.repeat(65)] },
    { room: 'ticker', epoch: 7, since: 'x' },
    { room: 'ticker', epoch: 'a', since: 1.5 },
    { __proto__: { rooms: ['ticker'] } },
    Buffer.from('ticker'),
  ];

  it('answers invalid requests with an error and continues', async () => {
    for (const event of ['subscribe', 'unsubscribe', 'resync']) {
      // One socket each, or so many invalid requests would be a flood.
      const observer = await harness.connect();
      for (const payload of junk) {
        expect(await observer.emitWithAck(event, payload)).toEqual({ error: 'PARAMETER_INVALID' });
      }
    }
    // Invalid acknowledgements, unknown events, and events without payload.
    socket.emit('subscribe', { rooms: ['ticker'] }, 'no function');
    socket.emit('login', 17);
    socket.emit('subscribe');
    expect(await subscribe(socket, rooms.ticker)).toMatchObject([{ room: 'ticker' }]);
    expect(exchange.store.faults).toEqual([]);
  });
});
