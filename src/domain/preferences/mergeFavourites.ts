/** Favourites that were changed on two devices at once. */

/**
 * What `theirs` becomes when the change from `base` to `ours` is made to it: symbols added here come to its end,
 * symbols removed here are gone, and what was added or removed there stays so.
 */
export function mergeFavourites(
  theirs: readonly string[],
  { base, ours }: { readonly base: readonly string[]; readonly ours: readonly string[] },
): readonly string[] {
  const added = ours.filter((symbol) => !base.includes(symbol) && !theirs.includes(symbol));
  const removed = base.filter((symbol) => !ours.includes(symbol));
  return [...theirs.filter((symbol) => !removed.includes(symbol)), ...added];
}
