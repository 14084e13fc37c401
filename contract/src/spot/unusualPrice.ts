/** Prices that look like typing errors: far from the market, or off by a digit. */
import { absolute, compare, decimal, divide, isPositive, multiply, subtract, type Decimal } from '../money/money.ts';
import type { OrderDraft } from './rules.ts';

const DIVISION_PLACES = 18;

/** A price that the user must confirm. */
export type OddPrice = {
  /** `tenfold`, `tenth`: by about one digit too many or too few. */
  readonly kind: 'above' | 'below' | 'tenfold' | 'tenth';
  readonly price: Decimal;
  /** The compared price: the stop price for the limit of a stop-limit order, otherwise the market's price. */
  readonly from: 'market' | 'stop';
  readonly fromPrice: Decimal;
  /** Distance as a fraction of that price, rounded down at 18 places. */
  readonly distance: Decimal;
};

const FAR = decimal('0.05');
const TWO = decimal('2');
// Prices move, so a digit too many is seldom exactly ten times.
const [TENFOLD_LEAST, TENFOLD_MOST] = [decimal('5'), decimal('20')];

/**
 * The first price of an order that is more than 5 % from the market. A stop price may be far from the market: it is odd
 * at half or twice its price and beyond. A stop-limit order trades near its stop price, so its limit is compared with
 * that.
 */
export function oddPriceOf(draft: OrderDraft, marketPrice: Decimal | undefined): OddPrice | undefined {
  const { orderType, price, stopPrice } = draft;
  if (orderType === 'market') return undefined;
  if (orderType === 'limit') return judge(price, 'market', marketPrice);
  const ofStop = judge(stopPrice, 'market', marketPrice);
  return ofStop !== undefined && isTwofold(ofStop) ? ofStop : judge(price, 'stop', stopPrice);
}

function isTwofold({ price, fromPrice }: OddPrice): boolean {
  return compare(price, multiply(fromPrice, TWO)) >= 0 || compare(fromPrice, multiply(price, TWO)) >= 0;
}

function judge(
  price: Decimal | undefined,
  from: OddPrice['from'],
  fromPrice: Decimal | undefined,
): OddPrice | undefined {
  if (price === undefined || fromPrice === undefined || !isPositive(price) || !isPositive(fromPrice)) return undefined;
  const gap = absolute(subtract(price, fromPrice));
  if (compare(gap, multiply(fromPrice, FAR)) <= 0) return undefined;
  const distance = divide(gap, fromPrice, DIVISION_PLACES, 'down');
  return { kind: kindOf(price, fromPrice), price, from, fromPrice, distance };
}

function kindOf(price: Decimal, fromPrice: Decimal): OddPrice['kind'] {
  const isAbove = compare(price, fromPrice) > 0;
  const [more, less] = isAbove ? [price, fromPrice] : [fromPrice, price];
  const isDigit = compare(more, multiply(less, TENFOLD_LEAST)) >= 0 && compare(more, multiply(less, TENFOLD_MOST)) <= 0;
  if (isDigit) return isAbove ? 'tenfold' : 'tenth';
  return isAbove ? 'above' : 'below';
}
