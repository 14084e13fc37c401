// A client that loses its connection under load ends with exactly the server's book, and no number is ever skipped. A
// 4.x client follows the sequence rule of the contract while its transport is killed again and again.
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { applyDepth } from '@halyard/contract/realtime/depth';
import { depthData, RESYNC_RETAINED, rooms, type DepthData } from '@halyard/contract/realtime/rooms';
import type { Delivery } from '@halyard/contract/realtime/sequence';
import { createMemoryExchange, level, SYMBOL } from '../testing/memoryExchange.ts';
import { follow, openRealtime, recordMessages, subscribeTo, until, type Harness } from '../testing/realtimeHarness.ts';

const ROOM = rooms.depth(SYMBOL);

let exchange: ReturnType<typeof createMemoryExchange>;
let harness: Harness;

beforeEach(async () => {
  exchange = createMemoryExchange();
  harness = await openRealtime(exchange.sources);
});
afterEach(() => harness.close());

/** A book that differs from its neighbours in some levels, deterministically. */
function bookAt(step: number) {
  const side = (start: number, sign: 1 | -1) =>
    Array.from({ length: 20 }, (_, index) =>
      level(String(start + sign * (index + (step % 3))), `${(step % 7) + index + 1}`),
    );
  return { bids: side(1000, -1), asks: side(1001, 1) };
}

/** A book assembled from the delivered messages. */
function createMirror() {
  let book: DepthData | undefined;
  return {
    take({ kind, data }: Delivery) {
      const read = z.decode(depthData, data as never);
      book = kind === 'snapshot' || book === undefined ? read : applyDepth(book, read);
    },
    sides: () => book && { bids: book.bids, asks: book.asks },
  };
}

/** Changes the book so often that each change is a message of its own. */
async function churn(from: number, times: number): Promise<void> {
  for (let step = from; step < from + times; step += 1) {
    exchange.setBook(bookAt(step));
    // The read of a change ends within a turn.
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

it('ends with exactly the server’s book after its connection was killed five times under load', async () => {
  const socket = await harness.connect();
  const mirror = createMirror();
  const follower = follow(socket, ROOM, mirror.take);
  await until(() => follower.deliveries.length > 0);
  let losses = 0;
  socket.on('disconnect', () => void (losses += 1));
  for (let round = 0; round < 5; round += 1) {
    await churn(round * 200, 100);
    socket.io.engine.close();
    await churn(round * 200 + 100, 100);
    await until(() => socket.connected);
  }
  exchange.setBook({ bids: [level('1', '1')], asks: [level('2', '2')] });
  await until(() => mirror.sides()?.bids.length === 1);
  expect(mirror.sides()).toEqual(exchange.store.book);
  expect(losses).toBe(5);
  expect(follower.positions.length).toBeGreaterThan(500);
});

it('receives missed messages after a short absence: each number once, none skipped', async () => {
  const watcher = await harness.connect();
  const all = recordMessages(watcher);
  await subscribeTo(watcher, ROOM);
  const socket = await harness.connect();
  const mirror = createMirror();
  const follower = follow(socket, ROOM, mirror.take);
  await until(() => follower.answers.length === 1);
  await churn(1, 50);
  socket.io.engine.close();
  await churn(51, 50);
  await until(() => socket.connected && follower.answers.length === 2);
  await churn(101, 50);
  await until(() => follower.positions.at(-1)?.seq === all.length && all.length >= 150);
  expect(follower.answers).toEqual(['snapshot', 'messages']);
  const delivered = follower.deliveries.filter(({ kind }) => kind === 'message').map(({ data }) => data);
  expect(delivered).toEqual(all.map(({ data }) => data));
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
  expect(mirror.sides()).toEqual(exchange.store.book);
});

it('receives a snapshot when it missed more than the server buffers', async () => {
  const watcher = await harness.connect();
  const all = recordMessages(watcher);
  await subscribeTo(watcher, ROOM);
  const socket = await harness.connect({ reconnection: false });
  const mirror = createMirror();
  const follower = follow(socket, ROOM, mirror.take);
  await until(() => follower.answers.length === 1);
  socket.io.engine.close();
  await until(() => !socket.connected);
  await churn(1, RESYNC_RETAINED + 1);
  await until(() => all.length === RESYNC_RETAINED + 1);
  socket.connect();
  await until(() => follower.answers.length === 2);
  expect(follower.answers).toEqual(['snapshot', 'snapshot']);
  expect(mirror.sides()).toEqual(exchange.store.book);
});

it('receives a snapshot from a restarted server, which has another epoch', async () => {
  const port = new URL(harness.url).port;
  const socket = await harness.connect();
  const mirror = createMirror();
  const follower = follow(socket, ROOM, mirror.take);
  await until(() => follower.answers.length === 1);
  await churn(1, 20);
  await until(() => (follower.positions.at(-1)?.seq ?? 0) >= 20);
  await harness.restart();
  expect(new URL(harness.url).port).toBe(port);
  exchange.setBook(bookAt(99));
  socket.connect();
  await until(() => follower.answers.length === 2);
  expect(follower.answers).toEqual(['snapshot', 'snapshot']);
  expect(mirror.sides()).toEqual(exchange.store.book);
});
