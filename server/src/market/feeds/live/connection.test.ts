// Proves under a virtual clock when a line to a venue is opened, replaced and given up, and on a real socket the ends
// that only a network makes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '@halyard/contract/time';
import { systemClock } from '../../../clock.ts';
import { createFakeSockets } from '../../../testing/fakeSocket.ts';
import { createFakeVenue, quoteFrame, type FakeVenue } from '../../../testing/fakeVenue.ts';
import { connectVenue, type ReceivedQuote, type VenueConnection } from './connection.ts';
import { binance, kraken, okx, type Venue } from './venues.ts';

let connection: VenueConnection | undefined;
let warnings: object[] = [];
let quotes: ReceivedQuote[] = [];
const log = {
  info: () => undefined,
  warn: (details: object) => void warnings.push(details),
  error: () => undefined,
};

beforeEach(() => {
  warnings = [];
  quotes = [];
});
afterEach(() => {
  connection?.close();
  vi.useRealTimers();
});

describe('under a virtual clock', () => {
  const begin = (venue: Venue, random = () => 1) => {
    vi.useFakeTimers();
    const { sockets, open } = createFakeSockets();
    const onQuote = (quote: ReceivedQuote) => void quotes.push(quote);
    const symbols = [venue.symbolOf('BTC', 'USDT')];
    connection = connectVenue({ venue, symbols, clock: systemClock, log, open, random, onQuote });
    const frame = quoteFrame(venue.name, { symbol: symbols[0] ?? '', bid: '9.5', ask: '10' });
    const socketAt = (index: number) => {
      const socket = sockets[index];
      if (socket === undefined) throw new Error(`line ${index} was not opened`);
      return socket;
    };
    return { sockets, socketAt, frame };
  };
  /** Lets time pass in which a line sends its quote every second. */
  const live = async (socket: { say(text: string): void }, frame: string, ms: number) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      await vi.advanceTimersByTimeAsync(1000);
      socket.say(frame);
    }
  };

  it('subscribes when the line is open, and stamps quotes with its own clock', async () => {
    const { socketAt, frame } = begin(kraken);
    expect(socketAt(0).sent).toEqual([]);
    socketAt(0).open();
    expect(socketAt(0).sent).toEqual(kraken.subscribe(['BTC/USDT']));
    vi.setSystemTime(1_800_000_000_000);
    socketAt(0).say(frame);
    expect(quotes).toEqual([{ symbol: 'BTC/USDT', bid: '9.5', ask: '10', receivedMs: 1_800_000_000_000 }]);
    expect(connection?.isLive()).toBe(true);
  });

  it('tries again after up to 1 s, doubled each time up to 30 s', async () => {
    const { sockets, socketAt } = begin(kraken);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      socketAt(attempt).drop();
      const droppedMs = Date.now();
      while (sockets.length === attempt + 1) await vi.advanceTimersByTimeAsync(100);
      waits.push(Date.now() - droppedMs);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(warnings).toHaveLength(1);
  });

  it('takes the whole of the wait by chance, so that nodes do not come at once', async () => {
    const { sockets, socketAt } = begin(kraken, () => 0.25);
    socketAt(0).drop();
    await vi.advanceTimersByTimeAsync(249);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
  });

  it('begins with short waits again after a line that was up', async () => {
    const { sockets, socketAt, frame } = begin(kraken);
    for (const [attempt, waitMs] of [1000, 2000, 4000].entries()) {
      socketAt(attempt).drop();
      await vi.advanceTimersByTimeAsync(waitMs);
    }
    socketAt(3).open();
    await live(socketAt(3), frame, 31_000);
    socketAt(3).drop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(sockets).toHaveLength(5);
  });

  it('waits the longest where it is not welcome', async () => {
    const { sockets, socketAt } = begin(kraken, () => 0);
    socketAt(0).refuse(451);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
    expect(warnings).toEqual([{ venue: 'kraken', reason: 'answered 451' }]);
  });

  it('ends a line that is silent, and one that does not open', async () => {
    const { sockets, socketAt } = begin(kraken);
    socketAt(0).open();
    await vi.advanceTimersByTimeAsync(5000);
    expect(socketAt(0).isClosed()).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(socketAt(0).isClosed()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(socketAt(1).isClosed()).toBe(true);
  });

  it('ends a line that beats but says no quote any more', async () => {
    const { socketAt, frame } = begin(kraken);
    socketAt(0).open();
    socketAt(0).say(frame);
    await live(socketAt(0), '{"channel":"heartbeat"}', 30_000);
    expect(socketAt(0).isClosed()).toBe(false);
    await live(socketAt(0), '{"channel":"heartbeat"}', 1000);
    await vi.advanceTimersByTimeAsync(0);
    expect(socketAt(0).isClosed()).toBe(true);
    expect(warnings).toEqual([{ venue: 'kraken', reason: 'without a quote' }]);
  });

  it('keeps a line open as the venue wants it', async () => {
    const { socketAt } = begin(okx);
    socketAt(0).open();
    await vi.advanceTimersByTimeAsync(10_000);
    socketAt(0).say('pong');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(socketAt(0).sent.slice(1)).toEqual(['ping', 'ping']);
    expect(socketAt(0).isClosed()).toBe(false);
  });

  it('opens the next line before the day of the old one is over', async () => {
    const dayMs = 60_000;
    const { sockets, socketAt, frame } = begin({ ...binance, ageMaxMs: dayMs });
    socketAt(0).open();
    await live(socketAt(0), frame, dayMs - 2000);
    expect(sockets).toHaveLength(1);
    await live(socketAt(0), frame, 2000);
    expect(sockets).toHaveLength(2);
    socketAt(1).open();
    await live(socketAt(0), frame, 3000);
    expect(socketAt(0).isClosed()).toBe(false);
    socketAt(1).say(frame);
    await vi.advanceTimersByTimeAsync(0);
    expect([socketAt(0).isClosed(), socketAt(1).isClosed()]).toEqual([true, false]);
    expect(warnings).toEqual([]);
    expect(binance.ageMaxMs).toBeLessThan(24 * HOUR_MS);
  });

  it.each([
    [binance, '{"e":"serverShutdown","E":1770123456789}'],
    [okx, '{"event":"notice","code":"64008","msg":"The connection will soon be closed.","connId":"a"}'],
  ])('opens the next line when $name says that the old one ends', async (venue, notice) => {
    const { sockets, socketAt, frame } = begin(venue);
    socketAt(0).open();
    await live(socketAt(0), frame, 40_000);
    socketAt(0).say(notice);
    socketAt(0).say(notice);
    expect(sockets).toHaveLength(2);
    // The old one ends before the new one is there.
    socketAt(0).drop(1001);
    socketAt(1).open();
    socketAt(1).say(frame);
    await live(socketAt(1), frame, 40_000);
    expect(sockets).toHaveLength(2);
  });

  it('does not go round in a circle with a venue that ends every line at once', async () => {
    const { sockets } = begin(okx);
    for (let second = 0; second < 120; second += 1) {
      const socket = sockets.at(-1);
      socket?.open();
      socket?.say('{"event":"notice","code":"64008"}');
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(sockets.length).toBeLessThan(10);
  });

  it('opens nothing any more once it is closed', async () => {
    const { sockets, socketAt } = begin(kraken);
    socketAt(0).drop();
    connection?.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });
});

describe('over a network', () => {
  let venue: FakeVenue;
  const QUOTE = { symbol: 'BTC/USDT', bid: '9.5', ask: '10' };
  const connect = async (change: Partial<Venue> = {}) => {
    venue = await createFakeVenue('kraken');
    connection = connectVenue({
      venue: { ...kraken, ...change },
      symbols: ['BTC/USDT'],
      origin: venue.origin,
      clock: systemClock,
      log,
      random: () => 0,
      onQuote: (quote) => void quotes.push(quote),
    });
  };
  const heard = (count: number) =>
    vi.waitFor(() => {
      venue.quote(QUOTE);
      expect(quotes.length).toBeGreaterThanOrEqual(count);
    });
  afterEach(async () => {
    connection?.close();
    await venue.close();
  });

  it('comes back after an end without a word and one with a code', async () => {
    await connect();
    await heard(1);
    venue.drop();
    await vi.waitFor(() => expect(venue.opened()).toBe(2));
    await heard(quotes.length + 1);
    venue.end(1012);
    await vi.waitFor(() => expect(venue.opened()).toBe(3));
    await heard(quotes.length + 1);
    expect(warnings).toEqual([
      { venue: 'kraken', reason: 'closed with 1006' },
      { venue: 'kraken', reason: 'closed with 1012' },
    ]);
  });

  it('gives up a line whose other end is gone without closing it', async () => {
    await connect({ silenceMaxMs: 500 });
    await heard(1);
    venue.freeze();
    await vi.waitFor(() => expect(warnings).toEqual([{ venue: 'kraken', reason: 'silent' }]));
  });

  it('says which status a venue answers, and which pair it refuses, once', async () => {
    await connect();
    await heard(1);
    const refusal = '{"error":"Currency pair not supported","method":"subscribe","success":false,"symbol":"FOO/USDT"}';
    venue.say(refusal);
    venue.say(refusal);
    venue.say('{"channel":"ticker","data":[{"symbol":"BTC/USDT","bid":"x');
    await heard(quotes.length + 1);
    venue.refuse(451);
    venue.drop();
    await vi.waitFor(() => expect(warnings).toHaveLength(3));
    expect(warnings).toEqual([
      { venue: 'kraken', reason: 'FOO/USDT: Currency pair not supported' },
      { venue: 'kraken', reason: 'closed with 1006' },
      { venue: 'kraken', reason: 'answered 451' },
    ]);
  });
});
