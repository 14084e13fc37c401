/** How much one socket may ask for: a bucket that fills with time. */
import { RESYNC, ROOMS_MAX } from '@halyard/contract/realtime/rooms';
import type { Clock } from '../clock.ts';

/** Enough for a screenful of rooms at once, and for somebody who pages through markets. */
const CAPACITY = 128;
const REFILL_A_SECOND = 16;
const RESYNC_WEIGHT = 2;
/** Who goes on asking after this many refusals is cut off. */
const REFUSALS_MAX = 64;

export type Verdict = 'pass' | 'refuse' | 'cut-off';

/** Makes the gate of one socket. */
export function createFloodGate(clock: Clock): (event: string, payload: unknown) => Verdict {
  let left = CAPACITY;
  let filledAtMs = clock.nowMs();
  let refusals = 0;
  return (event, payload) => {
    const nowMs = clock.nowMs();
    // A clock that was set back must not empty the bucket.
    const seconds = Math.max(0, nowMs - filledAtMs) / 1000;
    left = Math.min(CAPACITY, left + seconds * REFILL_A_SECOND);
    filledAtMs = nowMs;
    const weight = weightOf(event, payload);
    if (weight <= left) {
      left -= weight;
      return 'pass';
    }
    refusals += 1;
    return refusals > REFUSALS_MAX ? 'cut-off' : 'refuse';
  };
}

/**
 * Every room may need a reading of the database and a snapshot, so a request weighs what it names; one that names too
 * much is refused unread.
 */
function weightOf(event: string, payload: unknown): number {
  if (event === RESYNC) return RESYNC_WEIGHT;
  const named = (payload as { rooms?: unknown } | null | undefined)?.rooms;
  return Array.isArray(named) ? Math.min(Math.max(1, named.length), ROOMS_MAX) : 1;
}
