/** Profit at current prices between two answers of the exchange. */
import type { Performance, Profit } from './entryCalls.ts';
import { add, decimal, divide, isPositive, isZero, multiply, subtract, ZERO, type Decimal } from '../money/money.ts';

const HUNDRED = decimal('100');
const PERCENT_PLACES = 2;
const SPANS = ['today', 'days7', 'days30'] as const;

/** Profit in percent of the invested amount, half-even at 2 places; null where that is zero. */
export function profitPercent(amount: Decimal, base: Decimal): Decimal | null {
  return isPositive(base) ? divide(multiply(amount, HUNDRED), base, PERCENT_PLACES, 'half-even') : null;
}

/**
 * Profit at current prices: the amounts owned when the exchange computed it have a new worth, and nothing else has
 * changed. So later payments in or out make no profit, as at the exchange. Unchanged where the exchange did not send
 * the amounts, or where `priceOf` has no price.
 */
export function performanceAt(
  performance: Performance,
  priceOf: (currency: string) => Decimal | undefined,
): Performance {
  const equity = equityOf(performance.amounts, priceOf);
  if (equity === undefined || performance.equity === null) return performance;
  const gain = subtract(equity, performance.equity);
  const moved = SPANS.map((span) => [span, profitAfter(performance[span], gain)] as const);
  return { ...performance, equity, ...Object.fromEntries(moved) };
}

function profitAfter(profit: Profit, gain: Decimal): Profit {
  const { amount, base } = profit;
  if (amount === null || base == null) return profit;
  const moved = add(amount, gain);
  return { amount: moved, percent: profitPercent(moved, base), base };
}

function equityOf(
  amounts: Performance['amounts'],
  priceOf: (currency: string) => Decimal | undefined,
): Decimal | undefined {
  const equities = amounts?.map(({ currency, amount }) => {
    if (isZero(amount)) return ZERO;
    const price = priceOf(currency);
    return price && multiply(amount, price);
  });
  const known = equities?.filter((equity) => equity !== undefined);
  return known === undefined || known.length < (equities?.length ?? 0) ? undefined : add(...known);
}
