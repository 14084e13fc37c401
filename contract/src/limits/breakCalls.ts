/** A break from trading products, which the user takes and nothing ends early. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, flag, instant, noParameters, requestId, wireObject, wireRequest } from '../codec.ts';
import type { CodedError } from '../errors.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import { LIMITED_PRODUCTS, type LimitedProduct } from './calls.ts';

/** Whether a break stops purchases of a product. Spot trading takes no more risk than the coins that are bought. */
export function stopsOnBreak(product: LimitedProduct): product is Exclude<LimitedProduct, 'spot'> {
  return product !== 'spot';
}

/** Lengths of a break: 24 hours, 7 and 30 days, 6 months, a year. */
export const BREAK_DAYS = [1, 7, 30, 183, 365] as const;

/** Whether a break needs a step-up: a thief of the session could take one that nothing ends for a year. */
export function takesStepUp(days: number): boolean {
  return days > 1;
}

/** The end of a break that begins at an instant: rounded up to the minute, as it is shown. */
export function breakEndMs(nowMs: number, days: number): number {
  return Math.ceil((nowMs + days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
}

/** The refusal of a purchase during a break. */
export function breakRefusal(untilMs: number): CodedError<'TRADING_BREAK'> {
  const until = new Date(untilMs).toISOString().slice(0, 16).replace('T', ' ');
  return { code: 'TRADING_BREAK', params: { until } };
}

/** End of the break; null when there is none. */
const until = field('until', z.nullable(instant));
const tradingBreak = wireObject({ until });
/** The break of a user. */
export type TradingBreak = z.output<typeof tradingBreak>;

const purchaseBlocks = wireObject({
  until,
  isFrozen: field('is_frozen', flag),
  /** Products that are not offered in the user's country. */
  productsOff: field('products_off', z.array(z.enum(LIMITED_PRODUCTS))),
});
/** Refusals of a user's purchases. */
export type PurchaseBlocks = z.output<typeof purchaseBlocks>;

/** The refusal of a purchase, as the server makes it. */
export function purchaseRefusal(
  { until: end, isFrozen, productsOff }: PurchaseBlocks,
  product: LimitedProduct,
): CodedError | undefined {
  if (isFrozen) return { code: 'ACCOUNT_FROZEN' };
  if (productsOff.includes(product)) return { code: 'PRODUCT_NOT_OFFERED' };
  return end === null || !stopsOnBreak(product) ? undefined : breakRefusal(Date.parse(end));
}

export const getTradingBreak = defineCall({
  method: 'GET',
  path: 'user/trading_break',
  isOwn: true,
  access: 'user',
  summary:
    "What refuses purchases: the user's break from trading products, a freeze, products that are off in the country.",
  request: noParameters,
  answer: purchaseBlocks,
});

/**
 * Begins a break of so many days, or lengthens it; a later end that it already has holds. Cancels futures orders that
 * wait for their price. Errors: PROOF_REQUIRED for more than a day, PRICE_STALE while those cannot be cancelled,
 * REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const startTradingBreak = defineCall({
  method: 'POST',
  path: 'user/trading_break',
  isOwn: true,
  access: 'user',
  summary: 'Take a break from options, futures, Earn and new coins that nothing ends early.',
  request: wireRequest({
    days: field('days', count.check(z.refine((days) => (BREAK_DAYS as readonly number[]).includes(days)))),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: tradingBreak,
});
