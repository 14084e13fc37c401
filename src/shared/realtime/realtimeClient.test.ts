// Readers of rooms while messages are lost, duplicated, refused or unreadable and the connection comes and goes. The
// socket is a fake connection; the real one is tested against the real hub elsewhere.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { RESYNC, SUBSCRIBE, UNSUBSCRIBE, type RoomCodec } from '@halyard/contract/realtime/rooms';
import { createTestLine } from '../../testing/testLine.ts';
import { createRealtimeClient } from './realtimeClient.ts';
import type { RealtimeClient } from './realtimeTypes.ts';
import type { Waking } from './wake.ts';

/** A room of numbers: the snapshot is their list, each message one more. */
const codec = { snapshot: z.array(z.int()), message: z.int() } satisfies RoomCodec;

let line: ReturnType<typeof createTestLine>;
let client: RealtimeClient;
let wake: (waking: Waking) => void;

beforeEach(() => {
  line = createTestLine();
  client = createRealtimeClient({
    url: 'http://localhost',
    getToken: () => undefined,
    openLine: line.open,
    watch: (onWake) => {
      wake = onWake;
      return () => void line.calls.push('unwatch');
    },
  });
});
afterEach(() => {
  client.close();
  vi.useRealTimers();
});

/** Reads a room and records its events. */
function read(room: string) {
  const heard: unknown[] = [];
  const states: string[] = [];
  const quit = client.subscribe(room, codec, {
    onSnapshot: (snapshot) => void heard.push(snapshot),
    onMessage: (message) => void heard.push(message),
    onStatus: (status) => void states.push(status.state === 'refused' ? status.code : status.state),
  });
  return { heard, states, quit };
}
const turn = () => Promise.resolve();
const state = (room: string, seq: number, snapshot: unknown, epoch = 'a') => ({ room, epoch, seq, snapshot });

/** A reader of `room` that has its first snapshot, at number 1. */
async function readLive(room: string) {
  if (line.calls.length === 0) line.up();
  const reader = read(room);
  await turn();
  line.answer([state(room, 1, [1])]);
  return reader;
}

describe('subscribing', () => {
  it('connects at the first subscription and asks for all rooms of a turn at once', async () => {
    expect(line.calls).toEqual([]);
    read('x');
    read('y');
    read('x');
    expect(line.calls).toEqual(['open']);
    line.up();
    expect(line.questions()).toEqual([{ event: SUBSCRIBE, payload: { rooms: ['x', 'y'] } }]);
    read('z');
    await turn();
    expect(line.questions().at(-1)).toEqual({ event: SUBSCRIBE, payload: { rooms: ['z'] } });
  });

  it('hands out the snapshot and each message after it, decoded', async () => {
    const { heard, states } = await readLive('x');
    line.say('x', 2, 22);
    line.say('x', 2, 22);
    line.say('x', 3, 33);
    expect(heard).toEqual([[1], 22, 33]);
    expect(states).toEqual(['joining', 'live']);
  });

  it('leaves a room with its last reader, and only then', async () => {
    const first = await readLive('x');
    const second = read('x');
    await turn();
    first.quit();
    await turn();
    expect(line.questions().map(({ event }) => event)).not.toContain(UNSUBSCRIBE);
    second.quit();
    second.quit();
    await turn();
    expect(line.questions().at(-1)).toEqual({ event: UNSUBSCRIBE, payload: { rooms: ['x'] } });
    line.say('x', 2, 22);
    expect(first.heard).toEqual([[1]]);
  });

  it('does not leave a room whose reader is back within the turn', async () => {
    const first = await readLive('x');
    first.quit();
    const second = read('x');
    await turn();
    line.answer([state('x', 4, [4])]);
    expect(second.heard).toEqual([[4]]);
    expect(line.questions().map(({ event }) => event)).toEqual([SUBSCRIBE, SUBSCRIBE]);
  });

  it('gives a later reader a snapshot first, never a message before it', async () => {
    const first = await readLive('x');
    const second = read('x');
    line.say('x', 2, 22);
    await turn();
    line.say('x', 3, 33);
    expect(second.heard).toEqual([]);
    line.answer([state('x', 2, [1, 22])]);
    expect(second.heard).toEqual([[1, 22], 33]);
    expect(first.heard).toEqual([[1], [1, 22], 33]);
  });
});

describe('gaps and losses', () => {
  it('asks for what is missing and hands it out in order', async () => {
    const { heard } = await readLive('x');
    line.say('x', 3, 33);
    await turn();
    expect(line.questions().at(-1)).toEqual({ event: RESYNC, payload: { room: 'x', epoch: 'a', since: 1 } });
    line.say('x', 4, 44);
    line.answer({ messages: [{ room: 'x', epoch: 'a', seq: 2, data: 22 }] });
    expect(heard).toEqual([[1], 22, 33, 44]);
  });

  it('asks for what it missed after a lost connection, and says meanwhile that it may be old', async () => {
    const { heard, states } = await readLive('x');
    line.down();
    expect(states).toEqual(['joining', 'live', 'interrupted']);
    line.up();
    expect(line.questions().at(-1)).toEqual({ event: RESYNC, payload: { room: 'x', epoch: 'a', since: 1 } });
    line.answer({ messages: [{ room: 'x', epoch: 'a', seq: 2, data: 22 }] });
    expect(heard).toEqual([[1], 22]);
    expect(states.at(-1)).toBe('live');
  });

  it('starts anew with the snapshot of another server', async () => {
    const { heard } = await readLive('x');
    line.down();
    line.up();
    line.answer(state('x', 9, [7, 8, 9], 'b'));
    line.say('x', 10, 10, 'b');
    expect(heard).toEqual([[1], [7, 8, 9], 10]);
  });

  it('ignores an answer that was asked for over a connection that is gone', async () => {
    const { heard } = await readLive('x');
    line.say('x', 3, 33);
    await turn();
    const late = line.asked.at(-1);
    line.down();
    line.up();
    late?.answer(state('x', 5, [5]));
    expect(heard).toEqual([[1]]);
    line.answer(state('x', 6, [6]));
    expect(heard).toEqual([[1], [6]]);
  });
});

describe('what cannot be read', () => {
  it('never reaches a reader: a message is healed by a snapshot', async () => {
    const { heard } = await readLive('x');
    line.say('x', 2, 'two');
    await turn();
    expect(line.questions().at(-1)).toEqual({ event: SUBSCRIBE, payload: { rooms: ['x'] } });
    line.answer([state('x', 2, [1, 2])]);
    expect(heard).toEqual([[1], [1, 2]]);
  });

  it('is said once when it is the snapshot, and not asked for in a circle', async () => {
    line.up();
    const { heard, states } = read('x');
    await turn();
    line.answer([state('x', 1, 'nonsense')]);
    line.say('x', 2, 22);
    await turn();
    expect(heard).toEqual([]);
    expect(states).toEqual(['joining', 'ANSWER_UNREADABLE']);
    expect(line.asked).toHaveLength(1);
  });

  it('is ignored when it is no message of a room at all', async () => {
    const { heard } = await readLive('x');
    for (const raw of [undefined, null, 'x', {}, { room: 'x', seq: 2 }, { room: 'y', epoch: 'a', seq: 2, data: 1 }]) {
      line.sayRaw(raw);
    }
    expect(heard).toEqual([[1]]);
  });
});

describe('refusals', () => {
  it('are told to the reader of the room and asked for again only over a new connection', async () => {
    line.up();
    const account = read('account');
    const other = read('x');
    await turn();
    line.answer([{ room: 'account', error: 'NOT_LOGGED_IN' }, state('x', 1, [1])]);
    expect(account.states).toEqual(['joining', 'NOT_LOGGED_IN']);
    expect(other.states).toEqual(['joining', 'live']);
    line.down();
    line.up();
    expect(line.questions().slice(1)).toEqual([
      { event: RESYNC, payload: { room: 'x', epoch: 'a', since: 1 } },
      { event: SUBSCRIBE, payload: { rooms: ['account'] } },
    ]);
    line.answer([state('account', 0, [])]);
    expect(account.states.at(-1)).toBe('live');
  });

  it.each([{ error: 'RATE_LIMITED' }, [{ room: 'x', error: 'SERVICE_UNAVAILABLE' }], undefined])(
    'that pass are asked for again a little later: %j',
    async (refusal) => {
      vi.useFakeTimers();
      line.up();
      const { states, heard } = read('x');
      await turn();
      line.answer(refusal);
      expect(states).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(6000);
      expect(line.questions()).toHaveLength(2);
      line.answer([state('x', 1, [1])]);
      expect(heard).toEqual([[1]]);
      expect(states.at(-1)).toBe('live');
    },
  );

  it('are final for this connection when the answer makes no sense', async () => {
    line.up();
    const { states } = read('x');
    await turn();
    line.answer('nonsense');
    expect(states).toEqual(['joining', 'ANSWER_UNREADABLE']);
  });
});

it('tells changes of the connection and a token that is no longer good, until told not to', () => {
  const told: string[] = [];
  const stopStatus = client.onStatusChange(() => void told.push(client.getStatus().state));
  const stopLogout = client.onLoggedOut(() => void told.push('logged out'));
  read('x');
  line.up();
  line.logOut();
  line.down();
  stopStatus();
  stopLogout();
  line.up();
  line.logOut();
  expect(told).toEqual(['connected', 'logged out', 'connecting']);
  expect(client.silentMs()).toBe(7);
});

it('wakes, renews and closes the line, and touches none that was never opened', () => {
  client.renew();
  expect(line.calls).toEqual([]);
  read('x');
  wake('maybeDead');
  client.renew();
  client.close();
  expect(line.calls).toEqual(['open', 'wake', 'renew', 'unwatch', 'close']);
});

it('makes a new line where the old one is known to be dead, however lately it was heard', () => {
  read('x');
  wake('dead');
  expect(line.calls).toEqual(['open', 'renew']);
});
