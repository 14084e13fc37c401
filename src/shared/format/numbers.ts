/**
 * Numbers as people of a locale read them. Values are decimal strings and stay exact: our own rounding comes first and says its mode, and
 * `Intl` is given text, so that no digit passes through a float.
 */
import {
  decimal,
  isPositive,
  multiply,
  placesOf,
  round,
  toFixedText,
  type Decimal,
  type Rounding,
} from '@halyard/contract/money';
import { cached } from './cached.ts';

const numberFormat = cached((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const SHARE: Intl.NumberFormatOptions = { style: 'percent' };
const HUNDREDTH = decimal('0.01');

type Places = {
  /** The most digits after the point; the rest is rounded. */
  places: number;
  /** The fewest; zeros fill up. As many as `places` when not given. */
  minPlaces?: number | undefined;
};

type Style = Places & { rounding: Rounding; options?: Intl.NumberFormatOptions };

function format(value: Decimal, locale: string, { places, minPlaces = places, rounding, options }: Style): string {
  const rounded = round(value, places, rounding);
  const shown = Math.max(minPlaces, placesOf(rounded));
  const fractions = { minimumFractionDigits: shown, maximumFractionDigits: shown };
  return print(toFixedText(rounded, shown), locale, { ...fractions, ...options });
}

function print(text: string, locale: string, options: Intl.NumberFormatOptions): string {
  // Every text made here is plain digits, which is what the literal type asks for and cannot be told from a string.
  return numberFormat(locale, options).format(text as Intl.StringNumericLiteral);
}

/** A price at the market's precision, rounded half-even. */
export function formatPrice(value: Decimal, locale: string, places: number): string {
  return format(value, locale, { places, rounding: 'half-even' });
}

/** A quantity at the market's precision, rounded down: never more than there is. */
export function formatQuantity(value: Decimal, locale: string, places: number): string {
  return format(value, locale, { places, rounding: 'down' });
}

/** What somebody owns or pays: rounded down to `places`, without the zeros beyond `minPlaces` (2 by default). */
export function formatAmount(
  value: Decimal,
  locale: string,
  { places, minPlaces = Math.min(2, places) }: Places,
): string {
  return format(value, locale, { places, minPlaces, rounding: 'down' });
}

/** A profit or loss with its sign, rounded half-even; zero has none. */
export function formatPnl(value: Decimal, locale: string, places: number): string {
  return format(value, locale, { places, rounding: 'half-even', options: { signDisplay: 'exceptZero' } });
}

/** A change given in percent (`4.12`), with its sign and two places, rounded half-even. */
export function formatChange(percent: Decimal, locale: string): string {
  const options: Intl.NumberFormatOptions = { style: 'percent', signDisplay: 'exceptZero' };
  // Rounded as a percentage first: two places there are four of the fraction that Intl wants.
  return percentText(round(percent, 2, 'half-even'), locale, 2, options);
}

/** A rate given as a fraction (`0.001`) as a percentage (`0.1%`) with all its places up to `places` and at least two. */
export function formatRate(fraction: Decimal, locale: string, places = 4): string {
  const percent = round(multiply(fraction, decimal('100')), places, 'half-even');
  return percentText(percent, locale, Math.max(2, placesOf(percent)), { style: 'percent' });
}

/** A share in whole percent (`25`) as a percentage (`25%`). */
export function formatShare(percent: number, locale: string): string {
  return numberFormat(locale, SHARE).format(percent / 100);
}

function percentText(percent: Decimal, locale: string, places: number, options: Intl.NumberFormatOptions): string {
  const fraction = multiply(percent, HUNDREDTH);
  const fractions = { minimumFractionDigits: places, maximumFractionDigits: places };
  return print(toFixedText(fraction, places + 2), locale, { ...fractions, ...options });
}

/** A large number in short (`1.24B`, `12,4 M`, `1.24亿`), for volumes. Three digits or so are enough to compare; it is not exact. */
export function formatCompact(value: Decimal, locale: string): string {
  return print(value, locale, { notation: 'compact', maximumFractionDigits: 2 });
}

/** The sign of a value for its colour and arrow; `flat` for zero. */
export function directionOf(value: Decimal): 'up' | 'down' | 'flat' {
  if (isPositive(value)) return 'up';
  return value === '0' ? 'flat' : 'down';
}
