// Limit of a socket's requests, and that it recovers with time.
import { expect, it } from 'vitest';
import { RESYNC, ROOMS_MAX, SUBSCRIBE } from '@halyard/contract/realtime/rooms';
import { createTestClock } from '../testing/testClock.ts';
import { createFloodGate } from './floodGate.ts';

const roomsOf = (count: number) => ({ rooms: Array.from({ length: count }, () => 'ticker') });

it('allows two requests with the most rooms together, and then none', () => {
  const gate = createFloodGate(createTestClock());
  expect(gate(SUBSCRIBE, roomsOf(ROOMS_MAX))).toBe('pass');
  expect(gate(SUBSCRIBE, roomsOf(ROOMS_MAX))).toBe('pass');
  expect(gate(SUBSCRIBE, roomsOf(1))).toBe('refuse');
});

it('counts a request without rooms as one, and a resync as two', () => {
  const gate = createFloodGate(createTestClock());
  for (let time = 0; time < 64; time += 1) gate('anything', null);
  for (let time = 0; time < 31; time += 1) gate(RESYNC, { room: 'ticker' });
  expect(gate(RESYNC, undefined)).toBe('pass');
  expect(gate('anything', { rooms: 'ticker' })).toBe('refuse');
});

it('counts an absurd request like the largest one', () => {
  const gate = createFloodGate(createTestClock());
  expect(gate(SUBSCRIBE, roomsOf(5000))).toBe('pass');
});

it('refills by sixteen a second, up to its capacity', () => {
  const clock = createTestClock();
  const gate = createFloodGate(clock);
  gate(SUBSCRIBE, roomsOf(64));
  gate(SUBSCRIBE, roomsOf(64));
  clock.advance(1000);
  expect(gate(SUBSCRIBE, roomsOf(16))).toBe('pass');
  expect(gate(SUBSCRIBE, roomsOf(1))).toBe('refuse');
  clock.advance(3_600_000);
  gate(SUBSCRIBE, roomsOf(64));
  gate(SUBSCRIBE, roomsOf(64));
  expect(gate(SUBSCRIBE, roomsOf(1))).toBe('refuse');
});

it('is not emptied by a clock that is set back', () => {
  const clock = createTestClock();
  const gate = createFloodGate(clock);
  clock.advance(-3_600_000);
  expect(gate(SUBSCRIBE, roomsOf(64))).toBe('pass');
});

it('disconnects a client that continues after many refusals', () => {
  const gate = createFloodGate(createTestClock());
  const verdicts = Array.from({ length: 80 }, () => gate(SUBSCRIBE, roomsOf(64)));
  expect(verdicts.slice(0, 3)).toEqual(['pass', 'pass', 'refuse']);
  expect(verdicts.at(-1)).toBe('disconnect');
});
