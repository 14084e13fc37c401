/** What the levels of the live book would give to an order that takes them, best first. */
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
import { bandLimit, quoteAmount, type MarketTerms, type OrderDraft } from '@halyard/contract/spot/rules';

/** What levels of the book would give: base filled, for how much quote. */
export type Walked = { readonly filled: Decimal; readonly quote: Decimal };

/** How much a budget of quote buys, and how much of it the levels could not take. */
export type Bought = { readonly quantity: Decimal; readonly left: Decimal };

/** An average further from the best price than this is warned of. */
export const SLIPPAGE_WARNED = decimal('0.01');

const PLACES = 18;

/**
 * The levels that an order takes: as far as its limit, or as far from the best price as its cap lets it; none if it is
 * post-only.
 */
export function levelsWithin(
  levels: readonly BookLevel[],
  { side, orderType, price, maxSlippage, isPostOnly }: Omit<OrderDraft, 'quantity'>,
): readonly BookLevel[] {
  if (isPostOnly === true) return [];
  const best = levels[0]?.[0];
  const cap = best === undefined || maxSlippage === undefined ? undefined : slippageLimit(side, best, maxSlippage);
  const limit = orderType === 'market' ? cap : price;
  return levels.filter(([offered]) => tradesAt(side, limit, offered));
}

/** How much of `quantity` the levels would fill, and for how much quote. */
export function walkBook(levels: readonly BookLevel[], quantity: Decimal): Walked {
  let filled = ZERO;
  let quote = ZERO;
  for (const [price, offered] of levels) {
    const taken = min(offered, subtract(quantity, filled));
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
  for (const [price, offered] of levels) {
    const cost = quoteAmount(offered, price);
    if (compare(cost, left) >= 0) return { quantity: add(quantity, divide(left, price, PLACES, 'down')), left: ZERO };
    left = subtract(left, cost);
    quantity = add(quantity, offered);
  }
  return { quantity, left };
}

/**
 * How far the average of what fills is from the best price before the order, as a fraction, rounded up at 18 places.
 * The best price is what the eye compares with: half the spread, which a comparison with the middle would add, is not
 * the order's doing.
 */
export function slippageOf({ filled, quote }: Walked, bestPrice: Decimal): Decimal {
  const atBest = quoteAmount(filled, bestPrice);
  return divide(absolute(subtract(quote, atBest)), atBest, PLACES, 'up');
}

/** Slippage as it is told: its percentage has two places. */
export function shownSlippage(slippage: Decimal): Decimal {
  return round(slippage, 4, 'half-even');
}

/**
 * A limit that lets an order go as far from the best price as is not warned of, within the market's band, rounded to
 * its precision inwards.
 */
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
