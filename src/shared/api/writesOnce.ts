/**
 * Whether the server performs a money mutation once per request id, however often it arrives. Our server states so in a
 * header; legacy servers do not support request ids.
 */
import { WRITES_ONCE, WRITES_ONCE_HEADER } from '@halyard/contract/writesOnce';

let isKnown = false;

/** Reads the header of an answer. */
export function observeWritesOnce(headers: Headers): void {
  if (headers.get(WRITES_ONCE_HEADER) === WRITES_ONCE) noteWritesOnce();
}

/** Records that an earlier page received the header. */
export function noteWritesOnce(): void {
  isKnown = true;
}

/** Whether the server stated so. */
export function doesWritesOnce(): boolean {
  return isKnown;
}
