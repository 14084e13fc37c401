/** Rate limit of one socket's requests: a token bucket. */
import { RESYNC, ROOMS_MAX } from '@halyard/contract/realtime/rooms';
import type { Clock } from '../clock.ts';

/** Enough for a screenful of rooms at once, and for a user who pages through markets. */
const CAPACITY = 128;
const REFILL_A_SECOND = 16;
const RESYNC_WEIGHT = 2;
/** A client that continues after this many refusals is disconnected. */
const REFUSALS_MAX = 64;

export type Verdict = 'pass' | 'refuse' | 'disconnect';

/** Creates the gate of one socket. */
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
    return refusals > REFUSALS_MAX ? 'disconnect' : 'refuse';
  };
}

/**
 * Every room may need a database read and a snapshot, so the weight of a request is the number of rooms; a request with
 * too many is refused unread.
 */
function weightOf(event: string, payload: unknown): number {
  if (event === RESYNC) return RESYNC_WEIGHT;
  const named = (payload as { rooms?: unknown } | null | undefined)?.rooms;
  return Array.isArray(named) ? Math.min(Math.max(1, named.length), ROOMS_MAX) : 1;
}
