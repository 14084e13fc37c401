// Recipients of the end of an option: its user's room, once, and sockets of legacy clients with the user's token; no
// other socket, and none after the end of its session. Real sockets; the exchange behind them is in memory.
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LEGACY_EVENTS } from '@halyard/contract/legacy-clients/broadcast';
import { rooms } from '@halyard/contract/realtime/rooms';
import { createMemoryExchange } from '../testing/memoryExchange.ts';
import { openRealtime, recordMessages, subscribeTo, until, type Harness } from '../testing/realtimeHarness.ts';

const [ALICE, BOB] = [7, 8];

let exchange: ReturnType<typeof createMemoryExchange>;
let harness: Harness;
beforeEach(async () => {
  exchange = createMemoryExchange();
  harness = await openRealtime(exchange.sources);
});
afterEach(() => harness.close());

type Closed = { readonly type: string; readonly to: number; readonly data: { readonly id: number } };

function closedOn(socket: Socket): Closed[] {
  const received: Closed[] = [];
  socket.on(LEGACY_EVENTS.closedOption, (payload: Closed) => void received.push(payload));
  return received;
}

/** Settles options of a user, one after the other, until an event is received; returns the id of the last. */
async function settleUntilReceived(userId: number, received: readonly Closed[], firstId: number): Promise<number> {
  let id = firstId;
  const before = received.length;
  await until(() => {
    exchange.endOption((id += 1), userId, { isStreamed: false });
    return received.length > before;
  });
  return id;
}

it('sends a closed option to sockets with its user’s token, and to no others', async () => {
  const tokenOfAlice = exchange.logIn(ALICE, 1);
  const alice = closedOn(await harness.connect({ auth: { token: tokenOfAlice } }));
  const bob = closedOn(await harness.connect({ auth: { token: exchange.logIn(BOB, 2) } }));
  const guest = closedOn(await harness.connect());
  const stranger = closedOn(await harness.connect({ auth: { token: 'of nobody' } }));
  await settleUntilReceived(BOB, bob, 200);
  const last = await settleUntilReceived(ALICE, alice, 100);
  expect(alice[0]).toMatchObject({
    type: 'closed_microorder',
    to: ALICE,
    data: { user_id: ALICE, status: 3, profit_result: expect.any(Number), fact_profits: expect.any(String) },
  });
  await until(() => alice.some(({ data }) => data.id === last));
  expect(alice.every(({ to }) => to === ALICE)).toBe(true);
  expect(bob.every(({ to }) => to === BOB)).toBe(true);
  expect([...guest, ...stranger]).toEqual([]);

  // Bob still receives an event, so Alice's missing one was not just late.
  exchange.logOut(tokenOfAlice);
  const received = alice.length;
  exchange.endOption(150, ALICE, { isStreamed: false });
  await settleUntilReceived(BOB, bob, 300);
  expect(alice).toHaveLength(received);
  expect(exchange.store.faults).toEqual([]);
});

it('sends each option once to the room of a current client', async () => {
  const socket = await harness.connect({ auth: { token: exchange.logIn(ALICE, 1) } });
  const closed = closedOn(socket);
  await settleUntilReceived(ALICE, closed, 0);
  const messages = recordMessages(socket);
  await subscribeTo(socket, rooms.account);
  const before = closed.length;
  exchange.endOption(501, ALICE, { isStreamed: true });
  // The node that settled it crashed before it published that.
  exchange.endOption(502, ALICE, { isStreamed: false });
  exchange.endOption(503, ALICE, { isStreamed: true });
  const ids = () =>
    messages.flatMap(({ data }) => {
      const event = data as { readonly event: string; readonly option?: { readonly id: number } };
      return event.event === 'option' ? [event.option?.id] : [];
    });
  await until(() => ids().length >= 3);
  await socket.emitWithAck('unsubscribe', { rooms: [] });
  expect(new Set(ids())).toEqual(new Set([501, 502, 503]));
  expect(ids()).toHaveLength(3);
  expect(closed).toHaveLength(before);
});
