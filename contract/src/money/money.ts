/**
 * Exact decimals as canonical strings: the only place where amounts, prices and rates are calculated.
 *
 * A canonical decimal has no exponent, no leading `+`, no superfluous zeros and no negative zero: `"0"`, `"-1.5"`, `"28110.26"`.
 */
import Big from 'big.js';

/** A decimal in canonical form. Only {@link parseDecimal} and the functions of this folder make one. */
export type Decimal = string & { readonly __decimal: true };

/** Names of the rounding modes. Every division and every rounding says which one it uses. */
export type Rounding = 'down' | 'up' | 'half-even';

/** The most digits after the point that the ledger stores (`numeric(38,18)`). */
export const DECIMAL_PLACES_MAX = 18;
/** The most digits after the point that a quotient is asked for. */
export const QUOTIENT_PLACES_MAX = 36;
/** The most digits before the point that the ledger stores. */
export const INTEGER_DIGITS_MAX = 20;

const PATTERN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

// A constructor of our own, so that no other user of big.js can change how we divide or print.
const Exact = Big();
Exact.DP = 40;
// Quotients are cut, never rounded, before they are rounded by name: rounding twice would carry 0.49…9 up to 1.
Exact.RM = Exact.roundDown;
Exact.NE = -60;
Exact.PE = 60;

const MODES = { down: Exact.roundDown, up: Exact.roundUp, 'half-even': Exact.roundHalfEven } as const;

/** Reads a decimal from text; `undefined` for anything but plain digits within the ledger's width. Exponents are refused. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const whole = (match[2] ?? '').replace(/^0+/, '');
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (whole.length > INTEGER_DIGITS_MAX || fraction.length > DECIMAL_PLACES_MAX) return undefined;
  // Every amount of every row passes here, so it is put into canonical form as text, which takes a tenth of the time that big.js does.
  const size = fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
  return (match[1] === '-' && size !== '0' ? `-${size}` : size) as Decimal;
}

/** Makes a decimal from text that is known to be one; throws a `RangeError` otherwise. For constants and database values. */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new RangeError(`not a decimal: ${text.slice(0, 60)}`);
  return value;
}

/** Zero. Never stands for "missing". */
export const ZERO = decimal('0');
/** One. */
export const ONE = decimal('1');

/** Exact sum of all terms. */
export function add(...terms: readonly Decimal[]): Decimal {
  return canonical(terms.reduce((sum, term) => sum.plus(term), new Exact(0)));
}

/** Exact difference `a - b`. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  return canonical(new Exact(a).minus(b));
}

/** Exact product; the result may carry more places than the ledger stores, so round it before it becomes money. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return canonical(new Exact(a).times(b));
}

/**
 * Quotient `a / b` with `places` digits after the point (at most {@link QUOTIENT_PLACES_MAX}), exactly rounded; `down` and `up` mean towards
 * and away from zero. Throws `RangeError` when `b` is zero or `places` is too large.
 */
export function divide(a: Decimal, b: Decimal, places: number, rounding: Rounding): Decimal {
  if (isZero(b)) throw new RangeError('division by zero');
  if (places > QUOTIENT_PLACES_MAX) throw new RangeError('too many places');
  const truncated = new Exact(a).div(b).round(places, MODES.down);
  const rest = new Exact(a).minus(truncated.times(b)).abs();
  if (rest.eq(0) || rounding === 'down') return canonical(truncated);
  const unit = new Exact(`1e-${places}`);
  const half = rest.times(2).cmp(unit.times(b).abs());
  const isAway = rounding === 'up' || half > 0 || (half === 0 && !truncated.div(unit).mod(2).eq(0));
  // The sign comes from the operands: a quotient that was cut to zero has none.
  const step = isNegative(a) === isNegative(b) ? unit : unit.times(-1);
  return canonical(isAway ? truncated.plus(step) : truncated);
}

/** Rounds to `places` digits after the point; `down` and `up` mean towards and away from zero. */
export function round(value: Decimal, places: number, rounding: Rounding): Decimal {
  return canonical(new Exact(value).round(places, MODES[rounding]));
}

/** Rounds to a multiple of `step` (a tick or a lot). Throws `RangeError` when `step` is not positive. */
export function roundToStep(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  if (!isPositive(step)) throw new RangeError('step must be positive');
  return multiply(divide(value, step, 0, rounding), step);
}

/** -1, 0 or 1, for sorting and comparing by value. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return new Exact(a).cmp(b);
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
  return canonical(new Exact(value).times(-1));
}

/** The value without its sign. */
export function absolute(value: Decimal): Decimal {
  return canonical(new Exact(value).abs());
}

// Canonical text: zero has one spelling, and only what is below it begins with a minus.
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

/** How many digits stand after the point. */
export function placesOf(value: Decimal): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** Whether the value is a whole multiple of ten to the minus `places`. */
export function fitsPlaces(value: Decimal, places: number): boolean {
  return placesOf(value) <= places;
}

/** Text with exactly `places` digits after the point (`"28110.30"`), for display and for the family's fixed-width columns. */
export function toFixedText(value: Decimal, places: number, rounding: Rounding = 'half-even'): string {
  return new Exact(value).round(places, MODES[rounding]).toFixed(places);
}

/**
 * A decimal from a floating-point number of a model or a picture (never of an amount that somebody owns), rounded half-even to `places`.
 * Throws `RangeError` when the number is not finite.
 */
export function fromModelNumber(value: number, places: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError('not a finite number');
  return canonical(new Exact(value).round(places, MODES['half-even']));
}

/** The nearest floating-point number, for drawing and for models only; nothing that is owned is calculated with it. */
export function toModelNumber(value: Decimal): number {
  return new Exact(value).toNumber();
}

function canonical(value: Big): Decimal {
  // big.js prints a negative zero as "-0".
  const text = value.eq(0) ? '0' : value.toFixed();
  return text as Decimal;
}
