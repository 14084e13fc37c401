// Background work does not begin before the screen has loaded.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenQuiet } from './whenIdle.ts';

let notifyLoaded: () => void;
const isObserved = { now: false };

class FakeObserver {
  constructor(private readonly onEntries: () => void) {}
  observe(): void {
    notifyLoaded = this.onEntries;
    isObserved.now = true;
  }
  disconnect(): void {
    isObserved.now = false;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('PerformanceObserver', FakeObserver);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a background task', () => {
  it('begins two seconds after the last load', () => {
    const task = vi.fn();
    whenQuiet(task);
    vi.advanceTimersByTime(1500);
    notifyLoaded();
    vi.advanceTimersByTime(1999);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledTimes(1);
    expect(isObserved.now).toBe(false);
  });

  it('begins after ten seconds during continuous loading', () => {
    const task = vi.fn();
    whenQuiet(task);
    for (let second = 1; second < 10; second += 1) {
      vi.advanceTimersByTime(1000);
      notifyLoaded();
    }
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(task).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(20_000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('waits until the browser is idle, if it reports that', () => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
    const task = vi.fn();
    whenQuiet(task);
    vi.advanceTimersByTime(2000);
    expect(task).not.toHaveBeenCalled();
    idle.forEach((run) => run());
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('can be cancelled at any time', () => {
    const cancelled = vi.fn();
    vi.stubGlobal('requestIdleCallback', () => 7);
    vi.stubGlobal('cancelIdleCallback', cancelled);
    const task = vi.fn();
    whenQuiet(task)();
    vi.advanceTimersByTime(10_000);
    expect(task).not.toHaveBeenCalled();
    expect(isObserved.now).toBe(false);

    const callOff = whenQuiet(task);
    vi.advanceTimersByTime(2000);
    callOff();
    expect(cancelled).toHaveBeenCalledWith(7);
  });
});
