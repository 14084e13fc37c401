/** Default amount of test funds. */
import { FUND_MAX } from '@halyard/contract/sandbox/calls';
import {
  absolute,
  compare,
  decimal,
  divide,
  isPositive,
  min,
  multiply,
  ONE,
  subtract,
  type Decimal,
} from '@halyard/contract/money';

/** In USDT. */
const WORTH = decimal('10000');
const TEN = decimal('10');
/** Leading digits of round quantities, each within about an eighth of its neighbours. */
const ROUND = ['1', '1.2', '1.5', '2', '2.5', '3', '4', '5', '6', '8', '10'].map((text) => decimal(text));
const PLACES = 8;

/** The round quantity closest to 10,000 USDT; one unit without a price. */
export function testAmount(price: Decimal | undefined): Decimal {
  if (price === undefined || !isPositive(price)) return ONE;
  const exact = divide(WORTH, price, PLACES, 'down');
  if (!isPositive(exact)) return ONE;
  let unit = ONE;
  while (compare(unit, exact) > 0) unit = divide(unit, TEN, PLACES, 'down');
  while (compare(multiply(unit, TEN), exact) <= 0) unit = multiply(unit, TEN);
  const distance = (quantity: Decimal) => absolute(subtract(quantity, exact));
  const [nearest = ONE] = ROUND.map((digits) => multiply(digits, unit)).sort((a, b) =>
    compare(distance(a), distance(b)),
  );
  return min(nearest, decimal(FUND_MAX));
}
