/** Copies of the first row of a list, each with its own values. */
export function rowsLike<T extends object>([example]: readonly T[], own: readonly Partial<T>[]): T[] {
  if (example === undefined) throw new Error('the example has no rows');
  return own.map((changes) => ({ ...example, ...changes }));
}
