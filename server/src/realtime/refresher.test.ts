// Timing of a refresher: soon, never concurrently, never too often, again after an error, and not after it is closed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefresher, type Refresher } from './refresher.ts';

const EVERY_MS = 100;
let finish: (() => void)[];
let fault: Error | undefined;
let runs: number;
const onError = vi.fn<(error: unknown) => void>();
let refresher: Refresher;

beforeEach(() => {
  vi.useFakeTimers();
  finish = [];
  fault = undefined;
  runs = 0;
  onError.mockReset();
  refresher = createRefresher({
    everyMs: EVERY_MS,
    onError,
    async work() {
      runs += 1;
      await new Promise<void>((resolve) => void finish.push(resolve));
      if (fault) throw fault;
    },
  });
});
afterEach(() => {
  refresher.close();
  vi.useRealTimers();
});

/** Lets the running work end. */
async function end(): Promise<void> {
  finish.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
}

it('remembers a touch from before the start', () => {
  refresher.touch();
  expect(runs).toBe(0);
  refresher.start();
  expect(runs).toBe(1);
});

it('does nothing without a touch', async () => {
  refresher.start();
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(runs).toBe(0);
});

it('runs immediately, and at most once per interval however often it is touched', async () => {
  refresher.start();
  for (let ms = 0; ms < 1000; ms += 10) {
    refresher.touch();
    await end();
    await vi.advanceTimersByTimeAsync(10);
  }
  // At 0, 100, ... and 1,000 milliseconds.
  expect(runs).toBe(11);
});

it('never runs concurrently, and runs again when it was touched meanwhile', async () => {
  refresher.start();
  refresher.touch();
  refresher.touch();
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(runs).toBe(1);
  await end();
  expect(runs).toBe(2);
  await end();
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(runs).toBe(2);
});

it('reports an error and retries a second later, without another touch', async () => {
  refresher.start();
  fault = new Error('away');
  refresher.touch();
  await end();
  expect(onError).toHaveBeenCalledExactlyOnceWith(fault);
  await vi.advanceTimersByTimeAsync(900);
  expect(runs).toBe(1);
  fault = undefined;
  await vi.advanceTimersByTimeAsync(200);
  await end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(2);
});

it('does not run after it is closed, even when closed while running', async () => {
  refresher.start();
  refresher.touch();
  refresher.touch();
  refresher.close();
  await end();
  refresher.touch();
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(runs).toBe(1);
});
