/** Simple moving averages of the candles from `start` to before `end`; `undefined` where fewer than `length` candles lie behind. */
export function movingAverage(
  values: readonly number[],
  length: number,
  [start, end]: readonly [number, number],
): (number | undefined)[] {
  const averages: (number | undefined)[] = [];
  const first = Math.max(0, start - length + 1);
  let sum = 0;
  for (let index = first; index < end; index += 1) {
    sum += values[index] ?? 0;
    if (index - length >= first) sum -= values[index - length] ?? 0;
    if (index >= start) averages.push(index >= length - 1 ? sum / length : undefined);
  }
  return averages;
}
