/**
 * Trust products: interest by UTC days, and the penalty of an early redemption (docs/product.md 4). Pure: both sides
 * apply it. Bought on date D, interest day k (1 to n) is the date D+k, paid at 00:00 UTC of D+k+1. With the last one,
 * on the date D+n+1, the principal returns. Dates are texts `YYYY-MM-DD`.
 */
import * as z from 'zod/mini';
import { hashOf, type Plain } from '../canonicalJson.ts';
import { count, decimalWire, field, wireObject } from '../codec.ts';
import {
  add,
  compare,
  decimal,
  divide,
  min,
  MONEY_PLACES,
  multiply,
  round,
  subtract,
  ZERO,
  type Decimal,
  HUNDRED,
  percentOf,
} from '../money/money.ts';
import { addDays, DAY_MS, startOfDate } from '../time.ts';

/** How long a quote for a redemption is valid. */
export const QUOTE_VALID_MS = 60_000;
/** Days of the figure that is shown "at this rate". */
export const SHOWN_DAYS = 30;
/** Places of a daily rate for display; nothing is computed with it. */
export const DAY_RATE_PLACES = 8;
const YEAR_DAYS = 365;
/** Places of a yearly rate in percent. */
const YEAR_RATE_PLACES = 2;

export type TrustRate = Pick<TrustTerms, 'days' | 'rate'>;
export type PenaltyTerms = TrustRate & Pick<TrustTerms, 'penaltyRule' | 'penaltyValue'>;

/** A payment of interest. */
export type InterestDay = {
  /** From 1. */
  readonly day: number;
  /** The interest day; it is paid when the date is over. */
  readonly date: string;
  readonly amount: Decimal;
  /** Total paid, this payment included. */
  readonly total: Decimal;
};

/** The first date that bears interest. */
export function startsOn(boughtOn: string): string {
  return addDays(boughtOn, 1);
}

/** The date at whose beginning the last interest and the principal are paid. */
export function endsOn(boughtOn: string, days: number): string {
  return addDays(boughtOn, days + 1);
}

/** Payment time of interest day `day`, in milliseconds. */
export function paidAtMs(boughtOn: string, day: number): number {
  return startOfDate(boughtOn) + (day + 1) * DAY_MS;
}

/** Number of interest days that are over at an instant. */
export function daysOver(boughtOn: string, days: number, atMs: number): number {
  const passed = Math.floor((atMs - startOfDate(boughtOn)) / DAY_MS) - 1;
  return Math.max(0, Math.min(days, passed));
}

/** Interest days that are not over at an instant, the current one included. */
export function remainDays(boughtOn: string, days: number, atMs: number): number {
  return days - daysOver(boughtOn, days, atMs);
}

/** Interest of the whole term, rounded down. */
export function totalInterest(amount: Decimal, { rate }: Pick<TrustTerms, 'rate'>): Decimal {
  return round(percentOf(amount, rate), MONEY_PLACES, 'down');
}

/** Interest of the first `day` days together, rounded down: cumulative, so that all days sum to the whole. */
export function interestThrough(total: Decimal, day: number, days: number): Decimal {
  return divide(multiply(total, wholeNumber(day)), wholeNumber(days), MONEY_PLACES, 'down');
}

/** Interest of day `day`. */
export function interestOfDay(total: Decimal, day: number, days: number): Decimal {
  return subtract(interestThrough(total, day, days), interestThrough(total, day - 1, days));
}

/** All payments of interest, in their order. */
export function interestSchedule(boughtOn: string, total: Decimal, days: number): InterestDay[] {
  return Array.from({ length: days }, (_, index) => ({
    day: index + 1,
    date: addDays(boughtOn, index + 1),
    amount: interestOfDay(total, index + 1, days),
    total: interestThrough(total, index + 1, days),
  }));
}

/** Penalty of a redemption by remaining interest days: rounded up, at most the principal. */
export function penaltyOf(
  amount: Decimal,
  { days, rate, penaltyRule, penaltyValue }: PenaltyTerms,
  remain: number,
): Decimal {
  const value = multiply(amount, penaltyValue);
  const penalty =
    penaltyRule === 'days_of_interest'
      ? divide(percentOf(value, rate), wholeNumber(days), MONEY_PLACES, 'up')
      : round(percentOf(value, wholeNumber(remain)), MONEY_PLACES, 'up');
  return min(penalty, amount);
}

/** Yearly rate in percent, for display: the daily rate by 365 days, without compounding, rounded down. */
export function yearPercent({ days, rate }: TrustRate): Decimal {
  return divide(multiply(rate, wholeNumber(YEAR_DAYS)), wholeNumber(days), YEAR_RATE_PLACES, 'down');
}

/** Daily rate as a fraction, for display. */
export function dayRate({ days, rate }: TrustRate): Decimal {
  return divide(rate, multiply(HUNDRED, wholeNumber(days)), DAY_RATE_PLACES, 'down');
}

/** Daily rate in percent, for display, at the places that a daily fraction leaves. */
export function dayPercent({ days, rate }: TrustRate): Decimal {
  return divide(rate, wholeNumber(days), DAY_RATE_PLACES - 2, 'down');
}

/** Interest of {@link SHOWN_DAYS} days at this rate, rounded down. */
export function interestAtRate(amount: Decimal, { days, rate }: TrustRate): Decimal {
  const whole = multiply(percentOf(amount, rate), wholeNumber(SHOWN_DAYS));
  return divide(whole, wholeNumber(days), MONEY_PLACES, 'down');
}

/** Gain of waiting to the end over redeeming now: the unpaid interest and the saved penalty. */
export function gainOfWaiting(
  amount: Decimal,
  terms: PenaltyTerms,
  { remain, unpaid }: { readonly remain: number; readonly unpaid: Decimal },
): Decimal {
  return add(unpaid, penaltyOf(amount, terms, remain));
}

/** The largest amount whose interest is at most `interest`, in steps of money. */
export function largestAmountFor(interest: Decimal, { rate }: Pick<TrustTerms, 'rate'>): Decimal {
  if (compare(interest, ZERO) <= 0) return ZERO;
  return divide(multiply(round(interest, MONEY_PLACES, 'down'), HUNDRED), rate, MONEY_PLACES, 'down');
}

/** How long before its end the renewal of an order can no longer be changed. */
export const RENEWAL_CLOSES_MS = 60_000;

/** Shares of an order to invest again at its end: nothing, its principal, or its principal and interest. */
export const RENEWALS = ['none', 'principal', 'all'] as const;
export type Renewal = (typeof RENEWALS)[number];

/** The instant at which an order ends, in milliseconds. */
export function endsAtMs({ boughtOn, days }: { readonly boughtOn: string; readonly days: number }): number {
  return paidAtMs(boughtOn, days);
}

/** The amount that a renewal invests, in steps of money; zero without a renewal. */
export function renewedAmount(
  { amount, interest }: { readonly amount: Decimal; readonly interest: Decimal },
  renewal: Renewal,
): Decimal {
  if (renewal === 'none') return ZERO;
  return round(renewal === 'all' ? add(amount, interest) : amount, MONEY_PLACES, 'down');
}

/** Whether terms are no worse than agreed ones: currency, days and penalty are the same, and the rate is not lower. */
export function keepsTerms(agreed: TrustTerms, next: TrustTerms): boolean {
  return (
    next.currency === agreed.currency &&
    next.days === agreed.days &&
    next.penaltyRule === agreed.penaltyRule &&
    compare(next.penaltyValue, agreed.penaltyValue) === 0 &&
    compare(next.rate, agreed.rate) >= 0
  );
}

function wholeNumber(value: number): Decimal {
  return decimal(String(value));
}

// Trust terms and the digest that names them: shown before the purchase, stored with the order.

/** Names the rules that pay: other rules are other terms. */
export const TRUST_RULE = 'trust/1';

/**
 * Penalty of an early redemption: a number of days' interest (`days_of_interest`, value 1.5), or a percentage of the
 * principal for each remaining day (`ratio_remaining`, value 0.4).
 */
export const penaltyRule = z.enum(['days_of_interest', 'ratio_remaining']);
export type PenaltyRule = z.output<typeof penaltyRule>;

/** Interest, limits and penalty of a product. */
export const productFields = {
  /** Permanent number, referred to by orders, the capacity and clients. */
  product: field('product', count),
  currency: field('currency', z.string()),
  /** Number of UTC days with interest. */
  days: field('day', count),
  /** Percent over the whole term. */
  rate: field('interest_rate', decimalWire),
  minAmount: field('save_min', decimalWire),
  maxAmount: field('save_max', decimalWire),
  /** The most that all users together may have in the product. */
  capacity: field('capacity', decimalWire),
  penaltyRule: field('penalty_rule', penaltyRule),
  penaltyValue: field('penalty_value', decimalWire),
} as const;

export const trustTerms = wireObject({
  rule: field('rule', z.literal(TRUST_RULE)),
  /** Version of the operator's terms. */
  version: field('version', count),
  ...productFields,
});
/** The terms of one product. */
export type TrustTerms = z.output<typeof trustTerms>;

/** Digest of the terms of a product ({@link hashOf}). */
export const hashTrustTerms = (terms: TrustTerms): string => hashOf(z.encode(trustTerms, terms) as Plain);
