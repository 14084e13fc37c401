/** Work that is done one after the other for each key, and side by side for different ones. */

/** Runs work when all work of its key that came before is done; settles as the work does. */
export type OneAtATime<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>;

/** Makes the queues. A key without work takes no memory. */
export function createOneAtATime<K>(): OneAtATime<K> {
  const tails = new Map<K, Promise<unknown>>();

  return async (key, work) => {
    const before = tails.get(key);
    const run = async () => {
      // How the work before ended is its caller's to hear.
      await before?.catch(() => undefined);
      return work();
    };
    const tail = run();
    tails.set(key, tail);
    try {
      return await tail;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
