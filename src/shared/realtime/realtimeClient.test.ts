// Readers of rooms while messages are lost, duplicated, refused or unreadable and the connection comes and goes. The
// socket is a fake connection; the real one is tested against the real hub elsewhere.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { RESYNC, SUBSCRIBE, UNSUBSCRIBE, type RoomCodec } from '@halyard/contract/realtime/rooms';
import { createFakeConnection } from '../../testing/fakeConnection.ts';
import { createRealtimeClient } from './realtimeClient.ts';
import type { RealtimeClient } from './realtimeTypes.ts';
import type { ResumeKind } from './resume.ts';

/** A room of numbers: the snapshot is their list, each message one more. */
const codec = { snapshot: z.array(z.int()), message: z.int() } satisfies RoomCodec;

let connection: ReturnType<typeof createFakeConnection>;
let client: RealtimeClient;
let wake: (kind: ResumeKind) => void;

beforeEach(() => {
  connection = createFakeConnection();
  client = createRealtimeClient({
    url: 'http://localhost',
    getToken: () => undefined,
    openConnection: connection.open,
    watch: (onResume) => {
      wake = onResume;
      return () => void connection.calls.push('unwatch');
    },
  });
});
afterEach(() => {
  client.close();
  vi.useRealTimers();
});

/** Reads a room and records its events. */
function read(room: string) {
  const received: unknown[] = [];
  const states: string[] = [];
  const quit = client.subscribe(room, codec, {
    onSnapshot: (snapshot) => void received.push(snapshot),
    onMessage: (message) => void received.push(message),
    onStatus: (status) => void states.push(status.state === 'refused' ? status.code : status.state),
  });
  return { received, states, quit };
}
const turn = () => Promise.resolve();
const state = (room: string, seq: number, snapshot: unknown, epoch = 'a') => ({ room, epoch, seq, snapshot });

/** A reader of `room` that has its first snapshot, at number 1. */
async function readLive(room: string) {
  if (connection.calls.length === 0) connection.up();
  const reader = read(room);
  await turn();
  connection.answer([state(room, 1, [1])]);
  return reader;
}

describe('subscribing', () => {
  it('connects at the first subscription and requests all rooms of a turn at once', async () => {
    expect(connection.calls).toEqual([]);
    read('x');
    read('y');
    read('x');
    expect(connection.calls).toEqual(['open']);
    connection.up();
    expect(connection.requested()).toEqual([{ event: SUBSCRIBE, payload: { rooms: ['x', 'y'] } }]);
    read('z');
    await turn();
    expect(connection.requested().at(-1)).toEqual({ event: SUBSCRIBE, payload: { rooms: ['z'] } });
  });

  it('delivers the snapshot and each later message, decoded', async () => {
    const { received, states } = await readLive('x');
    connection.send('x', 2, 22);
    connection.send('x', 2, 22);
    connection.send('x', 3, 33);
    expect(received).toEqual([[1], 22, 33]);
    expect(states).toEqual(['joining', 'live']);
  });

  it('leaves a room with its last reader, and only then', async () => {
    const first = await readLive('x');
    const second = read('x');
    await turn();
    first.quit();
    await turn();
    expect(connection.requested().map(({ event }) => event)).not.toContain(UNSUBSCRIBE);
    second.quit();
    second.quit();
    await turn();
    expect(connection.requested().at(-1)).toEqual({ event: UNSUBSCRIBE, payload: { rooms: ['x'] } });
    connection.send('x', 2, 22);
    expect(first.received).toEqual([[1]]);
  });

  it('does not leave a room whose reader returns within the turn', async () => {
    const first = await readLive('x');
    first.quit();
    const second = read('x');
    await turn();
    connection.answer([state('x', 4, [4])]);
    expect(second.received).toEqual([[4]]);
    expect(connection.requested().map(({ event }) => event)).toEqual([SUBSCRIBE, SUBSCRIBE]);
  });

  it('gives a later reader a snapshot first, never a message before it', async () => {
    const first = await readLive('x');
    const second = read('x');
    connection.send('x', 2, 22);
    await turn();
    connection.send('x', 3, 33);
    expect(second.received).toEqual([]);
    connection.answer([state('x', 2, [1, 22])]);
    expect(second.received).toEqual([[1, 22], 33]);
    expect(first.received).toEqual([[1], [1, 22], 33]);
  });
});

describe('gaps and losses', () => {
  it('requests missed messages and delivers them in order', async () => {
    const { received } = await readLive('x');
    connection.send('x', 3, 33);
    await turn();
    expect(connection.requested().at(-1)).toEqual({ event: RESYNC, payload: { room: 'x', epoch: 'a', since: 1 } });
    connection.send('x', 4, 44);
    connection.answer({ messages: [{ room: 'x', epoch: 'a', seq: 2, data: 22 }] });
    expect(received).toEqual([[1], 22, 33, 44]);
  });

  it('requests missed messages after a lost connection, and is interrupted meanwhile', async () => {
    const { received, states } = await readLive('x');
    connection.down();
    expect(states).toEqual(['joining', 'live', 'interrupted']);
    connection.up();
    expect(connection.requested().at(-1)).toEqual({ event: RESYNC, payload: { room: 'x', epoch: 'a', since: 1 } });
    connection.answer({ messages: [{ room: 'x', epoch: 'a', seq: 2, data: 22 }] });
    expect(received).toEqual([[1], 22]);
    expect(states.at(-1)).toBe('live');
  });

  it('restarts with the snapshot of another server', async () => {
    const { received } = await readLive('x');
    connection.down();
    connection.up();
    connection.answer(state('x', 9, [7, 8, 9], 'b'));
    connection.send('x', 10, 10, 'b');
    expect(received).toEqual([[1], [7, 8, 9], 10]);
  });

  it('ignores an answer to a request of an earlier connection', async () => {
    const { received } = await readLive('x');
    connection.send('x', 3, 33);
    await turn();
    const late = connection.requests.at(-1);
    connection.down();
    connection.up();
    late?.answer(state('x', 5, [5]));
    expect(received).toEqual([[1]]);
    connection.answer(state('x', 6, [6]));
    expect(received).toEqual([[1], [6]]);
  });
});

describe('unreadable data', () => {
  it('never reaches a reader: a snapshot replaces an unreadable message', async () => {
    const { received } = await readLive('x');
    connection.send('x', 2, 'two');
    await turn();
    expect(connection.requested().at(-1)).toEqual({ event: SUBSCRIBE, payload: { rooms: ['x'] } });
    connection.answer([state('x', 2, [1, 2])]);
    expect(received).toEqual([[1], [1, 2]]);
  });

  it('is reported once if it is the snapshot, and not requested in a loop', async () => {
    connection.up();
    const { received, states } = read('x');
    await turn();
    connection.answer([state('x', 1, 'nonsense')]);
    connection.send('x', 2, 22);
    await turn();
    expect(received).toEqual([]);
    expect(states).toEqual(['joining', 'ANSWER_UNREADABLE']);
    expect(connection.requests).toHaveLength(1);
  });

  it('is ignored if it is not a message of a room', async () => {
    const { received } = await readLive('x');
    for (const raw of [undefined, null, 'x', {}, { room: 'x', seq: 2 }, { room: 'y', epoch: 'a', seq: 2, data: 1 }]) {
      connection.sendRaw(raw);
    }
    expect(received).toEqual([[1]]);
  });
});

describe('refusals', () => {
  it('are reported to the room’s reader and repeated only over a new connection', async () => {
    connection.up();
    const account = read('account');
    const other = read('x');
    await turn();
    connection.answer([{ room: 'account', error: 'NOT_LOGGED_IN' }, state('x', 1, [1])]);
    expect(account.states).toEqual(['joining', 'NOT_LOGGED_IN']);
    expect(other.states).toEqual(['joining', 'live']);
    connection.down();
    connection.up();
    expect(connection.requested().slice(1)).toEqual([
      { event: RESYNC, payload: { room: 'x', epoch: 'a', since: 1 } },
      { event: SUBSCRIBE, payload: { rooms: ['account'] } },
    ]);
    connection.answer([state('account', 0, [])]);
    expect(account.states.at(-1)).toBe('live');
  });

  it.each([{ error: 'RATE_LIMITED' }, [{ room: 'x', error: 'SERVICE_UNAVAILABLE' }], undefined])(
    'that are temporary are retried a little later: %j',
    async (refusal) => {
      vi.useFakeTimers();
      connection.up();
      const { states, received } = read('x');
      await turn();
      connection.answer(refusal);
      expect(states).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(6000);
      expect(connection.requested()).toHaveLength(2);
      connection.answer([state('x', 1, [1])]);
      expect(received).toEqual([[1]]);
      expect(states.at(-1)).toBe('live');
    },
  );

  it('are final for this connection if the answer is invalid', async () => {
    connection.up();
    const { states } = read('x');
    await turn();
    connection.answer('nonsense');
    expect(states).toEqual(['joining', 'ANSWER_UNREADABLE']);
  });
});

it('reports connection changes and an invalid token, until unsubscribed', () => {
  const events: string[] = [];
  const stopStatus = client.onStatusChange(() => void events.push(client.getStatus().state));
  const stopLogout = client.onLoggedOut(() => void events.push('logged out'));
  read('x');
  connection.up();
  connection.logOut();
  connection.down();
  stopStatus();
  stopLogout();
  connection.up();
  connection.logOut();
  expect(events).toEqual(['connected', 'logged out', 'connecting']);
  expect(client.silentMs()).toBe(7);
});

it('resumes, renews and closes the connection, but never an unopened one', () => {
  client.renew();
  expect(connection.calls).toEqual([]);
  read('x');
  wake('maybeDead');
  client.renew();
  client.close();
  expect(connection.calls).toEqual(['open', 'wake', 'renew', 'unwatch', 'close']);
});

it('replaces a connection known to be dead, however recent its last packet', () => {
  read('x');
  wake('dead');
  expect(connection.calls).toEqual(['open', 'renew']);
});
