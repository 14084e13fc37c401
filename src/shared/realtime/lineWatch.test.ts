// When a silent connection is probed, reported as lost, and replaced: the test controls the last packet and the clock.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLine } from './lineWatch.ts';

let heardAtMs: number | undefined;
let isUp = true;
let stop: () => void;
const probe = vi.fn<() => void>();
const onLost = vi.fn<() => void>();
const onDead = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  for (const call of [probe, onLost, onDead]) call.mockReset();
  heardAtMs = Date.now();
  isUp = true;
  const silentMs = () => (heardAtMs === undefined ? undefined : Date.now() - heardAtMs);
  stop = watchLine({ isUp: () => isUp, silentMs, probe, onLost, onDead });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('says within 3 s of the last word that a line is lost, having asked it once', () => {
  vi.advanceTimersByTime(2600);
  expect([probe.mock.calls.length, onLost.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(400);
  expect([probe.mock.calls.length, onLost.mock.calls.length > 0]).toEqual([1, true]);
});

it('asks again after each answer, and finds nothing wrong with a line that answers', () => {
  probe.mockImplementation(() => {
    heardAtMs = Date.now();
  });
  vi.advanceTimersByTime(30_000);
  expect(probe.mock.calls.length).toBeGreaterThan(10);
  expect(onLost).not.toHaveBeenCalled();
});

it('says that a line is lost which is being made anew and is not heard', () => {
  isUp = false;
  vi.advanceTimersByTime(3000);
  expect(onLost).toHaveBeenCalled();
  expect(probe).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(onDead).not.toHaveBeenCalled();
});

it('gives a line up that stays silent', () => {
  vi.advanceTimersByTime(5900);
  expect(onDead).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(onDead).toHaveBeenCalled();
});

it('judges nothing by a look that comes late: a page that slept or was busy has not read yet what arrived', () => {
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(200);
  expect([probe, onLost, onDead].some((call) => call.mock.calls.length > 0)).toBe(false);
  heardAtMs = Date.now();
  vi.advanceTimersByTime(1000);
  expect(onLost).not.toHaveBeenCalled();
});

it('says nothing before the server was ever heard, and nothing after the clean-up', () => {
  heardAtMs = undefined;
  vi.advanceTimersByTime(10_000);
  heardAtMs = Date.now();
  stop();
  vi.advanceTimersByTime(10_000);
  expect(onLost).not.toHaveBeenCalled();
});
