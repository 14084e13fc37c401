import { makeRequestId } from '@halyard/contract/requestId';
import { serverTimeMs } from '../time/serverClock.ts';

/** An id for a money write, or for anything else that is to be known again: a UUID with the exchange's time in it. */
export function newRequestId(): string {
  return makeRequestId(serverTimeMs(Date.now()));
}
