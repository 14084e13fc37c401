/** Walks through the live book: what its levels give to an order, best first. */
import type { BookLevel } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import {
  absolute,
  add,
  compare,
  decimal,
  divide,
  isPositive,
  max,
  min,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { slippageLimit, tradesAt } from '@halyard/contract/spot/slippage';
import { bandLimit, partsWithin, quoteAmount, type MarketTerms, type OrderDraft } from '@halyard/contract/spot/rules';

/** Result of a walk: filled base, and its quote. */
export type Walked = { readonly filled: Decimal; readonly quote: Decimal };

/** Quantity that a quote budget buys, and the rest that the levels could not take. */
export type Bought = { readonly quantity: Decimal; readonly left: Decimal };

/** An average price further from the best price than this is warned about. */
export const SLIPPAGE_WARNED = decimal('0.01');

const PLACES = 18;

/** The levels that an order takes, up to its limit or its slippage cap; none if it is post-only. */
export function levelsWithin(
  levels: readonly BookLevel[],
  { side, orderType, price, maxSlippage, isPostOnly }: Omit<OrderDraft, 'quantity'>,
): readonly BookLevel[] {
  if (isPostOnly === true) return [];
  const best = levels[0]?.[0];
  const cap = best === undefined || maxSlippage === undefined ? undefined : slippageLimit(side, best, maxSlippage);
  const limit = orderType === 'market' ? cap : price;
  return levels.filter(([levelPrice]) => tradesAt(side, limit, levelPrice));
}

/** How much of `quantity` the levels fill, and for how much quote: at most a total, in whole steps. */
export function walkBook(
  levels: readonly BookLevel[],
  quantity: Decimal,
  most?: { readonly total: Decimal; readonly quantityPrecision: number },
): Walked {
  if (most !== undefined) {
    const parts = levels.map(([price, size]) => ({ price, quantity: size }));
    const within = partsWithin(parts, most.total, most.quantityPrecision);
    return walkBook(
      within.map((part): BookLevel => [part.price, part.quantity]),
      quantity,
    );
  }
  let filled = ZERO;
  let quote = ZERO;
  for (const [price, size] of levels) {
    const taken = min(size, subtract(quantity, filled));
    if (!isPositive(taken)) break;
    filled = add(filled, taken);
    quote = add(quote, quoteAmount(taken, price));
  }
  return { filled, quote };
}

/** The quantity that the levels give for `budget` of quote. */
export function walkQuote(levels: readonly BookLevel[], budget: Decimal): Bought {
  let left = budget;
  let quantity = ZERO;
  for (const [price, size] of levels) {
    const cost = quoteAmount(size, price);
    if (compare(cost, left) >= 0) return { quantity: add(quantity, divide(left, price, PLACES, 'down')), left: ZERO };
    left = subtract(left, cost);
    quantity = add(quantity, size);
  }
  return { quantity, left };
}

/**
 * Distance of the average fill price from the best price before the order, as a fraction, rounded up at 18 decimals.
 * Measured from the best price, not the mid: half the spread is not caused by the order.
 */
export function slippageOf({ filled, quote }: Walked, bestPrice: Decimal): Decimal {
  const atBest = quoteAmount(filled, bestPrice);
  return divide(absolute(subtract(quote, atBest)), atBest, PLACES, 'up');
}

/** Slippage as shown: percent with two decimals. */
export function shownSlippage(slippage: Decimal): Decimal {
  return round(slippage, 4, 'half-even');
}

/** A limit price at the warning threshold, within the market's price band, rounded inwards to its precision. */
export function acceptableLimit(side: Side, bestPrice: Decimal, terms: MarketTerms, lastPrice: Decimal | undefined) {
  const exact = slippageLimit(side, bestPrice, SLIPPAGE_WARNED);
  const band = bandLimit(side, terms, lastPrice);
  if (side === 'buy') {
    const limit = max(bestPrice, round(exact, terms.pricePrecision, 'down'));
    return band === undefined ? limit : min(limit, band);
  }
  const limit = min(bestPrice, round(exact, terms.pricePrecision, 'up'));
  return band === undefined ? limit : max(limit, band);
}
