/**
 * Age of entries that are shown from the device's cache, by cache entry. Outside the store, because a changed entry
 * renders again anyway.
 */

const cachedAtMs = new Map<string, number>();

/**
 * Time at which an entry's data came from the server (Unix milliseconds, device clock); `undefined` if it came during
 * this visit.
 */
export function cachedSince(queryCacheKey: string): number | undefined {
  return cachedAtMs.get(queryCacheKey);
}

/** Records that an entry is answered from the device; `undefined` once it comes from the server again. */
export function noteCachedSince(queryCacheKey: string | undefined, savedAtMs: number | undefined): void {
  if (queryCacheKey === undefined) return;
  if (savedAtMs === undefined) cachedAtMs.delete(queryCacheKey);
  else cachedAtMs.set(queryCacheKey, savedAtMs);
}
