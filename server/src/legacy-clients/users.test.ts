// Proves who hears that an option has ended: its user's room, once, and sockets of the family with his token; nobody
// else, and nobody any more whose session has ended. Real sockets; the exchange behind them is in memory.
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
  const heard: Closed[] = [];
  socket.on(LEGACY_EVENTS.closedOption, (payload: Closed) => void heard.push(payload));
  return heard;
}

/** Ends options of a user, one after the other, until it is heard; answers the id of the last. */
async function endUntilHeard(userId: number, heard: readonly Closed[], firstId: number): Promise<number> {
  let id = firstId;
  const before = heard.length;
  await until(() => {
    exchange.endOption((id += 1), userId, { isStreamed: false });
    return heard.length > before;
  });
  return id;
}

it('tells the family of a closed option on sockets with its user’s token, and on no others', async () => {
  const tokenOfAlice = exchange.logIn(ALICE, 1);
  const alice = closedOn(await harness.connect({ auth: { token: tokenOfAlice } }));
  const bob = closedOn(await harness.connect({ auth: { token: exchange.logIn(BOB, 2) } }));
  const guest = closedOn(await harness.connect());
  const stranger = closedOn(await harness.connect({ auth: { token: 'of nobody' } }));
  await endUntilHeard(BOB, bob, 200);
  const last = await endUntilHeard(ALICE, alice, 100);
  expect(alice[0]).toMatchObject({
    type: 'closed_microorder',
    to: ALICE,
    data: { user_id: ALICE, status: 3, profit_result: expect.any(Number), fact_profits: expect.any(String) },
  });
  await until(() => alice.some(({ data }) => data.id === last));
  expect(alice.every(({ to }) => to === ALICE)).toBe(true);
  expect(bob.every(({ to }) => to === BOB)).toBe(true);
  expect([...guest, ...stranger]).toEqual([]);

  // Bob still hears his own, so what Alice does not hear was not late.
  exchange.logOut(tokenOfAlice);
  const heard = alice.length;
  exchange.endOption(150, ALICE, { isStreamed: false });
  await endUntilHeard(BOB, bob, 300);
  expect(alice).toHaveLength(heard);
  expect(exchange.store.faults).toEqual([]);
});

it('leaves those who speak our protocol to their room, which tells each option once', async () => {
  const socket = await harness.connect({ auth: { token: exchange.logIn(ALICE, 1) } });
  const closed = closedOn(socket);
  await endUntilHeard(ALICE, closed, 0);
  const messages = recordMessages(socket);
  await subscribeTo(socket, rooms.account);
  const before = closed.length;
  exchange.endOption(501, ALICE, { isStreamed: true });
  // Whoever settled it died before it could say so.
  exchange.endOption(502, ALICE, { isStreamed: false });
  exchange.endOption(503, ALICE, { isStreamed: true });
  const told = () =>
    messages.flatMap(({ data }) => {
      const event = data as { readonly event: string; readonly option?: { readonly id: number } };
      return event.event === 'option' ? [event.option?.id] : [];
    });
  await until(() => told().length >= 3);
  await socket.emitWithAck('unsubscribe', { rooms: [] });
  expect(new Set(told())).toEqual(new Set([501, 502, 503]));
  expect(told()).toHaveLength(3);
  expect(closed).toHaveLength(before);
});
