/**
 * Exact decimals as canonical strings. Amounts, prices and rates are calculated only here. A canonical decimal has no
 * exponent, no leading `+`, no superfluous zeros and no negative zero: `"0"`, `"-1.5"`, `"28110.26"`.
 */
import {
  decimalOf,
  decimalOfSmall,
  placesOf,
  quotientOf,
  smallUnitsOf,
  tenTo,
  unitsOf,
  type Decimal,
  type Rounding,
} from './units.ts';

export { placesOf, type Decimal, type Rounding } from './units.ts';

/** The most decimal places that the ledger stores (`numeric(38,18)`). */
export const DECIMAL_PLACES_MAX = 18;
/** Places to which fees and amounts of money are rounded. */
export const MONEY_PLACES = 8;
/** The most decimal places of a quotient. */
export const QUOTIENT_PLACES_MAX = 36;
/** The most digits before the point that the ledger stores. */
export const INTEGER_DIGITS_MAX = 20;

const PATTERN = /^[+-]?\d+(?:\.\d+)?$/;
/** Canonical text, except that it matches `-0` as well. */
const CANONICAL = /^-?(?:0|[1-9]\d{0,19})(?:\.\d{0,17}[1-9])?$/;
const DIGIT_ZERO = 48;

/**
 * Reads a decimal from text; `undefined` for anything but plain digits within the ledger's width. Exponents are
 * refused.
 */
export function parseDecimal(text: string): Decimal | undefined {
  // Fast path: every amount of every row passes here.
  if (CANONICAL.test(text) && text !== '-0') return text as Decimal;
  return PATTERN.test(text) ? shorten(text) : undefined;
}

/**
 * Makes a decimal from text that is known to be one; throws a `RangeError` otherwise. For constants and database
 * values.
 */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new RangeError(`not a decimal: ${text.slice(0, 60)}`);
  return value;
}

/** Zero. Never used for "missing". */
export const ZERO = decimal('0');
export const ONE = decimal('1');
export const HUNDRED = decimal('100');
const HUNDREDTH = decimal('0.01');

/** Exact sum of all terms. */
export function add(...terms: readonly Decimal[]): Decimal {
  let sum = ZERO;
  for (const term of terms) sum = addTwo(sum, term);
  return sum;
}

/** Exact difference `a - b`. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  return addTwo(a, negate(b));
}

/** Exact product; it may have more places than the ledger stores, so round it before it becomes money. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  const [ofA, ofB] = [placesOf(a), placesOf(b)];
  const small = decimalOfSmall(smallUnitsOf(a, ofA) * smallUnitsOf(b, ofB), ofA + ofB);
  return small ?? decimalOf(unitsOf(a, ofA) * unitsOf(b, ofB), ofA + ofB);
}

/**
 * Quotient `a / b` with `places` digits after the point (at most {@link QUOTIENT_PLACES_MAX}), exactly rounded; `down`
 * and `up` mean towards and away from zero. Throws `RangeError` when `b` is zero or `places` is too large.
 */
export function divide(a: Decimal, b: Decimal, places: number, rounding: Rounding): Decimal {
  if (isZero(b)) throw new RangeError('division by zero');
  if (places > QUOTIENT_PLACES_MAX) throw new RangeError('too many places');
  const [ofA, ofB] = [placesOf(a), placesOf(b)];
  const dividend = unitsOf(a, ofA) * tenTo(places + ofB);
  return decimalOf(quotientOf(dividend, unitsOf(b, ofB) * tenTo(ofA), rounding), places);
}

/** A percentage of an amount, exact; like {@link multiply} it may have more places than the ledger stores. */
export function percentOf(amount: Decimal, percent: Decimal): Decimal {
  return multiply(multiply(amount, percent), HUNDREDTH);
}

/** A part in percent of a whole, rounded as by {@link divide}. Throws `RangeError` when the whole is zero. */
export function shareInPercent(part: Decimal, whole: Decimal, places: number, rounding: Rounding): Decimal {
  return divide(multiply(part, HUNDRED), whole, places, rounding);
}

/** Rounds to `places` digits after the point; `down` and `up` mean towards and away from zero. */
export function round(value: Decimal, places: number, rounding: Rounding): Decimal {
  const own = placesOf(value);
  if (own <= places) return value;
  return decimalOf(quotientOf(unitsOf(value, own), tenTo(own - places), rounding), places);
}

/** Rounds to a multiple of `step` (a tick or a lot). Throws `RangeError` when `step` is not positive. */
export function roundToStep(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  if (!isPositive(step)) throw new RangeError('step must be positive');
  return multiply(divide(value, step, 0, rounding), step);
}

/** -1, 0 or 1, for sorting and comparing by value. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a === b) return 0;
  if (isNegative(a)) return isNegative(b) ? compareSizes(b, a, 1) : -1;
  return isNegative(b) ? 1 : compareSizes(a, b, 0);
}

/** The smallest of the values. */
export function min(first: Decimal, ...rest: readonly Decimal[]): Decimal {
  return rest.reduce((least, value) => (compare(value, least) < 0 ? value : least), first);
}

/** The largest of the values. */
export function max(first: Decimal, ...rest: readonly Decimal[]): Decimal {
  return rest.reduce((most, value) => (compare(value, most) > 0 ? value : most), first);
}

/** The value with the opposite sign. */
export function negate(value: Decimal): Decimal {
  if (isZero(value)) return value;
  return (isNegative(value) ? value.slice(1) : `-${value}`) as Decimal;
}

/** The value without its sign. */
export function absolute(value: Decimal): Decimal {
  return isNegative(value) ? negate(value) : value;
}

// Canonical text: zero has one spelling, and only negative values begin with a minus.
/** Whether the value is exactly zero. */
export function isZero(value: Decimal): boolean {
  return value === ZERO;
}

/** Whether the value is above zero. */
export function isPositive(value: Decimal): boolean {
  return value !== ZERO && !value.startsWith('-');
}

/** Whether the value is below zero. */
export function isNegative(value: Decimal): boolean {
  return value.startsWith('-');
}

/** Whether the value is a whole multiple of ten to the minus `places`. */
export function fitsPlaces(value: Decimal, places: number): boolean {
  return placesOf(value) <= places;
}

/**
 * Text with exactly `places` digits after the point (`"28110.30"`), for display and for fixed-width fields of legacy
 * clients.
 */
export function toFixedText(value: Decimal, places: number, rounding: Rounding = 'half-even'): string {
  const rounded = round(value, places, rounding);
  const missing = places - placesOf(rounded);
  return missing > 0 && missing === places ? `${rounded}.${'0'.repeat(places)}` : rounded + '0'.repeat(missing);
}

/**
 * A decimal from a floating-point number of a model or a chart (never of an amount that a user owns), rounded half-even
 * to `places`. Throws `RangeError` when the number is not finite.
 */
export function fromModelNumber(value: number, places: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError('not a finite number');
  const [digits = '', exponent = '0'] = String(value).split('e');
  const mantissa = digits as Decimal;
  // One unit of the mantissa's last place is worth ten to the minus `scale`.
  const ofMantissa = placesOf(mantissa);
  const scale = ofMantissa - Number(exponent);
  const units = unitsOf(mantissa, ofMantissa) * tenTo(Math.max(places - scale, 0));
  return decimalOf(quotientOf(units, tenTo(Math.max(scale - places, 0)), 'half-even'), places);
}

/** The nearest floating-point number, for drawing and for models only; never for amounts that users own. */
export function toModelNumber(value: Decimal): number {
  return Number(value);
}

function addTwo(a: Decimal, b: Decimal): Decimal {
  if (a === ZERO) return b;
  if (b === ZERO) return a;
  const places = Math.max(placesOf(a), placesOf(b));
  const small = decimalOfSmall(smallUnitsOf(a, places) + smallUnitsOf(b, places), places);
  return small ?? decimalOf(unitsOf(a, places) + unitsOf(b, places), places);
}

/**
 * Compares two different values of the same sign without the sign; `from` is where their digits begin. Values with
 * equally many digits before the point sort like text.
 */
function compareSizes(a: Decimal, b: Decimal, from: 0 | 1): -1 | 1 {
  const difference = wholeLength(a) - wholeLength(b);
  if (difference !== 0) return difference > 0 ? 1 : -1;
  return a.slice(from) > b.slice(from) ? 1 : -1;
}

function wholeLength(value: Decimal): number {
  const point = value.indexOf('.');
  return point < 0 ? value.length : point;
}

/** Plain digits in canonical form; `undefined` when they are too many for the ledger. */
function shorten(text: string): Decimal | undefined {
  const isSigned = !isDigit(text, 0);
  const point = text.indexOf('.');
  const wholeEnd = point < 0 ? text.length : point;
  let start = isSigned ? 1 : 0;
  while (start < wholeEnd - 1 && text.charCodeAt(start) === DIGIT_ZERO) start += 1;
  let end = text.length;
  while (end > wholeEnd && !(text.charCodeAt(end - 1) > DIGIT_ZERO)) end -= 1;
  if (wholeEnd - start > INTEGER_DIGITS_MAX || end - wholeEnd - 1 > DECIMAL_PLACES_MAX) return undefined;
  const size = text.slice(start, end);
  return (size !== '0' && text.startsWith('-') ? `-${size}` : size) as Decimal;
}

function isDigit(text: string, index: number): boolean {
  return text.charCodeAt(index) >= DIGIT_ZERO;
}
