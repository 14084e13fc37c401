// Each venue fails in each way, on its own frames, beside two that work: through its connection, parser and the book of
// quotes the index of every second stays what the two others quote, and the venue counts again afterwards.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { indexAfter, type IndexPrice } from '@halyard/contract/market/liveIndex';
import { decimal, type Decimal } from '@halyard/contract/money';
import { systemClock } from '../../../clock.ts';
import { createFakeSockets, type FakeSocket } from '../../../testing/fakeSocket.ts';
import { quoteFrame } from '../../../testing/fakeVenue.ts';
import { connectVenue, RETRY_MAX_MS, type VenueConnection } from './connection.ts';
import { createQuoteBook } from './live.ts';
import { VENUES } from './venues.ts';

const BTC = 'BTC/USDT';
const HOUR_MS = 3_600_000;
const TERMS = { pricePlaces: 2, minSources: 2 };

/** How a venue refuses a subscription, as its documentation shows it. */
const REFUSALS: Readonly<Record<string, readonly [frame: string, reason: string]>> = {
  binance: ['{"code":2,"msg":"Invalid request: unknown stream"}', 'Invalid request: unknown stream'],
  kraken: [
    '{"error":"Currency pair not supported BTC/USDT","method":"subscribe","success":false,"symbol":"BTC/USDT"}',
    'BTC/USDT: Currency pair not supported BTC/USDT',
  ],
  coinbase: [
    '{"type":"error","message":"Failed to subscribe","reason":"BTC-USDT is not a valid product"}',
    'Failed to subscribe: BTC-USDT is not a valid product',
  ],
  okx: [
    '{"event":"error","code":"60018","msg":"Wrong URL or channel:tickers,instId:BTC-USDT doesn\'t exist"}',
    "60018: Wrong URL or channel:tickers,instId:BTC-USDT doesn't exist",
  ],
  bybit: [
    '{"success":false,"ret_msg":"Invalid symbol :[orderbook.1.BTCUSDT]","op":"subscribe"}',
    'Invalid symbol :[orderbook.1.BTCUSDT]',
  ],
};
/** A message that shows that a line works, and is no quote. */
const ALIVE: Readonly<Record<string, string>> = {
  binance: '{"result":null,"id":1}',
  kraken: '{"channel":"heartbeat"}',
  coinbase: '{"type":"heartbeat","sequence":90,"last_trade_id":20,"product_id":"BTC-USDT"}',
  okx: 'pong',
  bybit: '{"success":true,"ret_msg":"pong","conn_id":"a","op":"ping"}',
};

type World = {
  readonly warnings: { readonly venue: string; readonly reason?: string }[];
  /** The lines that were opened to a venue. */
  lines(name: string): readonly FakeSocket[];
  quote(name: string, bid: string, ask: string): void;
  /** Lets a second pass, in which the honest venues quote around a price, if any; the index at its end. */
  second(price: number | undefined, fault?: () => void): Promise<IndexPrice | undefined>;
};

let connections: readonly VenueConnection[] = [];

/** Connects to a venue and two others. */
function openWorld(faulty: string): World & { readonly honest: readonly string[] } {
  const honest = VENUES.map(({ name }) => name)
    .filter((name) => name !== faulty)
    .slice(0, 2);
  const warnings: { venue: string; reason?: string }[] = [];
  const book = createQuoteBook();
  const opened = new Map<string, FakeSocket[]>();
  connections = [faulty, ...honest].map((name) => {
    const venue = VENUES.find((one) => one.name === name);
    if (venue === undefined) throw new Error(`no venue ${name}`);
    const { sockets, open } = createFakeSockets();
    opened.set(name, sockets);
    return connectVenue({
      venue,
      symbols: [venue.symbolOf('BTC', 'USDT')],
      clock: systemClock,
      log: { info: () => undefined, warn: (details) => void warnings.push(details as never), error: () => undefined },
      random: () => 0,
      open: (url) => {
        const socket = open(url);
        // Most lines open at once; a refused one has ended by then.
        queueMicrotask(() => socket.emit('open'));
        return socket;
      },
      onQuote: ({ symbol: _symbol, ...quote }) => book.take(BTC, { source: name, ...quote }),
    });
  });
  const lines = (name: string) => opened.get(name) ?? [];
  const quote = (name: string, bid: string, ask: string) => {
    const symbol = VENUES.find((one) => one.name === name)?.symbolOf('BTC', 'USDT') ?? '';
    lines(name).at(-1)?.say(quoteFrame(name, { symbol, bid, ask }));
  };
  let last: Decimal | undefined;
  return {
    warnings,
    honest,
    lines,
    quote,
    second: async (price, fault) => {
      await vi.advanceTimersByTimeAsync(600);
      if (price !== undefined)
        for (const name of honest) quote(name, (price - 0.1).toFixed(2), (price + 0.1).toFixed(2));
      fault?.();
      await vi.advanceTimersByTimeAsync(400);
      const index = indexAfter(last, Date.now(), book.quotesOf(BTC), TERMS);
      if (index === 'unconfirmed') throw new Error('a jump of honest prices');
      last = index?.price ?? last;
      return index;
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10) }));
afterEach(() => {
  for (const connection of connections) connection.close();
  vi.useRealTimers();
});

describe.each(VENUES.map(({ name }) => name))('%s', (name) => {
  const venue = VENUES.find((one) => one.name === name);
  let world: ReturnType<typeof openWorld>;
  const well = (price: number) => () => world.quote(name, (price - 0.1).toFixed(2), (price + 0.1).toFixed(2));
  /** Some seconds of a fault, in which the price rises; the venues that counted in the last one. */
  const during = async (seconds: number, fault: (price: number) => void) => {
    let counted: readonly string[] = [];
    let dropped: readonly string[] = [];
    for (let done = 0; done < seconds; done += 1) {
      const price = 100 + done / 100;
      const index = await world.second(price, () => fault(price));
      expect(index?.price).toBe(decimal(price.toFixed(2)));
      ({ counted, dropped } = index ?? { counted, dropped });
    }
    return { counted: counted.includes(name), dropped: dropped.includes(name) };
  };
  const isBack = async () => {
    const index = await world.second(101, well(101));
    expect(index?.counted).toContain(name);
  };
  beforeEach(async () => {
    world = openWorld(name);
    expect((await world.second(100, well(100)))?.counted).toHaveLength(3);
  });

  it('silent on an open line, or half open: the line is given up and opened again', async () => {
    expect(await during((venue?.silenceMaxMs ?? 0) / 1000 + 2, () => undefined)).toMatchObject({ counted: false });
    expect(world.lines(name).map((line) => line.isClosed())).toEqual([true, false]);
    expect(world.warnings).toEqual([{ venue: name, reason: 'silent' }]);
    await isBack();
  });

  it.each([1000, 1001, 1006, 1008, 1011, 1012, 1013])('ends the line with %i', async (code) => {
    world.lines(name).at(-1)?.drop(code);
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.lines(name)).toHaveLength(2);
    await isBack();
  });

  it('refuses the pair: one line of the log, and no quote of it', async () => {
    const [frame, reason] = REFUSALS[name] ?? ['', ''];
    const state = await during(7, () => world.lines(name).at(-1)?.say(frame));
    expect(state.counted).toBe(false);
    expect(world.warnings).toEqual([{ venue: name, reason }]);
    await isBack();
  });

  it('sends garbage', async () => {
    const frame = quoteFrame(name, { symbol: venue?.symbolOf('BTC', 'USDT') ?? '', bid: '1', ask: '2' });
    const garbage = ['', '{', 'null', '[]', '"x"', frame.slice(0, -3), frame.replaceAll('"', ''), '\u0000\uFFFF'];
    await during(7, () => garbage.forEach((text) => world.lines(name).at(-1)?.say(text)));
    await isBack();
  });

  it('writes numbers with exponents', async () => {
    expect(await during(3, () => world.quote(name, '0.999e2', '1.002E+2'))).toEqual({ counted: true, dropped: false });
  });

  it.each([
    ['a crossed book', '100.2', '99.9'],
    ['a locked book', '100', '100'],
    ['a book of zeros', '0', '0'],
    ['a book without bids', '0', '100.1'],
    ['a book that is wider than 1 %', '99', '101.1'],
  ])('has %s', async (_what, bid, ask) => {
    expect(await during(3, () => world.quote(name, bid, ask))).toMatchObject({ counted: false });
    await isBack();
  });

  it('is 5 % off', async () => {
    const off = (price: number) => world.quote(name, (price * 1.05 - 0.1).toFixed(2), (price * 1.05 + 0.1).toFixed(2));
    expect(await during(10, off)).toEqual({ counted: true, dropped: true });
    await isBack();
  });

  it('is frozen, and only beats', async () => {
    const beat = () =>
      world
        .lines(name)
        .at(-1)
        ?.say(ALIVE[name] ?? '');
    expect(await during(7, beat)).toMatchObject({ counted: false });
    await during(30, beat);
    expect(world.warnings).toEqual([{ venue: name, reason: 'without a quote' }]);
    await isBack();
  });

  it('is 3 s late', async () => {
    await during(10, (price) => world.quote(name, (price - 0.13).toFixed(2), (price + 0.07).toFixed(2)));
  });

  it('has a clock that is wrong by an hour', async () => {
    const wrong = (price: number) => {
      const symbol = venue?.symbolOf('BTC', 'USDT') ?? '';
      const frame = quoteFrame(name, { symbol, bid: (price - 0.1).toFixed(2), ask: (price + 0.1).toFixed(2) });
      const ms = Date.now() - HOUR_MS;
      const times = `"E":${ms},"T":${ms},"ts":"${ms}","time":"${new Date(ms).toISOString()}","timestamp":${ms}`;
      world
        .lines(name)
        .at(-1)
        ?.say(frame.replaceAll(/(?<=\{)/g, `${times},`).replace('"ts":1,', ''));
    };
    expect(await during(3, wrong)).toEqual({ counted: true, dropped: false });
  });

  it('answers 451, and is asked again after the longest wait', async () => {
    world.lines(name).at(-1)?.drop();
    await vi.advanceTimersByTimeAsync(0);
    world.lines(name).at(-1)?.refuse(451);
    await vi.advanceTimersByTimeAsync(RETRY_MAX_MS - 1000);
    expect(world.lines(name)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.lines(name)).toHaveLength(3);
    await isBack();
  });

  it('sends 5,000 quotes a second', async () => {
    const storm = (price: number) => {
      for (let count = 0; count < 5000; count += 1)
        world.quote(name, (price - 0.1).toFixed(2), (price + 0.1).toFixed(2));
    };
    expect(await during(2, storm)).toEqual({ counted: true, dropped: false });
  });

  it('is gone with all others: no price after 5 s, and prices again when they are back', async () => {
    const endAll = () => {
      for (const one of [name, ...world.honest]) world.lines(one).at(-1)?.drop();
    };
    const prices: (string | undefined)[] = [];
    for (let done = 0; done < 20; done += 1) prices.push((await world.second(undefined, endAll))?.price);
    // The quotes of before count for 5 s, from 400 ms before the first of these seconds on.
    expect(prices).toEqual([...Array.from({ length: 4 }, () => '100'), ...Array.from({ length: 16 })]);
    expect(connections.some((connection) => connection.isLive())).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    await isBack();
    expect((await world.second(101, well(101)))?.counted).toHaveLength(3);
  });
});
