import {
  compare,
  decimal,
  divide,
  fitsPlaces,
  isNegative,
  isPositive,
  multiply,
  type Decimal,
  MONEY_PLACES,
} from '@halyard/contract/money';
import { interestOfDay, totalInterest } from '@halyard/contract/trust/rules';
import { AMOUNT_MAX } from '@halyard/contract/withdrawals/rules';
import { firstFault, listFault } from '../../terms/faults.ts';
import type { ProductTerms, TrustVersionTerms } from './versions.ts';

const DAYS_MAX = 3650;
const PRODUCT_MAX = 999_999;
// As percents of legacy clients.
const PERCENT_PLACES = 4;
const HUNDRED = decimal('100');

/** The first fault of terms, as a line for the operator; undefined when they are valid. */
export function faultOf({ products }: TrustVersionTerms, currencies: readonly string[]): string | undefined {
  return (
    listFault(
      'products',
      products.map(({ product }) => product),
    ) ??
    firstFault(
      products,
      (product) => productFault(product) ?? listFault(`product ${product.product}`, [product.currency], currencies),
    )
  );
}

function productFault(terms: ProductTerms): string | undefined {
  const { product, days, rate } = terms;
  const fault = (text: string) => `product ${product}: ${text}`;
  if (product < 1 || product > PRODUCT_MAX) return fault(`numbers go from 1 to ${PRODUCT_MAX}`);
  if (days < 1 || days > DAYS_MAX) return fault(`day must be from 1 to ${DAYS_MAX}`);
  if (!isPositive(rate) || compare(rate, HUNDRED) > 0 || !fitsPlaces(rate, PERCENT_PLACES)) {
    return fault(
      `interest_rate must be above 0 and at most 100, with at most ${PERCENT_PLACES} digits after the point`,
    );
  }
  const text = amountFault(terms) ?? penaltyFault(terms);
  return text === undefined ? undefined : fault(text);
}

function amountFault({ days, rate, minAmount, maxAmount, capacity }: ProductTerms): string | undefined {
  const areAmounts = [minAmount, maxAmount, capacity].every((one) => isPositive(one) && fitsPlaces(one, MONEY_PLACES));
  const isRange = areAmounts && compare(minAmount, maxAmount) <= 0 && compare(maxAmount, capacity) <= 0;
  if (!isRange || compare(capacity, AMOUNT_MAX) > 0) return 'save_min, save_max and capacity are no range of amounts';
  // Otherwise some days would pay nothing.
  const first = interestOfDay(totalInterest(minAmount, { rate }), 1, days);
  return isPositive(first) ? undefined : 'the interest of a day on save_min is less than can be paid';
}

function penaltyFault(terms: ProductTerms): string | undefined {
  const { penaltyValue } = terms;
  if (isNegative(penaltyValue) || !fitsPlaces(penaltyValue, PERCENT_PLACES)) {
    return `penalty_value must be 0 or more, with at most ${PERCENT_PLACES} digits after the point`;
  }
  return compare(largestPenaltyPercent(terms), HUNDRED) > 0
    ? 'the penalty could be more than the principal'
    : undefined;
}

/** In percent of the principal, on the first day; at six places, rounded up. */
function largestPenaltyPercent({ days, rate, penaltyRule, penaltyValue }: ProductTerms): Decimal {
  const wholeDays = decimal(String(days));
  return penaltyRule === 'ratio_remaining'
    ? multiply(penaltyValue, wholeDays)
    : divide(multiply(penaltyValue, rate), wholeDays, PERCENT_PLACES + 2, 'up');
}
