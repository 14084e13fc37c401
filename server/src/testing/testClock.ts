/** A clock that does not move until a test moves it. */
import type { Clock } from '../clock.ts';

export type TestClock = Clock & { advance(ms: number): void };

/** Starts at the machine's time, so that rows with the database's dates are recent. */
export function createTestClock(startMs: number = Date.now()): TestClock {
  let ms = startMs;
  return {
    isSet: true,
    nowMs: () => ms,
    advance: (by) => {
      ms += by;
    },
  };
}
