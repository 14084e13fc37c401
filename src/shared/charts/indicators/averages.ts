/**
 * Running average of the values so far, including this one; NaN while there are too few. A value that is not closed is
 * provisional: the next one replaces it.
 */
export type Average = (value: number, isClosed: boolean) => number;

/** The mean of the last `length` values, as TA-Lib's SMA. */
export function simpleAverage(length: number): Average {
  const window = new Float64Array(length);
  let count = 0;
  // Sum of the last length - 1 values, to which the next one is added.
  let sum = 0;
  return (value, isClosed) => {
    const average = count < length - 1 ? Number.NaN : (sum + value) / length;
    if (!isClosed) return average;
    window[count % length] = value;
    count += 1;
    const oldest = count < length ? 0 : (window[count % length] ?? Number.NaN);
    // Once per round the sum is recomputed, so that rounding errors do not accumulate.
    sum = count % length === 0 ? sumOf(window) - oldest : sum + value - oldest;
    return average;
  };
}

/**
 * A weighted average in which each value has weight `weight` and the average before it the rest. It starts with the
 * mean of its first `length` values, as TA-Lib does. Leading NaN values do not count.
 */
function weightedAverage(length: number, weight: number): Average {
  const start = simpleAverage(length);
  let last = Number.NaN;
  return (value, isClosed) => {
    if (Number.isNaN(value)) return value;
    const average = Number.isNaN(last) ? start(value, isClosed) : last + weight * (value - last);
    if (isClosed) last = average;
    return average;
  };
}

/** The exponential average, as TA-Lib's EMA: a value has weight 2 / (length + 1). */
export function exponentialAverage(length: number): Average {
  return weightedAverage(length, 2 / (length + 1));
}

/** Wilder's smoothing ("New Concepts in Technical Trading Systems", 1978): a value has weight 1 / length. */
export function wilderAverage(length: number): Average {
  return weightedAverage(length, 1 / length);
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
