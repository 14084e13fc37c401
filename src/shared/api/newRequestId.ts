import { makeRequestId } from '@halyard/contract/requestId';
import { serverTimeMs } from '../time/serverClock.ts';

/** New id of a money mutation or another repeatable request: a UUID that contains the server's time. */
export function newRequestId(): string {
  return makeRequestId(serverTimeMs(Date.now()));
}
