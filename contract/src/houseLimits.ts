/** What the house takes on: shares of its capital, the same for everybody (products.md 6.1). Percent. */
import {
  compare,
  decimal,
  isPositive,
  multiply,
  round,
  subtract,
  ZERO,
  type Decimal,
  MONEY_PLACES,
} from './money/money.ts';

/** The most that may be promised of a product's capital: by one order, to one user, on one side of a market, in all. */
export type HouseShares = Readonly<Record<'order' | 'user' | 'side' | 'all', string>>;

/** What is promised already, in one currency. */
export type Promised = {
  /** Of the house's account, available and held. */
  readonly capital: Decimal;
  readonly available: Decimal;
  readonly user: Decimal;
  /** Of this market and direction. */
  readonly side: Decimal;
  readonly all: Decimal;
};

/** The largest promise that the house takes on now; zero when it takes none. */
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

/** A share of the house's capital, of percent: 8 places, rounded down. */
export function shareOf(capital: Decimal, percent: string): Decimal {
  return round(multiply(multiply(capital, decimal(percent)), decimal('0.01')), MONEY_PLACES, 'down');
}
