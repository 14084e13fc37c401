/**
 * Decimals as whole numbers of their last place, with which `money.ts` calculates. Nearly all amounts have so few
 * digits that a double holds their whole number exactly, in a tenth of the time; all others are big integers. Both give
 * the same digits, which `units.test.ts` compares with big.js.
 */

/** A decimal in canonical form. Only `parseDecimal` and the functions of this folder make one. */
export type Decimal = string & { readonly __decimal: true };

/** Names of the rounding modes. Every division and every rounding names one. */
export type Rounding = 'down' | 'up' | 'half-even';

/** Doubles hold whole numbers of up to 15 digits, and decimals of as many digits, exactly. */
const EXACT_MAX = 1e15;
/** Below this a double prints with an exponent. */
const PLAIN_MIN = 1e-6;
/** The powers of ten that a double holds exactly. */
// oxfmt-ignore
const POWERS = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
] as const;

/** Number of digits after the point. */
export function placesOf(value: Decimal): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/**
 * The value times ten to the `places` (at least as many as it has) as an exact double; NaN when it has too many digits
 * for one. Reading the text and multiplying are each off by at most a part in 2^53, together less than half a unit of
 * anything up to {@link EXACT_MAX}, so rounding finds the unit.
 */
export function smallUnitsOf(value: Decimal, places: number): number {
  const power = POWERS[places];
  const units = power === undefined ? NaN : Math.round(Number(value) * power);
  return units <= EXACT_MAX && units >= -EXACT_MAX ? units : NaN;
}

/**
 * The decimal of a number of units of the last of `places`; `undefined` when it may not be exact. Two exact doubles are
 * divided, so the quotient is the double nearest to a decimal of at most 15 digits, and the shortest text of that
 * double is this decimal.
 */
export function decimalOfSmall(units: number, places: number): Decimal | undefined {
  if (units === 0) return '0' as Decimal;
  const power = POWERS[places];
  const size = units < 0 ? -units : units;
  // Written so that NaN fails the comparison too.
  if (power === undefined || !(size <= EXACT_MAX && size >= PLAIN_MIN * power)) return undefined;
  return String(units / power) as Decimal;
}

/** The value times ten to the `places`, at least as many as it has. */
export function unitsOf(value: Decimal, places: number): bigint {
  const point = value.indexOf('.');
  if (point < 0) return BigInt(value) * tenTo(places);
  return BigInt(value.slice(0, point) + value.slice(point + 1)) * tenTo(places - (value.length - point - 1));
}

/** The decimal of a number of units of the last of `places`. */
export function decimalOf(units: bigint, places: number): Decimal {
  const digits = String(sizeOf(units)).padStart(places + 1, '0');
  const point = digits.length - places;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const text = end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return (units < 0n ? `-${text}` : text) as Decimal;
}

/** An integer quotient, rounded; `down` and `up` mean towards and away from zero. */
export function quotientOf(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const cut = dividend / divisor;
  const rest = dividend % divisor;
  if (rest === 0n || rounding === 'down') return cut;
  const step = rest < 0n === divisor < 0n ? 1n : -1n;
  if (rounding === 'up') return cut + step;
  const half = sizeOf(rest) * 2n - sizeOf(divisor);
  return half > 0n || (half === 0n && cut % 2n !== 0n) ? cut + step : cut;
}

const tens: bigint[] = [];

/** Ten to the `exponent`. */
export function tenTo(exponent: number): bigint {
  return (tens[exponent] ??= 10n ** BigInt(exponent));
}

function sizeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}
