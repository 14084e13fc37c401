// @vitest-environment jsdom
// A book on the screen is always one that the exchange had, never crossed, and finally the current one: random books
// over a connection that loses, duplicates and reorders messages, breaks, and moves to another server; in between
// deltas that cross the book.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { BookLevel } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { depthChanges } from '@halyard/contract/realtime/depth';
import { depthData, RESYNC, rooms, type DepthData, type RoomMessage } from '@halyard/contract/realtime/rooms';
import { streamLive } from '../../shared/realtime/streamLive.ts';
import { createRealtimeClient } from '../../shared/realtime/realtimeClient.ts';
import { createFakeConnection } from '../../testing/fakeConnection.ts';
import { answeredBook, bookRoom, isCrossed, type LiveBook } from './useBook.ts';

const SYMBOL = 'BTC/USDT';
const ROOM = rooms.depth(SYMBOL);
const AS_OF = '2026-01-01T00:00:00.000Z';
const EMPTY: LiveBook = { symbol: SYMBOL, bids: [], asks: [], asOf: AS_OF };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Sides = Pick<DepthData, 'bids' | 'asks'>;
const keyOf = ({ bids, asks }: Sides) => JSON.stringify([bids, asks]);
const level = (price: number, quantity: number): BookLevel => [decimal(String(price)), decimal(String(quantity))];
/** A book around `middle`: never crossed. */
const bookAt = (middle: number, sizes: readonly number[]): Sides => ({
  bids: sizes.slice(0, 4).map((size, index) => level(middle - 1 - index, size)),
  asks: sizes.slice(4).map((size, index) => level(middle + 1 + index, size)),
});

/** An exchange that numbers its books, behind a connection that the test controls. */
function createServer(connection: ReturnType<typeof createFakeConnection>) {
  let epoch = 1;
  let seq = 0;
  let book: Sides = bookAt(100, [1, 1, 1, 1, 1, 1, 1, 1]);
  let history: RoomMessage[] = [];
  let answered = 0;
  const had = new Set([keyOf(EMPTY), keyOf(book)]);
  const wire = (sides: Sides) => z.encode(depthData, { ...sides, asOf: AS_OF }) as unknown;
  const messageOf = (changes: Sides): RoomMessage => {
    seq += 1;
    const message = { room: ROOM, epoch: String(epoch), seq, data: wire(changes) };
    history = [...history, message].slice(-5);
    return message;
  };
  const answerTo = ({ event, payload }: { event: string; payload: unknown }) => {
    const request = payload as { epoch?: string; since?: number };
    const missed = history.filter((message) => message.seq > (request.since ?? 0));
    const canJoinUp = request.epoch === String(epoch) && missed.length === seq - (request.since ?? 0);
    if (event === RESYNC && canJoinUp) return { messages: missed };
    const state = { room: ROOM, epoch: String(epoch), seq, snapshot: wire(book) };
    return event === RESYNC ? state : [state];
  };
  return {
    had,
    change(next: Sides) {
      const changes = depthChanges(book, next);
      book = next;
      had.add(keyOf(book));
      return changes && messageOf(changes);
    },
    /** A wrong delta that crosses the book it is applied to. */
    lie: () => messageOf({ bids: [level(100_000, 1)], asks: [level(1, 1)] }),
    restart() {
      epoch += 1;
      seq = 0;
      history = [];
    },
    /** Answers open requests with the current state. */
    answer() {
      const open = connection.requests.slice(answered);
      answered = connection.requests.length;
      for (const question of open) question.answer(answerTo(question));
    },
    now: () => keyOf(book),
  };
}

function setUp() {
  const connection = createFakeConnection();
  const server = createServer(connection);
  const client = createRealtimeClient({
    url: 'http://localhost',
    getToken: () => undefined,
    openConnection: connection.open,
    watch: () => () => undefined,
  });
  let data: LiveBook = EMPTY;
  let remove: () => void = () => undefined;
  const entry = {
    cacheDataLoaded: Promise.resolve(),
    cacheEntryRemoved: new Promise<void>((resolve) => {
      remove = resolve;
    }),
    getCacheEntry: () => ({ data }),
    updateCachedData: (recipe: () => LiveBook) => {
      data = recipe();
    },
  };
  const over = streamLive(client, entry, bookRoom(SYMBOL));
  return {
    connection,
    server,
    shown: () => data,
    /** Lets `forMs` pass. */
    pass: (forMs: number) => vi.advanceTimersByTimeAsync(forMs),
    async end() {
      remove();
      client.close();
      await over;
    },
  };
}

type Delivery = 'arrives' | 'lost' | 'twice' | 'later';
type Step =
  | { readonly kind: 'change'; readonly middle: number; readonly sizes: readonly number[]; readonly delivery: Delivery }
  | { readonly kind: 'lie' | 'answer' | 'down' | 'up' | 'restart' | 'look' };

const change = fc.record({
  kind: fc.constant('change' as const),
  middle: fc.integer({ min: 90, max: 110 }),
  sizes: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 0, maxLength: 8 }),
  delivery: fc.constantFrom<Delivery>('arrives', 'arrives', 'arrives', 'lost', 'twice', 'later'),
});
const event = fc.constantFrom(...(['answer', 'answer', 'look', 'look', 'down', 'up', 'up', 'restart', 'lie'] as const));
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: change },
    event.map((kind) => ({ kind })),
  ),
  {
    minLength: 10,
    maxLength: 80,
  },
);

/** Plays a script while checking the screen; returns the book once everything has settled. */
async function play(script: readonly Step[]) {
  const { connection, server, shown, pass, end } = setUp();
  let late: RoomMessage[] = [];
  let isUp = false;
  const send = (message: RoomMessage | undefined, delivery: Delivery = 'arrives') => {
    if (message === undefined || !isUp) return;
    if (delivery === 'later') late = [...late, message];
    if (delivery === 'arrives' || delivery === 'twice') connection.sendRaw(message);
    if (delivery === 'twice') connection.sendRaw(message);
    if (delivery === 'arrives') {
      for (const each of late) connection.sendRaw(each);
      late = [];
    }
  };
  const acts: Record<Exclude<Step['kind'], 'change'>, () => void> = {
    lie: () => send(server.lie()),
    answer: server.answer,
    down: () => {
      if (isUp) connection.down();
      isUp = false;
    },
    up: () => {
      if (!isUp) connection.up();
      isUp = true;
    },
    restart: server.restart,
    look: () => undefined,
  };
  const check = async () => {
    await pass(120);
    expect(isCrossed(shown())).toBe(false);
    expect(server.had.has(keyOf(shown()))).toBe(true);
  };
  for (const step of script) {
    if (step.kind === 'change') send(server.change(bookAt(step.middle, step.sizes)), step.delivery);
    else acts[step.kind]();
    await check();
  }
  acts.up();
  for (let turn = 0; turn < 4; turn += 1) {
    send(server.change(bookAt(100 + turn, [turn + 1, 2, 3, 4, 5, 6, 7, 8])));
    await pass(3100);
    server.answer();
  }
  await check();
  const last = { shown: shown(), now: server.now() };
  await end();
  return last;
}

describe('the book on the screen', () => {
  it('is one that the exchange had, whatever happens on the way, and in the end the one it has', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const { shown, now } = await play(script as readonly Step[]);
        expect(keyOf(shown)).toBe(now);
        expect([shown.isTorn, shown.brokenAtMs]).toEqual([undefined, undefined]);
      }),
      { numRuns: 300 },
    );
  });

  it('says that it is torn when what came makes no sense, keeps the last that did, and asks for a snapshot no more than once in 3 s', async () => {
    const { connection, server, shown, pass, end } = setUp();
    connection.up();
    await pass(0);
    server.answer();
    await pass(120);
    const before = server.now();
    connection.sendRaw(server.lie());
    await pass(120);
    expect([keyOf(shown()), shown().isTorn]).toEqual([before, true]);
    expect(connection.requests).toHaveLength(2);
    connection.requests.at(-1)?.answer([{ room: ROOM, error: 'SERVICE_UNAVAILABLE' }]);
    await pass(2000);
    expect(connection.requests).toHaveLength(2);
    await pass(8000);
    server.answer();
    await pass(120);
    expect([keyOf(shown()), shown().isTorn]).toEqual([before, undefined]);
    await end();
  });

  it('says since when its room cannot be read', async () => {
    const { connection, server, shown, pass, end } = setUp();
    connection.up();
    await pass(0);
    server.answer();
    await pass(120);
    expect(shown().brokenAtMs).toBeUndefined();
    connection.down();
    const cutAtMs = Date.now();
    await pass(1000);
    expect(shown().brokenAtMs).toBeGreaterThanOrEqual(cutAtMs);
    connection.up();
    server.answer();
    await pass(200);
    expect(shown().brokenAtMs).toBeUndefined();
    await end();
  });

  it('is empty and torn when the call answers a crossed one', () => {
    const crossed = { ...EMPTY, bids: [level(10, 1)], asks: [level(10, 1)] };
    expect(answeredBook(crossed)).toEqual({ ...EMPTY, isTorn: true });
    expect(answeredBook({ ...crossed, asks: [] })).toEqual({ ...crossed, asks: [] });
  });
});
