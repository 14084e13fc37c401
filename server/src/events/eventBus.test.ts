// Events reach every listener of this process once, a failing listener affects no other, and with Redis they reach the
// other nodes once.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MarketId } from '@halyard/contract/ids';
import { openLine } from '@halyard/contract/testing/cutLine';
import { requestId, withRequestId } from '../requestContext.ts';
import { createLocalBus, createRedisBus, RedisUnavailableError } from './eventBus.ts';
import type { EventBus, ExchangeEvent } from './events.ts';

const log = pino({ level: 'silent' });
const event: ExchangeEvent = { type: 'book-changed', marketId: 1 as MarketId, symbol: 'BTC/USDT' };
const other: ExchangeEvent = { type: 'book-changed', marketId: 2 as MarketId, symbol: 'ETH/USDT' };

describe('the local bus', () => {
  test('notifies every listener, and none that has unsubscribed', () => {
    const bus = createLocalBus(log);
    const [first, second] = [vi.fn(), vi.fn()];
    const leave = bus.subscribe(first);
    bus.subscribe(second);
    bus.publish(event);
    leave();
    bus.publish(other);
    expect(first.mock.calls).toEqual([[event]]);
    expect(second.mock.calls).toEqual([[event], [other]]);
  });

  test('treats two subscriptions of one function as two', () => {
    const bus = createLocalBus(log);
    const listener = vi.fn();
    const leave = bus.subscribe(listener);
    bus.subscribe(listener);
    leave();
    bus.publish(event);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('continues when a listener throws, and logs it', () => {
    const error = vi.fn();
    const bus = createLocalBus({ error, warn: vi.fn() });
    const listener = vi.fn();
    bus.subscribe(() => {
      throw new Error('broken');
    });
    bus.subscribe(listener);
    bus.publish(event);
    expect(listener).toHaveBeenCalledWith(event);
    expect(error).toHaveBeenCalledOnce();
  });
});

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const hasRedis = process.env['REQUIRE_SERVICES'] === '1' || (await answers(REDIS_URL));

describe.runIf(hasRedis)('the bus over Redis', () => {
  const buses: EventBus[] = [];
  afterEach(() => Promise.all(buses.splice(0).map((bus) => bus.close())));

  test('notifies all nodes once and in order', async () => {
    const [a, b] = await Promise.all([
      createRedisBus({ url: REDIS_URL, exchange: 'test' }, log),
      createRedisBus({ url: REDIS_URL, exchange: 'test' }, log),
    ]);
    buses.push(a, b);
    // Another exchange may use the same Redis.
    const [fromA, fromB]: readonly [string, string] = [randomUUID(), randomUUID()];
    const received: Record<'a' | 'b', string[]> = { a: [], b: [] };
    const note = (node: 'a' | 'b') => (delivered: ExchangeEvent) => {
      if ('symbol' in delivered && (delivered.symbol === fromA || delivered.symbol === fromB))
        received[node].push(`${delivered.symbol} ${delivered.marketId}`);
    };
    a.subscribe(note('a'));
    b.subscribe(note('b'));
    for (const marketId of [1, 2, 3] as MarketId[]) {
      a.publish({ ...event, marketId, symbol: fromA });
      b.publish({ ...event, marketId, symbol: fromB });
    }
    await vi.waitFor(() => expect([received.a, received.b].map((list) => list.length)).toEqual([6, 6]));
    for (const list of [received.a, received.b]) {
      expect(list.filter((line) => line.startsWith(fromA))).toEqual([1, 2, 3].map((id) => `${fromA} ${id}`));
      expect(list.filter((line) => line.startsWith(fromB))).toEqual([1, 2, 3].map((id) => `${fromB} ${id}`));
    }
  });

  test('carries the request that caused an event to the other nodes', async () => {
    const open = () => createRedisBus({ url: REDIS_URL, exchange: 'requests' }, log);
    const [a, b] = [await open(), await open()];
    buses.push(a, b);
    const symbol = randomUUID();
    const requests: (string | undefined)[] = [];
    b.subscribe((delivered) => 'symbol' in delivered && delivered.symbol === symbol && requests.push(requestId()));
    withRequestId('r-1', () => a.publish({ ...event, symbol }));
    a.publish({ ...event, symbol });
    await vi.waitFor(() => expect(requests).toEqual(['r-1', undefined]));
    expect(a.isConnected()).toBe(true);
  });

  test('reaches no other exchange on the same Redis', async () => {
    const [symbol, foreign] = [randomUUID(), randomUUID()];
    const open = (exchange: string) => createRedisBus({ url: REDIS_URL, exchange }, log);
    const [own, same, stranger] = [await open('own'), await open('own'), await open('stranger')];
    buses.push(own, same, stranger);
    const received: string[] = [];
    stranger.subscribe((delivered) => 'symbol' in delivered && received.push(delivered.symbol));
    const arrived = vi.fn();
    same.subscribe((delivered) => 'symbol' in delivered && delivered.symbol === symbol && arrived());
    own.publish({ ...event, symbol });
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
    stranger.publish({ ...event, symbol: foreign });
    expect(received).toEqual([foreign]);
  });

  test('reaches a node again whose connections carried nothing more', async () => {
    const line = await openLine(REDIS_URL);
    const open = (url: string) => createRedisBus({ url, exchange: 'lost' }, log);
    const [a, b] = await Promise.all([open(line.url), open(REDIS_URL)]);
    buses.push(a, b);
    const [fromA, fromB]: readonly [string, string] = [randomUUID(), randomUUID()];
    line.lose();
    const reached = new Set<string>();
    a.subscribe((delivered) => 'symbol' in delivered && delivered.symbol === fromB && reached.add('a'));
    b.subscribe((delivered) => 'symbol' in delivered && delivered.symbol === fromA && reached.add('b'));
    // Events that are published meanwhile do not hold the connections open.
    const publish = () => {
      a.publish({ ...event, symbol: fromA });
      b.publish({ ...event, symbol: fromB });
      return reached.size;
    };
    await expect.poll(publish).toBe(2);
    await a.close();
    await line.close();
  });

  test('sends what was published before it is closed', async () => {
    const [a, b] = await Promise.all([
      createRedisBus({ url: REDIS_URL, exchange: 'test' }, log),
      createRedisBus({ url: REDIS_URL, exchange: 'test' }, log),
    ]);
    buses.push(b);
    const symbol = randomUUID();
    const received = vi.fn();
    b.subscribe((delivered) => 'symbol' in delivered && delivered.symbol === symbol && received());
    a.publish({ ...event, symbol });
    await a.close();
    await vi.waitFor(() => expect(received).toHaveBeenCalledOnce());
  });
});

test('a Redis that does not answer stops the start with one line', async () => {
  const unused = createServer().listen(0, '127.0.0.1');
  await once(unused, 'listening');
  const address = unused.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  unused.close();
  await once(unused, 'close');
  const warn = vi.fn();
  const opening = createRedisBus({ url: `redis://127.0.0.1:${port}`, exchange: 'test' }, { warn, error: vi.fn() });
  await expect(opening).rejects.toThrow(new RedisUnavailableError('REDIS_URL: Redis does not answer there.'));
  expect(warn).not.toHaveBeenCalled();
});

test('a server of another kind that never answers stops it too', async () => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const opening = createRedisBus({ url: `redis://127.0.0.1:${port}`, exchange: 'test' }, log);
  await expect(opening).rejects.toThrow(RedisUnavailableError);
  silent.close();
  await once(silent, 'close');
});

async function answers(url: string): Promise<boolean> {
  try {
    await (await createRedisBus({ url, exchange: 'test' }, log)).close();
    return true;
  } catch {
    return false;
  }
}
