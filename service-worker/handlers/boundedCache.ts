/** A cache that holds so much and no more: what was used last stays. */

/** Reads and writes one cache of the worker; `max` is the number of entries, all of which are small. */
export function boundedCache(name: string, max: number) {
  /**
   * Keeps an answer; the last to be put is the last to be dropped, since a cache lists its entries in the order they
   * were put.
   */
  async function put(key: string, response: Response): Promise<void> {
    const cache = await caches.open(name);
    await cache.put(key, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((old) => cache.delete(old)));
  }

  return {
    put,
    match: (key: string) => caches.match(key, { cacheName: name }),
    delete: async (key: string) => (await caches.open(name)).delete(key),
  };
}
