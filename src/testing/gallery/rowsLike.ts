/** Rows like the first of a list, each with what is its own. */
export function rowsLike<T extends object>([example]: readonly T[], own: readonly Partial<T>[]): T[] {
  if (example === undefined) throw new Error('the example has no rows');
  return own.map((changes) => ({ ...example, ...changes }));
}
