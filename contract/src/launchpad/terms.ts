/** Terms of an offering, the digest that names them, and figures derived from them (docs/product.md 5). */
import * as z from 'zod/mini';
import { hashOf, type Plain } from '../canonicalJson.ts';
import type { CodedError } from '../errors.ts';
import { count, decimalWire, field, instant, wireObject } from '../codec.ts';
import {
  add,
  compare,
  decimal,
  divide,
  fitsPlaces,
  isPositive,
  multiply,
  round,
  subtract,
  type Decimal,
  MONEY_PLACES,
  HUNDRED,
  percentOf,
} from '../money/money.ts';
import { decimalOf, unitsOf } from '../money/units.ts';
import { allot, cutOverOrders, type Claim } from './allotment.ts';

/** Names the rules of the allotment: other rules are other terms. */
export const OFFERING_RULE = 'offer/1';

const RATIO_PLACES = 4;

export const offeringTerms = wireObject({
  rule: field('rule', z.literal(OFFERING_RULE)),
  coin: field('coin', z.string()),
  /** Decimal places of the coin's unit, the smallest part that is allotted. */
  unitPlaces: field('unit_places', count),
  /** Payment currency. */
  currency: field('currency', z.string()),
  /** Of one coin. */
  price: field('price', decimalWire),
  /** Total coins. */
  supply: field('supply', decimalWire),
  /** Smallest demand of one order, in coins. */
  minCoins: field('min_coins', decimalWire),
  /** Largest allotment of one user, in coins; it does not limit the demand. */
  userCap: field('user_cap', z.nullable(decimalWire)),
  startAt: field('start_at', instant),
  /** End of subscriptions and cancellations. */
  endAt: field('end_at', instant),
  /** When the coin is to be launched. */
  onlineAt: field('online_at', instant),
  /** Lock of allotted coins, in periods of 24 hours. */
  lockDays: field('lock_days', count),
  /** Percent of the allotted coins over the whole lock, paid in coins. */
  interestRate: field('interest_rate', decimalWire),
});
/** The terms of an offering of a new coin. */
export type OfferingTerms = z.output<typeof offeringTerms>;

type Unit = Pick<OfferingTerms, 'unitPlaces'>;
type Priced = Unit & Pick<OfferingTerms, 'price'>;
type Supplied = Unit & Pick<OfferingTerms, 'supply' | 'userCap'>;

/** Cost of one unit, in whole parts of the currency's 8 places; terms are refused where it has more. */
export function unitPartsOf({ unitPlaces, price }: Priced): bigint {
  return unitsOf(multiply(price, decimalOf(1n, unitPlaces)), MONEY_PLACES);
}

/** An amount of money as whole parts of its 8 places. */
export function partsOf(amount: Decimal): bigint {
  return unitsOf(amount, MONEY_PLACES);
}

/** Whole parts of the currency's 8 places as an amount. */
export function moneyOf(parts: bigint): Decimal {
  return decimalOf(parts, MONEY_PLACES);
}

/** Whole units that an amount pays for. */
export function demandOf(amount: Decimal, terms: Priced): bigint {
  return partsOf(amount) / unitPartsOf(terms);
}

/** Coins as units; they have no smaller part. */
export function coinUnits(coins: Decimal, { unitPlaces }: Unit): bigint {
  return unitsOf(round(coins, unitPlaces, 'down'), unitPlaces);
}

/** Units as coins. */
export function coinsOf(units: bigint, { unitPlaces }: Unit): Decimal {
  return decimalOf(units, unitPlaces);
}

/** The smallest amount of an order: it pays for the minimum of coins; rounded up. */
export function leastAmount({ minCoins, price }: Pick<OfferingTerms, 'minCoins' | 'price'>): Decimal {
  return round(multiply(minCoins, price), MONEY_PLACES, 'up');
}

/** Checks an amount. Errors: AMOUNT_REQUIRED, AMOUNT_TOO_SMALL {min}, AMOUNT_PRECISION {places}. */
export function checkSubscription(
  amount: Decimal | undefined,
  terms: Pick<OfferingTerms, 'minCoins' | 'price'>,
): CodedError | undefined {
  if (amount === undefined || !isPositive(amount)) return { code: 'AMOUNT_REQUIRED' };
  const min = leastAmount(terms);
  if (compare(amount, min) < 0) return { code: 'AMOUNT_TOO_SMALL', params: { min } };
  return fitsPlaces(amount, MONEY_PLACES) ? undefined : { code: 'AMOUNT_PRECISION', params: { places: MONEY_PLACES } };
}

/** Interest of the lock on a number of coins, in coins, rounded down to whole units. */
export function interestOf(
  coins: Decimal,
  { interestRate, unitPlaces }: Unit & Pick<OfferingTerms, 'interestRate'>,
): Decimal {
  return round(percentOf(coins, interestRate), unitPlaces, 'down');
}

/** Coins that the house must hold before the offering may be published: the supply and all its interest. */
export function coinsNeeded(terms: Pick<OfferingTerms, 'supply' | 'interestRate' | 'unitPlaces'>): Decimal {
  return add(terms.supply, interestOf(terms.supply, terms));
}

/** Ratio of subscriptions to supply, rounded down at 4 places. */
export function overRatioOf(subscribed: Decimal, { supply, price }: Pick<OfferingTerms, 'supply' | 'price'>): Decimal {
  return divide(subscribed, multiply(supply, price), RATIO_PLACES, 'down');
}

/** Estimated allotment at a ratio, in whole percent of the demand, rounded down; at most 100. */
export function filledPercent(overRatio: Decimal): Decimal {
  return compare(overRatio, decimal('1')) <= 0 ? HUNDRED : divide(HUNDRED, overRatio, 0, 'down');
}

/** The claim of a participant with a demand in units. */
export function claimOf(demand: bigint, { userCap, ...unit }: Unit & Pick<OfferingTerms, 'userCap'>): Claim {
  return { demand, cap: userCap === null ? undefined : coinUnits(userCap, unit) };
}

/**
 * Estimated coins of a participant who demands `own` units beside `others` of all others, as if none of these had a
 * cap: caps of others leave more.
 */
export function estimateCoins(own: bigint, others: bigint, terms: Supplied): Decimal {
  const [units = 0n] = allot(coinUnits(terms.supply, terms), [claimOf(own, terms), { demand: others }]);
  return coinsOf(units, terms);
}

/**
 * Coins to expect of the amounts that a user has subscribed with in all, `own`, which the cap concerns together. `all`
 * includes them. The most where nothing is added to it, the least where it doubles by the end.
 */
export function expectedCoins(own: Decimal, all: Decimal, terms: Supplied & Priced): { least: Decimal; most: Decimal } {
  const beside = (sum: Decimal) => {
    const others = subtract(sum, own);
    return estimateCoins(demandOf(own, terms), isPositive(others) ? demandOf(others, terms) : 0n, terms);
  };
  return { least: beside(add(all, all)), most: beside(all) };
}

/** The part of an order in the coins of all orders of a user, `amounts` in order, by the rule of the allotment. */
export function coinsOfOrder(coins: Decimal, amounts: readonly Decimal[], place: number, terms: Priced): Decimal {
  const { units } = cutOverOrders(coinUnits(coins, terms), amounts.map(partsOf), unitPartsOf(terms));
  return coinsOf(units[place] ?? 0n, terms);
}

/** Digest of an offering ({@link hashOf}). */
export const hashOffering = (terms: OfferingTerms): string => hashOf(z.encode(offeringTerms, terms) as Plain);
