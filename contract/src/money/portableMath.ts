/**
 * Exponential, logarithm, sine and cosine from the four operations, which ECMAScript fixes to the last bit. Engines
 * differ in their own functions, and compute these alike. The order of the steps is part of the model.
 */

const EXP_DEGREE = 12;
const EXP_HALVINGS = 6;
const LN_TERMS = 21;
const TURN_DEGREE = 16;
const TURN_HALVINGS = 6;

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

/** A point of the complex plane. */
export type Complex = { readonly re: number; readonly im: number };

/** Cosine and sine of an angle within a turn: Taylor's polynomials at a 64th of it, doubled six times. */
export function turn(angle: number): Complex {
  const part = angle / 64;
  const square = part * part;
  // 1 - cos and sin: the cosine itself would lose its last digits beside 1.
  let versine = 0;
  let sine = 0;
  for (let degree = TURN_DEGREE; degree >= 2; degree -= 2) {
    versine = (square * (1 - versine)) / (degree * (degree - 1));
    sine = (square * (1 - sine)) / (degree * (degree + 1));
  }
  sine = part * (1 - sine);
  for (let halving = 0; halving < TURN_HALVINGS; halving += 1) {
    const doubled = 2 * sine * (1 - versine);
    versine = 2 * sine * sine;
    sine = doubled;
  }
  return { re: 1 - versine, im: sine };
}

export function times(a: Complex, b: Complex): Complex {
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };
}

/** `base` to a whole `exponent` that is not negative. */
export function powerOf(base: Complex, exponent: number): Complex {
  let [power, square]: readonly Complex[] & readonly [Complex, Complex] = [{ re: 1, im: 0 }, base];
  for (let rest = exponent; rest > 0; rest = (rest - (rest % 2)) / 2) {
    if (rest % 2 === 1) power = times(power, square);
    square = times(square, square);
  }
  return power;
}
