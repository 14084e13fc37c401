/**
 * Slows down whoever guesses the password of one account from one place. Kept in the process: it protects, it is no
 * record.
 */
import type { Clock } from '../../clock.ts';
import { BusinessError } from '../../calls/errors.ts';

/** Wrong passwords that are free. */
export const LOGIN_FAILURES_FREE = 5;
const FIRST_WAIT_MS = 30_000;
const WAIT_MAX_MS = 15 * 60_000;
// Beyond this many guessed accounts the oldest are forgotten; the limit by network address holds then.
const ENTRIES_MAX = 10_000;

type Entry = { readonly failures: number; readonly freeAtMs: number };

/** Counts failed logins by account and network address. */
export type LoginGuard = ReturnType<typeof createLoginGuard>;

/** Makes a guard. After {@link LOGIN_FAILURES_FREE} failures every further one doubles the wait. */
export function createLoginGuard(clock: Clock) {
  const entries = new Map<string, Entry>();
  const keyOf = (address: string, ip: string) => `${ip} ${address}`;

  return {
    /** Throws `BusinessError('RATE_LIMITED')` while the wait lasts. */
    refuseWhileWaiting(address: string, ip: string): void {
      const waitMs = (entries.get(keyOf(address, ip))?.freeAtMs ?? 0) - clock.nowMs();
      if (waitMs > 0) throw new BusinessError('RATE_LIMITED', { seconds: Math.ceil(waitMs / 1000) });
    },

    /** Notes a wrong password, for an account that exists or not. */
    noteFailure(address: string, ip: string): void {
      const key = keyOf(address, ip);
      const failures = (entries.get(key)?.failures ?? 0) + 1;
      const doublings = failures - LOGIN_FAILURES_FREE;
      const waitMs = doublings < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** doublings, WAIT_MAX_MS);
      entries.delete(key);
      entries.set(key, { failures, freeAtMs: clock.nowMs() + waitMs });
      const [oldest] = entries.keys();
      if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest);
    },

    /** Notes the right password. */
    noteSuccess(address: string, ip: string): void {
      entries.delete(keyOf(address, ip));
    },
  };
}
