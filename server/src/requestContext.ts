/**
 * Id of the request that the current work belongs to. It is in the answer (`x-request-id`), in every log line, and
 * travels with events to other nodes, so that one search in the logs finds all that a request caused.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string | undefined>();

/** The id; undefined for work that belongs to no request. */
export function requestId(): string | undefined {
  return storage.getStore();
}

/** Runs work that belongs to a request; `undefined` detaches it, as for a timer that a request happened to start. */
export function withRequestId<T>(id: string | undefined, work: () => T): T {
  return storage.run(id, work);
}
