/** Rows of the order book. */
import type { Book, BookLevel } from '@halyard/contract/market/calls';
import {
  add,
  compare,
  decimal,
  divide,
  fitsPlaces,
  isZero,
  multiply,
  placesOf,
  roundToStep,
  subtract,
  toModelNumber,
  ZERO,
  isPositive,
  parseDecimal,
  round,
  type Decimal,
  HUNDRED,
  shareInPercent,
} from '@halyard/contract/money';
import { useTranslation } from 'react-i18next';
import type { Steps } from '../../shared/ui/NumberField.tsx';

export type BookRow = {
  readonly level: BookLevel;
  /** Quantity from the best level to this one. */
  readonly sum: Decimal;
  /** Bar width: cumulative quantity in percent of the deepest row shown on either side. */
  readonly depthPercent: number;
  /** The house's part of the quantity in whole percent; undefined when the exchange does not report it. */
  readonly housePercent: number | undefined;
};

export type BookRows = {
  /** Highest first, so that the best is next to the middle. */
  readonly asks: readonly BookRow[];
  /** Best first. */
  readonly bids: readonly BookRow[];
  readonly spread: Decimal | undefined;
  /** In percent of the best bid, three decimals. */
  readonly spreadPercent: Decimal | undefined;
  /** The exact mid price. */
  readonly mid: Decimal | undefined;
};

const TWO = decimal('2');

/**
 * The best `levels` of each side, with bars on one scale. With a `step`, levels are grouped to its multiples first.
 * Spread and mid are of the ungrouped book.
 */
export function bookRows(book: Book, levels: number, step?: Decimal): BookRows {
  const asks = withDepth(joined(book.asks, levels, 'up', step), joined(book.userAsks, levels, 'up', step));
  const bids = withDepth(joined(book.bids, levels, 'down', step), joined(book.userBids, levels, 'down', step));
  const deepest = [asks.at(-1)?.sum ?? ZERO, bids.at(-1)?.sum ?? ZERO].reduce((a, b) => (compare(a, b) >= 0 ? a : b));
  const toRow = ({ sum, ...row }: Deep): BookRow => ({ ...row, sum, depthPercent: shareOf(sum, deepest) });
  return { asks: asks.map(toRow).reverse(), bids: bids.map(toRow), ...middleOf(book) };
}

/** Grouping steps: the market's own and its multiples of ten, while prices remain distinguishable. */
export function bookSteps(pricePrecision: number, price: Decimal | null): readonly Decimal[] {
  const own = stepOf(-pricePrecision);
  const wider = Array.from({ length: STEPS_MAX - 1 }, (_, index) => stepOf(index + 1 - pricePrecision));
  return [own, ...wider.filter((step) => price !== null && compare(multiply(step, HUNDRED), price) <= 0)];
}

const STEPS_MAX = 5;

/** A power of ten: `stepOf(-2)` is 0.01. */
export function stepOf(exponent: number): Decimal {
  return decimal(exponent >= 0 ? `1${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}1`);
}

/**
 * The best `count` levels grouped to multiples of `step`, best first. Asks round up and bids down, so that an order at
 * the shown price gets the whole shown quantity.
 */
export function joinLevels(
  levels: readonly BookLevel[],
  count: number,
  rounding: 'up' | 'down',
  step: Decimal,
): readonly BookLevel[] {
  const rows: BookLevel[] = [];
  for (const [price, quantity] of levels) {
    const rounded = roundToStep(price, step, rounding);
    const last = rows.at(-1);
    if (last?.[0] === rounded) rows[rows.length - 1] = [rounded, add(last[1], quantity)];
    else if (rows.length === count) break;
    // A bid rounded down to zero is left out.
    else if (!isZero(rounded)) rows.push([rounded, quantity]);
  }
  return rows;
}

type Levels = readonly BookLevel[] | undefined;

function joined<L extends Levels>(levels: L, count: number, rounding: 'up' | 'down', step: Decimal | undefined) {
  if (levels === undefined) return levels;
  const isOwn = step === undefined || levels.slice(0, count).every(([price]) => isMultiple(price, step));
  return isOwn ? levels.slice(0, count) : joinLevels(levels, count, rounding, step);
}

// At the market's own step, the common case, no division is needed.
function isMultiple(price: Decimal, step: Decimal): boolean {
  return placesOf(step) > 0 && fitsPlaces(price, placesOf(step));
}

type Deep = Pick<BookRow, 'level' | 'sum' | 'housePercent'>;

function withDepth(levels: readonly BookLevel[], users: Levels): Deep[] {
  let sum = ZERO;
  const ofUsers = users && new Map(users);
  return levels.map((level) => {
    const [price, quantity] = level;
    sum = add(sum, quantity);
    return { level, sum, housePercent: ofUsers && housePercentOf(quantity, ofUsers.get(price)) };
  });
}

/** Rounded away from 0 and 100, so that a part is never shown as nothing or all. */
function housePercentOf(quantity: Decimal, users: Decimal | undefined): number {
  if (users === undefined) return 100;
  if (compare(users, quantity) >= 0) return 0;
  return Math.min(99, Math.max(1, Math.round(shareOf(subtract(quantity, users), quantity))));
}

function shareOf(sum: Decimal, deepest: Decimal): number {
  return isZero(deepest) ? 0 : toModelNumber(shareInPercent(sum, deepest, 1, 'half-even'));
}

function middleOf({ bids, asks }: Book): Pick<BookRows, 'spread' | 'spreadPercent' | 'mid'> {
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  if (bid === undefined || ask === undefined || isZero(bid)) {
    return { spread: undefined, spreadPercent: undefined, mid: undefined };
  }
  const spread = subtract(ask, bid);
  const places = Math.max(placesOf(bid), placesOf(ask)) + 1;
  return {
    spread,
    spreadPercent: shareInPercent(spread, bid, 3, 'half-even'),
    mid: divide(add(bid, ask), TWO, places, 'half-even'),
  };
}

// Steps of a price field: one hundredth of a percent of the price as a power of ten, or the market's own step.

const SHARE = 1e-4;

/**
 * The buttons of a price field with the market's precision. Those of an empty one start at `from`; off while there is
 * no price.
 */
export function usePriceSteps(
  text: string,
  places: number,
  onPrice: (price: string) => void,
  from?: Decimal | null,
): Steps {
  const { t } = useTranslation('forms');
  const price = parseDecimal(text) ?? (text === '' ? from : undefined);
  const words = { less: t('number.less'), more: t('number.more') };
  if (price == null || !isPositive(price)) return { ...words, onLess: undefined, onMore: undefined };
  const own = stepOf(-places);
  const usual = stepOf(Math.floor(Math.log10(toModelNumber(price) * SHARE)));
  const step = compare(usual, own) > 0 ? usual : own;
  const lower = round(subtract(price, step), places, 'down');
  return {
    ...words,
    onLess: isPositive(lower) ? () => onPrice(lower) : undefined,
    onMore: () => onPrice(round(add(price, step), places, 'down')),
  };
}
