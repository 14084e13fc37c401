/** Reads that all waiting requests share, also where the embedded database has only one connection. */
import { setTimeout } from 'node:timers/promises';
import type { Database } from './database.ts';

/** The time between two reads. */
export const POLL_EVERY_MS = 50;

/** `readLater` reads after {@link POLL_EVERY_MS}. */
type SharedReads<T> = { read(): Promise<T>; readLater(): Promise<T> };

/** Shares a read among its callers, by database. */
export function shareReads<T>(query: (db: Database) => Promise<T>): (db: Database) => SharedReads<T> {
  const all = new WeakMap<Database, SharedReads<T>>();
  return (db) => {
    const shared = all.get(db) ?? createShared(() => query(db));
    all.set(db, shared);
    return shared;
  };
}

function createShared<T>(query: () => Promise<T>): SharedReads<T> {
  let running: Promise<unknown> = Promise.resolve();
  let [next, later]: (Promise<T> | undefined)[] = [];
  // A running read may have missed what came before this request.
  const read = () => {
    next ??= running.then(() => {
      next = undefined;
      const result = query();
      running = result.catch(() => undefined);
      return result;
    });
    return next;
  };
  return {
    read,
    readLater: () => {
      later ??= setTimeout(POLL_EVERY_MS).then(() => {
        later = undefined;
        return read();
      });
      return later;
    },
  };
}
