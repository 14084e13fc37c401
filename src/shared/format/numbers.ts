/**
 * Numbers in a locale. Values are decimal strings and stay exact: our own rounding comes first, with an explicit mode,
 * and no digit passes through a float.
 */
import {
  absolute,
  decimal,
  divide,
  isPositive,
  multiply,
  placesOf,
  round,
  toFixedText,
  type Decimal,
  type Rounding,
  HUNDRED,
} from '@halyard/contract/money';
import { numeralsOf, withMarks, withPercent, type ShortName } from '@halyard/contract/numerals';

type Places = {
  /** Maximum number of decimals; the rest is rounded. */
  places: number;
  /** Minimum number of decimals, filled up with zeros. Default: `places`. */
  minPlaces?: number | undefined;
};

type AmountPlaces = Partial<Places> & { unit?: string | undefined };

const RATE_PLACES = 4;
/** Abbreviated numbers of up to four digits have no group separator: 1237.65M. */
const SHORT_GROUPED_FROM = 5;
const SHORT_PLACES = 2;
/** Digits of a short number. */
const SHORT_DIGITS = 4;

function format(
  value: Decimal,
  locale: string,
  { places, minPlaces = places, rounding }: Places & { rounding: Rounding },
): string {
  const rounded = round(value, places, rounding);
  const shown = Math.max(minPlaces, placesOf(rounded));
  return withMarks(toFixedText(rounded, shown), numeralsOf(locale));
}

/** A price at the market's precision, rounded half-even. */
export function formatPrice(value: Decimal, locale: string, places: number): string {
  return format(value, locale, { places, rounding: 'half-even' });
}

/** A quantity at the market's precision, rounded down, so that it never exceeds the real one. */
export function formatQuantity(value: Decimal, locale: string, places: number): string {
  return format(value, locale, { places, rounding: 'down' });
}

/** Decimals of every currency in the ledger. */
const MONEY_PLACES = 8;
/** Currencies with cents: they always show both decimals, where others omit trailing zeros. */
const COUNTED_IN_CENTS = /^(T?USD\w?|DAI|EUR|GBP|CNY|HKD|THB|MXN)$/;

/**
 * An amount that a user owns or pays: rounded down to `places` (default: those of the ledger), without trailing zeros
 * beyond `minPlaces`, which follow from its `unit`.
 */
export function formatAmount(
  value: Decimal,
  locale: string,
  { places = MONEY_PLACES, unit, minPlaces = Math.min(leastPlacesOf(unit), places) }: AmountPlaces,
): string {
  return format(value, locale, { places, minPlaces, rounding: 'down' });
}

function leastPlacesOf(unit: string | undefined): number {
  return unit === undefined || COUNTED_IN_CENTS.test(unit) ? 2 : 0;
}

/** A profit or loss with its sign, rounded half-even; zero has none. */
export function formatPnl(value: Decimal, locale: string, places: number): string {
  const rounded = round(value, places, 'half-even');
  return signOf(rounded) + format(rounded, locale, { places, rounding: 'half-even' });
}

/** A change in percent (`4.12`), with its sign and two decimals, rounded half-even. */
export function formatChange(percent: Decimal, locale: string): string {
  const rounded = round(percent, 2, 'half-even');
  return signOf(rounded) + percentText(rounded, locale, 2);
}

/** A rate given as a fraction (`0.001`) as a percentage (`0.1%`), with `minPlaces` to four decimals. */
export function formatRate(fraction: Decimal, locale: string, minPlaces = 0): string {
  const percent = round(multiply(fraction, HUNDRED), RATE_PLACES, 'half-even');
  return percentText(percent, locale, Math.max(placesOf(percent), minPlaces));
}

/** A percentage (`54.05`, `85`), by default to two decimals, without trailing zeros beyond `minPlaces`. */
export function formatPercent(
  percent: Decimal,
  locale: string,
  {
    places = 2,
    minPlaces = 0,
    rounding = 'half-even',
  }: { places?: number; minPlaces?: number; rounding?: Rounding } = {},
): string {
  const rounded = round(percent, places, rounding);
  return percentText(rounded, locale, Math.max(minPlaces, placesOf(rounded)));
}

/** A share in whole percent (`25`) as a percentage (`25%`). */
export function formatShare(percent: number, locale: string): string {
  return withPercent(percent.toFixed(0), numeralsOf(locale));
}

function percentText(percent: Decimal, locale: string, places: number): string {
  return withPercent(toFixedText(percent, places), numeralsOf(locale));
}

const signOf = (value: Decimal) => (isPositive(value) ? '+' : '');

/**
 * A large number abbreviated (`1.24B`, `12,4 M`, `1.24亿`), for volumes. Not exact: about three digits suffice to
 * compare.
 */
export function formatCompact(value: Decimal, locale: string): string {
  const numerals = numeralsOf(locale);
  const short = shorten(value, numerals.shortNames);
  return withMarks(short.amount, numerals, SHORT_GROUPED_FROM) + short.name;
}

function shorten(value: Decimal, names: readonly ShortName[]): { amount: Decimal; name: string } {
  const inUnits = (unit: number) => {
    const by = (places: number) => divide(value, decimal(`1${'0'.repeat(unit)}`), places, 'half-even');
    const fitting = SHORT_DIGITS - 1 - zerosOf(by(SHORT_PLACES));
    return by(Math.min(SHORT_PLACES, Math.max(0, fitting)));
  };
  const zeros = zerosOf(value);
  const at = names.findIndex(({ from }) => zeros >= from);
  const own = names[at];
  const larger = names[at < 0 ? names.length - 1 : at - 1];
  const amount = inUnits(own?.unit ?? 0);
  // 999,999 rounds to 1000K, which has a unit of its own.
  const isNextOne = larger !== undefined && zerosOf(amount) + (own?.unit ?? 0) >= larger.from;
  return isNextOne ? { amount: inUnits(larger.unit), name: larger.name } : { amount, name: own?.name ?? '' };
}

/** 3 for 1000 to 9999.99; 0 for everything below 10. */
function zerosOf(value: Decimal): number {
  const text = absolute(value);
  const point = text.indexOf('.');
  return (point < 0 ? text.length : point) - 1;
}

/** Direction of a value for its colour and arrow; `flat` for zero. */
export function directionOf(value: Decimal): 'up' | 'down' | 'flat' {
  if (isPositive(value)) return 'up';
  return value === '0' ? 'flat' : 'down';
}
