/** Counters by key. A key whose count is zero takes no memory. */
export function createCounts<K>() {
  const counts = new Map<K, number>();
  return {
    of: (key: K) => counts.get(key) ?? 0,
    change(key: K, by: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + by;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
