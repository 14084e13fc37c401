/** Whether the age of what is read must be told. */

/** Younger than this, what the worker kept is as good as new while there is a connection. */
const YOUNG_MS = 5 * 60_000;

/**
 * The moment to tell, in milliseconds since 1970: when the exchange answered what is shown. `undefined` when that is as
 * good as now.
 */
export function momentToTell(fetchedAt: string | undefined, nowMs: number, isOnline: boolean): number | undefined {
  if (fetchedAt === undefined) return undefined;
  const atMs = Date.parse(fetchedAt);
  if (Number.isNaN(atMs)) return undefined;
  return !isOnline || nowMs - atMs > YOUNG_MS ? atMs : undefined;
}
