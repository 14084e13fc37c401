/** A cache that holds so much and no more: what was used last stays. */
import { cacheNames } from 'workbox-core';

/** Reads and writes one cache of the worker; `max` is the number of entries, all of which are small. */
export function boundedCache(name: string, max: number) {
  /**
   * Keeps an answer; the last to be put is the last to be dropped, since a cache lists its entries in the order they
   * were put.
   */
  async function put(key: string, response: Response): Promise<void> {
    if (!(await isWanted())) return;
    const cache = await caches.open(name);
    await cache.put(key, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((old) => cache.delete(old)));
    // They may all have been taken away meanwhile.
    if (!(await isWanted())) await caches.delete(name);
  }

  async function drop(key: string): Promise<void> {
    // Opening a cache makes it.
    if (await caches.has(name)) await (await caches.open(name)).delete(key);
  }

  return { put, match: (key: string) => caches.match(key, { cacheName: name }), delete: drop };
}

/**
 * Whether anything is to be kept. What is under way when the operator switches the worker off goes on in the old one
 * after all its caches were taken away.
 */
export async function isWanted(): Promise<boolean> {
  return caches.has(cacheNames.precache);
}
