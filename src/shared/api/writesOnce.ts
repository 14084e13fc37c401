/**
 * Whether the server does a money write once, however often it comes under its id. It says so with every answer; others
 * of the family know nothing of ids.
 */
import { WRITES_ONCE, WRITES_ONCE_HEADER } from '@halyard/contract/writesOnce';

let isKnown = false;

/** Takes in the headers of an answer of the server. */
export function observeWritesOnce(headers: Headers): void {
  if (headers.get(WRITES_ONCE_HEADER) === WRITES_ONCE) noteWritesOnce();
}

/** It is known from an earlier page that the server does. */
export function noteWritesOnce(): void {
  isKnown = true;
}

/** Whether the server said so. */
export function doesWritesOnce(): boolean {
  return isKnown;
}
