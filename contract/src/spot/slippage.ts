/** How far an order goes into the book: to its limit, or to its slippage cap from the best price. */
import type { Side } from './calls.ts';
import type { CodedError } from '../errors.ts';
import { add, compare, decimal, fitsPlaces, multiply, subtract, type Decimal, HUNDRED } from '../money/money.ts';

/** The cap of a user who never chose one, as a fraction of the best price. */
export const USUAL_MAX_SLIPPAGE = decimal('0.01');

const LEAST = decimal('0.0001');
/** The largest cap that a user may choose. */
export const MOST_SLIPPAGE = decimal('0.1');
/** In percent these are two. */
const CAP_PLACES = 4;

/** Checks a cap, a fraction. */
export function checkMaxSlippage(maxSlippage: Decimal): CodedError | undefined {
  const isBetween = compare(maxSlippage, LEAST) >= 0 && compare(maxSlippage, MOST_SLIPPAGE) <= 0;
  if (isBetween && fitsPlaces(maxSlippage, CAP_PLACES)) return undefined;
  return {
    code: 'SLIPPAGE_OUT_OF_RANGE',
    params: { min: multiply(LEAST, HUNDRED), max: multiply(MOST_SLIPPAGE, HUNDRED) },
  };
}

/** The furthest price at which an order with this cap trades, exact; `bestPrice` is the best one of the other side. */
export function slippageLimit(side: Side, bestPrice: Decimal, maxSlippage: Decimal): Decimal {
  const width = multiply(bestPrice, maxSlippage);
  return side === 'buy' ? add(bestPrice, width) : subtract(bestPrice, width);
}

/** Whether an order of this side and limit takes a level at `price`; without a limit it takes any. */
export function tradesAt(side: Side, limitPrice: Decimal | undefined, price: Decimal): boolean {
  if (limitPrice === undefined) return true;
  return side === 'buy' ? compare(price, limitPrice) <= 0 : compare(price, limitPrice) >= 0;
}
