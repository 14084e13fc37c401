/** Cache with a maximum number of entries, which evicts the least recently used. */
import { cacheNames } from 'workbox-core';

/** Opens one cache of the worker. `max`: number of entries, all of which are small. */
export function boundedCache(name: string, max: number) {
  /** Stores an answer. A cache lists its entries in insertion order, so the entry put last is evicted last. */
  async function put(key: string, response: Response): Promise<void> {
    if (!(await isCachingAllowed())) return;
    const cache = await caches.open(name);
    await cache.put(key, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((old) => cache.delete(old)));
    // A page may have deleted all caches meanwhile.
    if (!(await isCachingAllowed())) await caches.delete(name);
  }

  async function drop(key: string): Promise<void> {
    // Opening a cache would create it.
    if (await caches.has(name)) await (await caches.open(name)).delete(key);
  }

  return { put, match: (key: string) => caches.match(key, { cacheName: name }), delete: drop };
}

/**
 * Whether the worker may still cache. When the operator disables the worker, requests under way continue in the old
 * worker after all its caches were deleted.
 */
export async function isCachingAllowed(): Promise<boolean> {
  return caches.has(cacheNames.precache);
}
