/**
 * Applies the change from `base` to `ours` onto `theirs` (favourites changed on two devices at once): symbols added
 * here are appended, symbols removed here are removed, and changes there stay.
 */
export function mergeFavourites(
  theirs: readonly string[],
  { base, ours }: { readonly base: readonly string[]; readonly ours: readonly string[] },
): readonly string[] {
  const added = ours.filter((symbol) => !base.includes(symbol) && !theirs.includes(symbol));
  const removed = base.filter((symbol) => !ours.includes(symbol));
  return [...theirs.filter((symbol) => !removed.includes(symbol)), ...added];
}
