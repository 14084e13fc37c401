/**
 * Rebates (docs/product.md 6): shares of a day's fees, waiting for verification, and masked names. Pure. Rates are
 * percent of the fee, as decimals; days are UTC dates as `2026-11-25`.
 */
import { DAY_MS } from '../time.ts';
import {
  add,
  compare,
  decimal,
  fitsPlaces,
  isNegative,
  isZero,
  type Decimal,
  MONEY_PLACES,
  percentOf,
  round,
} from '../money/money.ts';

/** How many generations of inviters a fee is shared with. */
export const GENERATIONS = 3;
/** The most that all generations get together, percent of the fee. */
export const RATES_MAX = decimal('50');
/** Fees of this many days before a verification wait for it. */
export const WAIT_DAYS = 30;
/** How many rows the ranking has. */
export const RANKS_MAX = 10;

// As percentages of legacy clients.
const PERCENT_PLACES = 4;

/** Of the first, second and third generation. */
export type RebateRates = readonly [first: Decimal, second: Decimal, third: Decimal];
export type InviterKind = 'user' | 'partner';

/**
 * Rebate of one generation on an invited user's fees of a day in one currency, rounded down at {@link MONEY_PLACES}.
 */
export function rebateOf(fees: Decimal, rate: Decimal): Decimal {
  return round(percentOf(fees, rate), MONEY_PLACES, 'down');
}

/** The fault of rates, as a line for an operator; undefined when there is none. */
export function ratesFault(rates: readonly Decimal[]): string | undefined {
  if (rates.length !== GENERATIONS) return `there must be ${GENERATIONS} rates, one a generation`;
  const odd = rates.find((rate) => isNegative(rate) || !fitsPlaces(rate, PERCENT_PLACES));
  if (odd !== undefined) return `${odd} is no rate: 0 or more, with at most ${PERCENT_PLACES} digits after the point`;
  const sum = add(...rates);
  return compare(sum, RATES_MAX) > 0 ? `the rates come to ${sum} %, and ${RATES_MAX} % is the most` : undefined;
}

/** Fees that one user paid on a day, in units of one currency. */
export type PaidFees<U> = { readonly payer: U; readonly fees: Decimal };

/** The rebate of one inviter on these fees. */
export type DayRebate<U> = PaidFees<U> & {
  readonly beneficiary: U;
  /** 1 when the receiver invited the payer directly. */
  readonly generation: number;
  readonly rate: Decimal;
  readonly value: Decimal;
};

/** Inviters and their rates. */
export type Tree<U> = {
  readonly inviterOf: (user: U) => U | undefined;
  readonly ratesOf: (inviter: U) => RebateRates;
};

/** The rebates of a day's fees in one currency; zero rebates are left out. */
export function rebatesOfDay<U>(paid: readonly PaidFees<U>[], { inviterOf, ratesOf }: Tree<U>): DayRebate<U>[] {
  return paid.flatMap(({ payer, fees }) => {
    const rebates: DayRebate<U>[] = [];
    let beneficiary = inviterOf(payer);
    for (let generation = 1; generation <= GENERATIONS && beneficiary !== undefined; generation += 1) {
      const rate = ratesOf(beneficiary)[generation - 1] ?? decimal('0');
      const value = rebateOf(fees, rate);
      if (!isZero(value)) rebates.push({ payer, fees, beneficiary, generation, rate, value });
      beneficiary = inviterOf(beneficiary);
    }
    return rebates;
  });
}

/** Status of a rebate: paid, waiting for a verification, or forfeited to the house. */
export type RebateStatus = 'pay' | 'wait' | 'lapse';

/**
 * Both sides must be verified, the later one at most {@link WAIT_DAYS} days after the day of the fees. Only the dates
 * count, so the result does not depend on the day of the query.
 */
export function rebateStatus(day: string, verified: readonly (string | null)[], today: string): RebateStatus {
  const days = verified.filter((date) => date !== null);
  const isDecided = days.length === verified.length;
  const last = isDecided ? Math.max(...days.map((date) => daysBetween(day, date))) : daysBetween(day, today);
  if (last > WAIT_DAYS) return 'lapse';
  return isDecided ? 'pay' : 'wait';
}

/** Whole days from one UTC date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

const SHOWN = 2;
const MASK = '***';

/** The masked account: `ab***yz`, with a fixed number of asterisks. */
export function maskAccount(account: string): string {
  const letters = [...account];
  if (letters.length <= 2 * SHOWN) return `${letters.slice(0, 1).join('')}${MASK}`;
  return `${letters.slice(0, SHOWN).join('')}${MASK}${letters.slice(-SHOWN).join('')}`;
}
