/**
 * Since when what the cache shows was kept on the device, by cache entry. Beside the store: an entry that changes is
 * drawn anew anyway.
 */

const cachedAtMs = new Map<string, number>();

/**
 * When what an entry shows came from the exchange (Unix milliseconds by the device's clock); `undefined` where it came
 * in this visit.
 */
export function cachedSince(queryCacheKey: string): number | undefined {
  return cachedAtMs.get(queryCacheKey);
}

/** Notes that an entry is answered from the device; `undefined` when it came from the exchange again. */
export function noteCachedSince(queryCacheKey: string | undefined, savedAtMs: number | undefined): void {
  if (queryCacheKey === undefined) return;
  if (savedAtMs === undefined) cachedAtMs.delete(queryCacheKey);
  else cachedAtMs.set(queryCacheKey, savedAtMs);
}
