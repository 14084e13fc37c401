/** Younger cached content counts as current while there is a connection. */
const YOUNG_MS = 5 * 60_000;

/**
 * The time to show, in milliseconds since 1970: when the exchange answered. `undefined` when the content is current.
 */
export function shownMoment(fetchedAt: string | undefined, nowMs: number, isOnline: boolean): number | undefined {
  if (fetchedAt === undefined) return undefined;
  const atMs = Date.parse(fetchedAt);
  if (Number.isNaN(atMs)) return undefined;
  return !isOnline || nowMs - atMs > YOUNG_MS ? atMs : undefined;
}
