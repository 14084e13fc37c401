/** The server's clock: the device's may be wrong by any amount, and deadlines are the server's. */

// The header counts whole seconds, and the answer took a moment to arrive: a smaller difference is none.
const SAME_MS = 2_000;

let aheadMs = 0;

/** Reads the `Date` header of an answer. Legacy servers may hide it; then the device's clock is used. */
export function noteServerTime(date: string | null): void {
  if (date === null) return;
  const differenceMs = Date.parse(date) - Date.now();
  if (Number.isNaN(differenceMs)) return;
  aheadMs = Math.abs(differenceMs) < SAME_MS ? 0 : differenceMs;
}

/** The server's time at a moment of the device's clock, both in milliseconds. */
export function serverTimeMs(deviceMs: number): number {
  return deviceMs + aheadMs;
}
