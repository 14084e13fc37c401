/** Reads that all waiting requests share, also where the embedded database has only one connection. */
import { setTimeout } from 'node:timers/promises';
import type { Database } from './database.ts';

/** The time between two reads. */
export const LOOK_EVERY_MS = 50;

/** `look` reads now, `lookLater` after {@link LOOK_EVERY_MS}. */
type SharedReads<T> = { look(): Promise<T>; lookLater(): Promise<T> };

/** Shares a read among its callers, by database. */
export function shareReads<T>(read: (db: Database) => Promise<T>): (db: Database) => SharedReads<T> {
  const all = new WeakMap<Database, SharedReads<T>>();
  return (db) => {
    const shared = all.get(db) ?? createShared(() => read(db));
    all.set(db, shared);
    return shared;
  };
}

function createShared<T>(read: () => Promise<T>): SharedReads<T> {
  let running: Promise<unknown> = Promise.resolve();
  let [next, later]: (Promise<T> | undefined)[] = [];
  // A running read may have missed what came before this request.
  const look = () => {
    next ??= running.then(() => {
      next = undefined;
      const result = read();
      running = result.catch(() => undefined);
      return result;
    });
    return next;
  };
  return {
    look,
    lookLater: () => {
      later ??= setTimeout(LOOK_EVERY_MS).then(() => {
        later = undefined;
        return look();
      });
      return later;
    },
  };
}
