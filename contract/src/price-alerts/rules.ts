/** Price alerts: which may be set, and when one is due. Both sides apply the same rules. */
import { HOUR_MS } from '../time.ts';
import type { CodedError } from '../errors.ts';
import {
  compare,
  decimal,
  fitsPlaces,
  isPositive,
  multiply,
  subtract,
  type Decimal,
  HUNDRED,
  shareInPercent,
} from '../money/money.ts';

/** At or above a price, at or below one, a percentage up from the lowest or down from the highest price of a period. */
export const ALERT_KINDS = ['above', 'below', 'rise', 'fall'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Periods of percentages, in minutes. */
export const ALERT_MINUTES = [5, 60, 1440] as const;
export type AlertMinutes = (typeof ALERT_MINUTES)[number];

/** Of one user, without alerts that have fired and do not repeat. */
export const ALERTS_MAX = 50;

const PERCENT_PLACES = 2;
const PERCENT_MIN = decimal('0.1');
const PERCENT_MAX = decimal('99');
const PRICE_MAX = decimal('1000000000000');

/** The condition of an alert; a missing value is missing, never zero. */
export type AlertCondition = {
  readonly kind: AlertKind;
  /** A price, or a percentage. */
  readonly value: Decimal | undefined;
  /** Of a percentage. */
  readonly minutes?: AlertMinutes | undefined;
};

/** The last price of a market, and the lowest and the highest of the period before it. */
export type PriceRange = { readonly price: Decimal; readonly low: Decimal; readonly high: Decimal };

/** Whether the value is a percentage. */
export function isPercentKind(kind: AlertKind): boolean {
  return kind === 'rise' || kind === 'fall';
}

/**
 * Rest of a repeating alert after it fired: an hour, or its own period where that is longer. Then it waits until its
 * condition no longer holds, so that each message reports another crossing.
 */
export function alertRestMs({ minutes = 5 }: Pick<AlertCondition, 'minutes'>): number {
  return Math.max(HOUR_MS, minutes * 60_000);
}

/** The first error of an alert, apart from the current price of the market. */
export function checkAlert(
  { kind, value }: AlertCondition,
  { pricePrecision }: { readonly pricePrecision: number },
): CodedError | undefined {
  if (isPercentKind(kind)) return checkPercent(value);
  if (value === undefined || !isPositive(value)) return { code: 'PRICE_REQUIRED' };
  if (!fitsPlaces(value, pricePrecision)) return { code: 'PRICE_PRECISION', params: { places: pricePrecision } };
  if (compare(value, PRICE_MAX) > 0) return { code: 'PRICE_OUT_OF_RANGE', params: { max: PRICE_MAX } };
  return undefined;
}

function checkPercent(value: Decimal | undefined): CodedError | undefined {
  const isFit =
    value !== undefined &&
    compare(value, PERCENT_MIN) >= 0 &&
    compare(value, PERCENT_MAX) <= 0 &&
    fitsPlaces(value, PERCENT_PLACES);
  return isFit ? undefined : { code: 'ALERT_PERCENT_INVALID', params: { min: PERCENT_MIN, max: PERCENT_MAX } };
}

/** The error of an alert whose condition holds already, so that it would fire at once. */
export function checkAlertWaits(condition: AlertCondition, now: PriceRange): CodedError | undefined {
  if (!isAlertReached(condition, now)) return undefined;
  if (!isPercentKind(condition.kind)) return { code: 'ALERT_PRICE_REACHED', params: { price: now.price } };
  return { code: 'ALERT_CHANGE_REACHED', params: { percent: changeOf(condition.kind, now) } };
}

/** Whether the condition of an alert holds. */
export function isAlertReached({ kind, value }: Pick<AlertCondition, 'kind' | 'value'>, now: PriceRange): boolean {
  if (value === undefined) return false;
  if (kind === 'above') return compare(now.price, value) >= 0;
  if (kind === 'below') return compare(now.price, value) <= 0;
  const base = kind === 'rise' ? now.low : now.high;
  const moved = kind === 'rise' ? subtract(now.price, base) : subtract(base, now.price);
  // Multiplied instead of divided: exact.
  return compare(multiply(moved, HUNDRED), multiply(base, value)) >= 0;
}

/** Distance of the price from the lowest or the highest, in percent, rounded down. */
export function changeOf(kind: AlertKind, { price, low, high }: PriceRange): Decimal {
  const base = kind === 'rise' ? low : high;
  const moved = kind === 'rise' ? subtract(price, base) : subtract(base, price);
  return shareInPercent(moved, base, PERCENT_PLACES, 'down');
}
