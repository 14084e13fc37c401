/** A device whose clock is wrong. */
import { onTestFinished, vi } from 'vitest';
import { noteServerTime } from '../shared/time/serverClock.ts';

/**
 * The exchange says that it is an instant (ISO 8601, whole seconds), while the device's clock is so many milliseconds
 * ahead of it. Both stand still until the test ends.
 */
export function setDeviceClock(exchangeNow: string, aheadMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(exchangeNow) + aheadMs });
  noteServerTime(new Date(exchangeNow).toUTCString());
  onTestFinished(() => {
    noteServerTime(new Date().toUTCString());
    vi.useRealTimers();
  });
}
