/** Random numbers that are the same in every run. */

/** Numbers from a seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, of: <T>(values: readonly T[]): T => values[below(values.length)] as T };
}
