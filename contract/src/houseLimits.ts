/** House limits: shares of the house's capital, in percent, the same for every user. */
import {
  compare,
  decimal,
  divide,
  isPositive,
  multiply,
  round,
  subtract,
  ZERO,
  type Decimal,
  MONEY_PLACES,
  HUNDRED,
  percentOf,
} from './money/money.ts';

/**
 * Largest shares of a product's capital that may be reserved: by one order, for one user, on one side of a market, in
 * total.
 */
export type HouseShares = Readonly<Record<'order' | 'user' | 'side' | 'all', string>>;

/** Amounts already reserved, in one currency. */
export type Promised = {
  /** Of the house's account, available and held. */
  readonly capital: Decimal;
  readonly available: Decimal;
  readonly user: Decimal;
  /** Of this market and direction. */
  readonly side: Decimal;
  readonly all: Decimal;
};

/** The largest amount that the house can reserve now; zero when it can reserve none. */
export function largestPromise(shares: HouseShares, { capital, available, user, side, all }: Promised): Decimal {
  const left = [
    available,
    shareOf(capital, shares.order),
    subtract(shareOf(capital, shares.user), user),
    subtract(shareOf(capital, shares.side), side),
    subtract(shareOf(capital, shares.all), all),
  ];
  const least = left.reduce((a, b) => (compare(a, b) <= 0 ? a : b));
  return isPositive(least) ? least : ZERO;
}

/** The available capital beside which a reserved amount is at most its share of the whole: 8 places, rounded up. */
export function availableBeside(reserved: Decimal, { all }: HouseShares): Decimal {
  const rest = subtract(HUNDRED, decimal(all));
  return divide(multiply(reserved, rest), decimal(all), MONEY_PLACES, 'up');
}

/** A percentage of the house's capital: 8 places, rounded down. */
export function shareOf(capital: Decimal, percent: string): Decimal {
  return round(percentOf(capital, decimal(percent)), MONEY_PLACES, 'down');
}
