/** After a change of the login password withdrawals wait: whoever stole the password has no use of it before its owner notices. */
import type { Clock } from '../../clock.ts';

const HOUR_MS = 60 * 60_000;

/** Tells until when withdrawals wait after a change now; null for no hours at all. */
export function createWithdrawalHold(clock: Clock, hours: number): () => string | null {
  return () => (hours === 0 ? null : new Date(clock.nowMs() + hours * HOUR_MS).toISOString());
}
