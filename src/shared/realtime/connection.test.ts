// When a silent connection is probed, reported as lost, and replaced: the test controls the last packet and the clock.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchConnection } from './connection.ts';

let lastPacketAtMs: number | undefined;
let isUp = true;
let stop: () => void;
const probe = vi.fn<() => void>();
const onLost = vi.fn<() => void>();
const onDead = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  for (const call of [probe, onLost, onDead]) call.mockReset();
  lastPacketAtMs = Date.now();
  isUp = true;
  const silentMs = () => (lastPacketAtMs === undefined ? undefined : Date.now() - lastPacketAtMs);
  stop = watchConnection({ isUp: () => isUp, silentMs, probe, onLost, onDead });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('reports a lost connection within 3 s of the last packet, after one probe', () => {
  vi.advanceTimersByTime(2600);
  expect([probe.mock.calls.length, onLost.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(400);
  expect([probe.mock.calls.length, onLost.mock.calls.length > 0]).toEqual([1, true]);
});

it('probes again after each answer, and reports nothing for a connection that answers', () => {
  probe.mockImplementation(() => {
    lastPacketAtMs = Date.now();
  });
  vi.advanceTimersByTime(30_000);
  expect(probe.mock.calls.length).toBeGreaterThan(10);
  expect(onLost).not.toHaveBeenCalled();
});

it('reports a connection as lost that is being replaced and receives nothing', () => {
  isUp = false;
  vi.advanceTimersByTime(3000);
  expect(onLost).toHaveBeenCalled();
  expect(probe).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(onDead).not.toHaveBeenCalled();
});

it('replaces a connection that stays silent', () => {
  vi.advanceTimersByTime(5900);
  expect(onDead).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(onDead).toHaveBeenCalled();
});

it('ignores a late check: a suspended or busy page has not read its packets yet', () => {
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(200);
  expect([probe, onLost, onDead].some((call) => call.mock.calls.length > 0)).toBe(false);
  lastPacketAtMs = Date.now();
  vi.advanceTimersByTime(1000);
  expect(onLost).not.toHaveBeenCalled();
});

it('reports nothing before the first packet, and nothing after the clean-up', () => {
  lastPacketAtMs = undefined;
  vi.advanceTimersByTime(10_000);
  lastPacketAtMs = Date.now();
  stop();
  vi.advanceTimersByTime(10_000);
  expect(onLost).not.toHaveBeenCalled();
});
