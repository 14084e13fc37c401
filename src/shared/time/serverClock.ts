/** The exchange's clock: the device's may be wrong by any amount, and deadlines are the exchange's. */

// The header counts whole seconds, and its answer was on its way for a moment: what differs by less is the same time.
const SAME_MS = 2_000;

let aheadMs = 0;

/**
 * Takes in the `Date` header of an answer; other servers of the family may hide it, and then the device's clock stands.
 */
export function noteServerTime(date: string | null): void {
  if (date === null) return;
  const differenceMs = Date.parse(date) - Date.now();
  if (Number.isNaN(differenceMs)) return;
  aheadMs = Math.abs(differenceMs) < SAME_MS ? 0 : differenceMs;
}

/** The exchange's time at a moment of the device's clock, both in milliseconds. */
export function serverTimeMs(deviceMs: number): number {
  return deviceMs + aheadMs;
}
