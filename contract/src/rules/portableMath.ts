/**
 * Exponential and logarithm out of what ECMAScript fixes to the last bit (`+ - * /`), so that every engine computes the
 * same; its own differ. The order of the steps is part of the model.
 */

const EXP_DEGREE = 12;
const EXP_HALVINGS = 6;
const LN_TERMS = 21;

/** Taylor's polynomial at x/64, squared six times. */
export function exp(x: number): number {
  const part = x / 64;
  let power = 1;
  for (let degree = EXP_DEGREE; degree >= 1; degree -= 1) power = 1 + (part * power) / degree;
  for (let halving = 0; halving < EXP_HALVINGS; halving += 1) power *= power;
  return power;
}

/** The series of 2 artanh((r - 1) / (r + 1)); meant for ratios between a half and two. */
export function ln(ratio: number): number {
  const root = (ratio - 1) / (ratio + 1);
  const square = root * root;
  let sum = 0;
  for (let term = LN_TERMS - 1; term >= 0; term -= 1) sum = sum * square + 1 / (2 * term + 1);
  return 2 * root * sum;
}
