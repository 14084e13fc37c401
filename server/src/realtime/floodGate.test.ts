// Proves how much a socket may ask for, and that the gate opens again with time.
import { expect, it } from 'vitest';
import { RESYNC, ROOMS_MAX, SUBSCRIBE } from '@halyard/contract/realtime/rooms';
import { createTestClock } from '../testing/testClock.ts';
import { createFloodGate } from './floodGate.ts';

const roomsOf = (count: number) => ({ rooms: Array.from({ length: count }, () => 'ticker') });

it('lets two requests of as many rooms as there may be pass at once, and then none', () => {
  const gate = createFloodGate(createTestClock());
  expect(gate(SUBSCRIBE, roomsOf(ROOMS_MAX))).toBe('pass');
  expect(gate(SUBSCRIBE, roomsOf(ROOMS_MAX))).toBe('pass');
  expect(gate(SUBSCRIBE, roomsOf(1))).toBe('refuse');
});

it('counts what names no rooms as one, and a resync as two', () => {
  const gate = createFloodGate(createTestClock());
  for (let time = 0; time < 64; time += 1) gate('anything', null);
  for (let time = 0; time < 31; time += 1) gate(RESYNC, { room: 'ticker' });
  expect(gate(RESYNC, undefined)).toBe('pass');
  expect(gate('anything', { rooms: 'ticker' })).toBe('refuse');
});

it('does not take an absurd request for more than a large one', () => {
  const gate = createFloodGate(createTestClock());
  expect(gate(SUBSCRIBE, roomsOf(5000))).toBe('pass');
});

it('fills again, sixteen a second, and never beyond its size', () => {
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

it('cuts off who goes on after many refusals', () => {
  const gate = createFloodGate(createTestClock());
  const verdicts = Array.from({ length: 80 }, () => gate(SUBSCRIBE, roomsOf(64)));
  expect(verdicts.slice(0, 3)).toEqual(['pass', 'pass', 'refuse']);
  expect(verdicts.at(-1)).toBe('cut-off');
});
