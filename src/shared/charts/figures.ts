/** Formatted numbers of a chart. The same ones are needed repeatedly, so they are cached for a while. */
import { fromModelNumber, type Decimal } from '@halyard/contract/money';
import { formatCompact, formatPrice } from '../format/numbers.ts';
import { numeralsOf, withMarks } from '@halyard/contract/numerals';

/** Formats figures in one language at one precision. */
export type Figures = {
  /** An exact price from the server, rounded half-even. */
  readonly exact: (price: Decimal) => string;
  /** A computed price, at the market's decimals. */
  readonly price: (value: number) => string;
  /** A recurring number with the given decimals: an axis mark. */
  readonly tick: (value: number, places: number) => string;
  /** A number with the given decimals; a dash if there is none. */
  readonly number: (value: number, places: number) => string;
  /** An exact amount from the server, abbreviated. */
  readonly amount: (amount: Decimal) => string;
  /** A computed amount, abbreviated. */
  readonly compact: (value: number) => string;
};

const KEPT_MAX = 400;
const MISSING = '—';
// Decimals of an abbreviated number.
const SHORT_PLACES = 2;

export function createFigures(locale: string, pricePlaces: number): Figures {
  const numerals = numeralsOf(locale);
  // A zero has no sign.
  const number = (value: number, places: number) =>
    Number.isFinite(value)
      ? withMarks((Math.abs(value) < 0.5 * 10 ** -places ? 0 : value).toFixed(places), numerals)
      : MISSING;
  const ticks = new Map<number, string>();
  let ticksPlaces = 0;
  return {
    exact: memoized((price) => formatPrice(price, locale, pricePlaces)),
    price: (value) => number(value, pricePlaces),
    tick: (value, places) => {
      if (places !== ticksPlaces || ticks.size >= KEPT_MAX) ticks.clear();
      ticksPlaces = places;
      const known = ticks.get(value);
      if (known !== undefined) return known;
      const text = number(value, places);
      ticks.set(value, text);
      return text;
    },
    number,
    amount: memoized((amount) => formatCompact(amount, locale)),
    compact: (value) =>
      Number.isFinite(value) ? formatCompact(fromModelNumber(value, SHORT_PLACES), locale) : MISSING,
  };
}

function memoized(write: (value: Decimal) => string): (value: Decimal) => string {
  const written = new Map<Decimal, string>();
  return (value) => {
    const known = written.get(value);
    if (known !== undefined) return known;
    if (written.size >= KEPT_MAX) written.clear();
    const text = write(value);
    written.set(value, text);
    return text;
  };
}
