// Contents of each kind of room: the snapshot, then every change as a message numbered by one, shared by all members.
// Real sockets (socket.io-client 4) against the real hub; the exchange behind it is in memory.
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rooms, type RoomMessage } from '@halyard/contract/realtime/rooms';
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

/** The broadcast reads books too, and these tests count reads. */
const NO_BROADCAST = { legacyEveryMs: 3_600_000 };

let exchange: ReturnType<typeof createMemoryExchange>;
let harness: Harness;
let socket: Socket;
let messages: RoomMessage[];

beforeEach(async () => {
  exchange = createMemoryExchange();
  harness = await openRealtime(exchange.sources, NO_BROADCAST);
  socket = await harness.connect();
  messages = recordMessages(socket);
});
afterEach(() => harness.close());

const data = () => messages.map((message) => message.data);

describe('rooms', () => {
  it('depth: answers the whole book, then the changes, best first', async () => {
    exchange.setBook({ bids: [level('9', '1')], asks: [level('10', '2'), level('11', '1')] });
    const [state] = await subscribe(socket, rooms.depth(SYMBOL));
    expect(state).toMatchObject({
      room: 'depth:BTC/USDT',
      seq: 0,
      snapshot: {
        bids: [['9', '1']],
        asks: [
          ['10', '2'],
          ['11', '1'],
        ],
      },
    });
    exchange.setBook({ bids: [level('9.5', '4'), level('9', '1')], asks: [level('11', '3')] });
    await until(() => messages.length === 1);
    expect(messages[0]).toMatchObject({
      room: 'depth:BTC/USDT',
      seq: 1,
      data: {
        bids: [['9.5', '4']],
        asks: [
          ['10', '0'],
          ['11', '3'],
        ],
      },
    });
  });

  it('depth: sends nothing when the book is unchanged', async () => {
    exchange.setBook({ bids: [level('9', '1')], asks: [] });
    await subscribe(socket, rooms.depth(SYMBOL));
    exchange.setBook({ bids: [level('9', '1')], asks: [] });
    await until(() => exchange.store.bookReadings === 2);
    exchange.setBook({ bids: [level('9', '2')], asks: [] });
    await until(() => messages.length > 0);
    expect(data()).toMatchObject([{ bids: [['9', '2']], asks: [] }]);
  });

  it('depth: continues automatically after a database outage', async () => {
    await subscribe(socket, rooms.depth(SYMBOL));
    exchange.store.isFailing = true;
    exchange.setBook({ bids: [level('9', '1')], asks: [] });
    await until(() => exchange.store.faults.length > 0);
    exchange.store.isFailing = false;
    await until(() => messages.length === 1);
    expect(data()).toMatchObject([{ bids: [['9', '1']] }]);
  });

  it('trades: answers the newest ticks, oldest first, then each batch', async () => {
    exchange.tick(['100', '101']);
    const [state] = await subscribe(socket, rooms.trades(SYMBOL));
    expect(state).toMatchObject({ snapshot: [{ seq: 1, price: '100', quantity: '0.5' }, { seq: 2 }] });
    exchange.tick(['102', '103']);
    await until(() => messages.length === 1);
    expect(data()).toMatchObject([[{ seq: 3, price: '102' }, { seq: 4 }]]);
  });

  it('trades: fills in the ticks of a lost event', async () => {
    exchange.tick(['100']);
    await subscribe(socket, rooms.trades(SYMBOL));
    exchange.tick(['101'], { isPublished: false });
    exchange.tick(['102']);
    await until(() => messages.length === 1);
    expect(data()).toMatchObject([[{ seq: 2 }, { seq: 3 }]]);
  });

  it('kline: answers the open candle, then its changes, and each closed one in its final state', async () => {
    exchange.tick(['100']);
    const [state] = await subscribe(socket, rooms.kline(SYMBOL, '1min'));
    expect(state).toMatchObject({ snapshot: { period: '1min', open: '100', close: '100', amount: '0.5' } });
    // Ticks are a second apart, so this batch ends one minute and begins the next.
    exchange.tick([...Array.from({ length: 59 }, () => '105'), '95']);
    await until(() => messages.length === 2);
    expect(data()).toMatchObject([
      { open: '100', high: '105', close: '105', amount: '29.5', time: 1_677_628_800_000 },
      { open: '105', low: '95', close: '95', amount: '1', time: 1_677_628_860_000, at: '2023-03-01T00:01:01.000Z' },
    ]);
  });

  it('kline: is null before the first tick', async () => {
    const [state] = await subscribe(socket, rooms.kline(SYMBOL, '1day'));
    expect(state).toMatchObject({ seq: 0, snapshot: null });
    exchange.tick(['100']);
    await until(() => messages.length === 1);
    expect(data()).toMatchObject([{ open: '100', vol: '50' }]);
  });

  it('ticker: answers all markets, then those that changed', async () => {
    const [state] = await subscribe(socket, rooms.ticker);
    expect(state).toMatchObject({ snapshot: [{ currency_name: 'BTC', now_price: null, price_source: 'replay' }] });
    exchange.tick(['100']);
    await until(() => messages.length === 1);
    expect(data()).toMatchObject([[{ id: 1, now_price: '100', change: '+1.25' }]]);
  });

  it('numbers the messages of each room separately, and sends nothing of a room that was left', async () => {
    await subscribe(socket, rooms.depth(SYMBOL), rooms.trades(SYMBOL));
    exchange.tick(['100']);
    exchange.setBook({ bids: [level('9', '1')], asks: [] });
    await until(() => messages.length === 2);
    expect(messages.map(({ seq }) => seq)).toEqual([1, 1]);
    await socket.emitWithAck('unsubscribe', { rooms: [rooms.depth(SYMBOL)] });
    exchange.setBook({ bids: [], asks: [] });
    exchange.tick(['101']);
    await until(() => messages.length === 3);
    expect(messages[2]).toMatchObject({ room: 'trades:BTC/USDT', seq: 2 });
  });

  it('shares a room: a second member has the same state, and the book is read once for both', async () => {
    const other = await harness.connect();
    const heard = recordMessages(other);
    exchange.setBook({ bids: [level('9', '1')], asks: [] });
    const [first] = await subscribe(socket, rooms.depth(SYMBOL));
    exchange.setBook({ bids: [level('9', '2')], asks: [] });
    await until(() => messages.length === 1);
    const [second] = await subscribe(other, rooms.depth(SYMBOL));
    expect(second).toMatchObject({
      epoch: (first as { epoch: string }).epoch,
      seq: 1,
      snapshot: { bids: [['9', '2']] },
    });
    const readings = exchange.store.bookReadings;
    exchange.setBook({ bids: [level('9', '3')], asks: [] });
    await until(() => heard.length === 1 && messages.length === 2);
    expect(exchange.store.bookReadings).toBe(readings + 1);
  });
});

describe('a room without members', () => {
  it('stays open for a while, so that a client that reconnects receives missed messages', async () => {
    const state = await subscribeTo(socket, rooms.depth(SYMBOL));
    socket.close();
    await until(() => harness.connections() === 0);
    exchange.setBook({ bids: [level('9', '1')], asks: [] });
    const again = await harness.connect();
    expect(await resync(again, rooms.depth(SYMBOL), state.epoch, 0)).toMatchObject({ messages: [{ seq: 1 }] });
  });

  it('then closes: nothing is read for it, and its epoch is never reused', async () => {
    await harness.close();
    harness = await openRealtime(exchange.sources, { ...NO_BROADCAST, lingerMs: 1 });
    const first = await harness.connect();
    const before = await subscribeTo(first, rooms.depth(SYMBOL));
    await first.emitWithAck('unsubscribe', { rooms: [rooms.depth(SYMBOL)] });
    // The ticker has its own timer; when it has fired, the linger of a millisecond is over too.
    await subscribe(first, rooms.ticker);
    const heard = recordMessages(first);
    exchange.tick(['100']);
    await until(() => heard.length === 1);
    const readings = exchange.store.bookReadings;
    exchange.setBook({ bids: [level('9', '1')], asks: [] });
    expect(exchange.store.bookReadings).toBe(readings);
    const after = await subscribeTo(first, rooms.depth(SYMBOL));
    expect(after.epoch).not.toBe(before.epoch);
  });
});
