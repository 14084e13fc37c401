/** A device with a wrong clock. */
import { onTestFinished, vi } from 'vitest';
import { noteServerTime } from '../shared/time/serverClock.ts';

/**
 * Sets the server's time (ISO 8601, whole seconds), with the device's clock `aheadMs` milliseconds ahead of it. Both
 * are frozen until the test ends.
 */
export function setDeviceClock(exchangeNow: string, aheadMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(exchangeNow) + aheadMs });
  noteServerTime(new Date(exchangeNow).toUTCString());
  onTestFinished(() => {
    noteServerTime(new Date().toUTCString());
    vi.useRealTimers();
  });
}
