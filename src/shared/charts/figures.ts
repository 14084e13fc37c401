/**
 * Numbers of a chart as its reader reads them. A chart asks for the same ones again and again, so what was written is
 * kept for a while.
 */
import { fromModelNumber, type Decimal } from '@halyard/contract/money';
import { formatCompact, formatPrice } from '../format/numbers.ts';
import { numeralsOf, withMarks } from '@halyard/contract/numerals';

/** Writes figures in one language at one precision. */
export type Figures = {
  /** A price as the exchange told it, rounded half-even. */
  readonly exact: (price: Decimal) => string;
  /** A price that was worked out, at the market's places. */
  readonly price: (value: number) => string;
  /** A number that comes again and again with so many places: a mark of an axis. */
  readonly tick: (value: number, places: number) => string;
  /** A number with so many places; a dash where there is none. */
  readonly number: (value: number, places: number) => string;
  /** An amount in short, as the exchange told it. */
  readonly amount: (amount: Decimal) => string;
  /** An amount in short that was worked out. */
  readonly compact: (value: number) => string;
};

const KEPT_MAX = 400;
const MISSING = '—';
// As many as a number in short has.
const SHORT_PLACES = 2;

export function createFigures(locale: string, pricePlaces: number): Figures {
  const numerals = numeralsOf(locale);
  // A zero keeps no sign.
  const number = (value: number, places: number) =>
    Number.isFinite(value)
      ? withMarks((Math.abs(value) < 0.5 * 10 ** -places ? 0 : value).toFixed(places), numerals)
      : MISSING;
  const ticks = new Map<number, string>();
  let ticksPlaces = 0;
  return {
    exact: kept((price) => formatPrice(price, locale, pricePlaces)),
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
    amount: kept((amount) => formatCompact(amount, locale)),
    compact: (value) =>
      Number.isFinite(value) ? formatCompact(fromModelNumber(value, SHORT_PLACES), locale) : MISSING,
  };
}

function kept(write: (value: Decimal) => string): (value: Decimal) => string {
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
