/** Rows in groups of the same key; groups and rows keep their order. */
export function groupBy<K, R>(rows: Iterable<R>, keyOf: (row: R) => K): Map<K, [R, ...R[]]> {
  const groups = new Map<K, [R, ...R[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
