/** Trust products: offered products, purchases, redemptions and paid interest (docs/product.md 4). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  code,
  count,
  decimalNumber,
  decimalWire,
  legacyPercent,
  legacyTime,
  field,
  flag,
  flagChoice,
  instant,
  noParameters,
  orUnknown,
  requestId,
  wireObject,
  wireRequest,
  termsHash,
  longIdOf,
  type Id,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { currencyId } from '../ids.ts';
import { RENEWALS, trustTerms } from './rules.ts';

export type TrustOrderId = Id<'TrustOrderId'>;
export const trustOrderId = longIdOf<'TrustOrderId'>();

/** Legacy clients send any page: missing, 0 and negative ones are the first. */
const loosePage = z.optional(z.union([z.number(), z.string()]));

const product = wireObject({
  id: field('id', count),
  currencyId: field('currency_id', currencyId),
  currency: field('currency_name', z.string()),
  /** For legacy clients; always empty, since the wire has no pictures of coins. */
  logo: field('currency_logo', z.string()),
  /** Percent over the whole term. */
  rate: field('interest_rate', legacyPercent),
  days: field('day', count),
  minAmount: field('save_min', decimalWire),
  maxAmount: field('save_max', decimalWire),
  /** Empty: some clients show a text instead of the rate. */
  intro: field('intro', z.string()),
  createdAt: field('created_at', legacyTime),
  // Ours
  /** Total of all users in it now. */
  invested: field('hosted', decimalWire),
  /** Remaining amount: by its capacity, and by the interest that the house can reserve. */
  left: field('left', decimalWire),
  terms: field('terms', trustTerms),
  termsHash: field('terms_hash', termsHash),
});
/** An offered product. */
export type TrustProduct = z.output<typeof product>;

/** 10 a page. */
export const listTrustProducts = defineCall({
  method: 'GET',
  path: 'lh/deposit/config',
  summary: 'Trust products that are offered.',
  request: wireRequest({ page: field('page', loosePage) }),
  answer: z.array(product),
});

/** Errors: PRODUCT_NOT_FOUND. */
export const getTrustProduct = defineCall({
  method: 'GET',
  path: 'lh/deposit/product_info',
  summary: 'One trust product.',
  request: wireRequest({ id: field('id', orUnknown(count)) }),
  answer: product,
});

/** Legacy clients know 1 and 2, and distinguish redeemed orders by `is_cancel`. */
export const trustStatus = code({ active: 1, ended: 2 });
/** A date `YYYY-MM-DD`. */
const date = z.iso.date();

const renewal = z.enum(RENEWALS);
/**
 * Why an order was paid out instead of renewed: the product is not offered any more, its terms are worse than the
 * agreed ones, its capacity is used up, the amount is outside its limits, the user's exposure limit, interest that is
 * no longer in the Earn account, a frozen account, a halt, the user's country, or a break.
 */
export const RENEWAL_FAILURES = [
  'closed',
  'terms',
  'sold_out',
  'amount',
  'limit',
  'balance',
  'frozen',
  'halted',
  'country',
  'break',
] as const;
export type RenewalFailure = (typeof RENEWAL_FAILURES)[number];

const order = wireObject({
  id: field('id', trustOrderId),
  currency: field('currency_name', z.string()),
  logo: field('logo', z.string()),
  amount: field('amount', decimalWire),
  /** A fraction, for display. */
  dayRate: field('day_rate', decimalWire),
  /** Interest paid so far. */
  paid: field('total_interest', decimalWire),
  startsOn: field('start_at', date),
  endsOn: field('end_at', date),
  days: field('day', count),
  status: field('status', trustStatus),
  isRedeemed: field('is_cancel', flag),
  createdAt: field('created_at', legacyTime),
  updatedAt: field('updated_at', legacyTime),
  /** The same as `penalty`, as a number for calculations of legacy clients. */
  penaltyNumber: field('cancel_fee', decimalNumber),
  /** Interest days that are not over, the current one included. */
  remainDays: field('remain_day', count),
  // Ours
  /** Current penalty of an active order; paid penalty of others. */
  penalty: field('penalty', decimalWire),
  product: field('product', count),
  currencyId: field('currency_id', currencyId),
  /** Of the whole term. */
  interest: field('interest', decimalWire),
  paidDays: field('paid_days', count),
  boughtAt: field('bought_at', instant),
  boughtOn: field('bought_on', date),
  /** When it completed or was redeemed. */
  endedAt: field('ended_at', z.nullable(instant)),
  terms: field('terms', trustTerms),
  termsHash: field('terms_hash', termsHash),
  /** Share to invest again at the end. Answers of older servers have no renewal. */
  renewal: field('renewal', z._default(renewal, 'none')),
  /** The terms that the user agreed to for renewals; null without a renewal. */
  renewalTerms: field('renewal_terms', z._default(z.nullable(trustTerms), null)),
  /** Why a completed order was not renewed although its user wanted that. */
  renewalFailed: field('renewal_failed', z._default(z.nullable(z.enum(RENEWAL_FAILURES)), null)),
  renewedInto: field('renewed_into', z._default(z.nullable(trustOrderId), null)),
  renewedFrom: field('renewed_from', z._default(z.nullable(trustOrderId), null)),
});
/** An order: an amount that is, or was, in a product. */
export type TrustOrder = z.output<typeof order>;
export const trustOrderCodec = order;

/** The row where the request has an id; a text for legacy clients. */
const rowOrNotice = z.union([z.string(), order]);

/**
 * Buys from the trust account; without a request id, missing funds come from the spot account. Errors, the first that
 * applies: PRODUCT_NOT_FOUND, AMOUNT_REQUIRED, AMOUNT_TOO_SMALL {min, max}, AMOUNT_TOO_LARGE {min, max},
 * AMOUNT_PRECISION {places}, TERMS_CHANGED, PRODUCT_SOLD_OUT {left}, UNVERIFIED_LIMIT {max, left},
 * INSUFFICIENT_BALANCE. RATE_LIMITED {seconds} for the same order within a second without a request id;
 * REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const buyTrust = defineCall({
  method: 'POST',
  path: 'lh/deposit',
  access: 'user',
  summary: 'Put an amount into a trust product.',
  request: wireRequest({
    product: field('config_id', orUnknown(count)),
    amount: field('amount', formDecimal),
    // Ours
    /** Refuses the request when the current terms differ from the ones shown. */
    termsHash: field('terms_hash', z.optional(termsHash)),
    /** Share to invest again at the end, on no worse terms than these; none by default. */
    renewal: field('renewal', z.optional(renewal)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: rowOrNotice,
});

/** Filters of a user's orders: status 2 with `is_cancel` 0 is completed, 1 redeemed, absent both. */
export const trustFilter = {
  status: field('status', choiceOf(trustStatus)),
  isRedeemed: field('is_cancel', flagChoice),
} as const;

/** Form P4, 20 a page by default. */
export const listTrustOrders = defineCall({
  method: 'GET',
  path: 'lh/deposit/order',
  access: 'user',
  summary: "The user's trust orders, newest first.",
  request: wireRequest({
    ...trustFilter,
    page: field('page', loosePage),
    limit: field('limit', z.optional(count)),
    /** Ours: only ids below this one, so that pages do not shift while rows arrive. */
    after: field('after', z.optional(trustOrderId)),
  }),
  answer: wireObject({
    rows: field('order_list', z.array(order)),
    total: field('total', count),
    /** Total interest paid, of the filtered orders. */
    paid: field('total_interest', decimalWire),
  }),
});

/** Ours. Errors: TRUST_ORDER_NOT_FOUND. */
export const getTrustOrder = defineCall({
  method: 'GET',
  path: 'lh/deposit/order/detail',
  isOwn: true,
  access: 'user',
  summary: 'One trust order of the user.',
  request: wireRequest({ id: field('id', trustOrderId) }),
  answer: order,
});

const quote = wireObject({
  id: field('quote_id', z.uuid()),
  order: field('id', trustOrderId),
  penalty: field('penalty', decimalWire),
  refund: field('refund', decimalWire),
  /** Interest paid so far, which the user keeps. */
  paid: field('paid', decimalWire),
  validUntil: field('valid_until', instant),
});
/** Result of a redemption, valid for a minute. */
export type TrustQuote = z.output<typeof quote>;

/** Ours. Errors: TRUST_ORDER_NOT_FOUND, TRUST_ORDER_MATURED, TRUST_ORDER_NOT_HOSTING. */
export const quoteRedemption = defineCall({
  method: 'POST',
  path: 'lh/deposit/order/quote',
  isOwn: true,
  access: 'user',
  summary: 'The result of redeeming an order; the quote is valid for a minute.',
  request: wireRequest({ id: field('id', trustOrderId) }),
  answer: quote,
});

/**
 * Redeems an order: interest of past days is paid, then the principal returns less the penalty. With a quote, the
 * better of quote and current result. Errors: TRUST_ORDER_NOT_FOUND, TRUST_ORDER_MATURED, TRUST_ORDER_NOT_HOSTING,
 * QUOTE_EXPIRED, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const redeemTrust = defineCall({
  method: 'POST',
  path: 'lh/deposit/order/cancel',
  access: 'user',
  summary: 'Redeem a trust order before its end.',
  request: wireRequest({
    id: field('id', trustOrderId),
    // Ours
    quote: field('quote_id', z.optional(z.uuid())),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: rowOrNotice,
});

const renewalOffer = wireObject({
  order: field('id', trustOrderId),
  /** From then on the renewal cannot be changed. */
  closesAt: field('closes_at', instant),
  /** Terms of the product at the end of the order, as published now; null when it is not offered then. */
  terms: field('terms', z.nullable(trustTerms)),
  termsHash: field('terms_hash', z.nullable(termsHash)),
});
/** The terms on which an order can be renewed. */
export type RenewalOffer = z.output<typeof renewalOffer>;

/** Ours. Errors: TRUST_ORDER_NOT_FOUND, TRUST_ORDER_MATURED, TRUST_ORDER_NOT_HOSTING. */
export const getRenewalOffer = defineCall({
  method: 'GET',
  path: 'lh/deposit/order/renewal_terms',
  isOwn: true,
  access: 'user',
  summary: 'The terms on which a trust order can be renewed.',
  request: wireRequest({ id: field('id', trustOrderId) }),
  answer: renewalOffer,
});

/**
 * Ours. Turns the renewal of an order on or off. Renewals need the digest of the terms that the user saw. Errors:
 * TRUST_ORDER_NOT_FOUND, TRUST_ORDER_MATURED, TRUST_ORDER_NOT_HOSTING, TRUST_RENEWAL_CLOSED within the last minute,
 * PRODUCT_NOT_FOUND, TERMS_CHANGED, PRODUCT_NOT_OFFERED, ACCOUNT_FROZEN, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const setRenewal = defineCall({
  method: 'POST',
  path: 'lh/deposit/order/renewal',
  isOwn: true,
  access: 'user',
  summary: 'Choose what a trust order invests again at its end.',
  request: wireRequest({
    id: field('id', trustOrderId),
    renewal: field('renewal', renewal),
    termsHash: field('terms_hash', z.optional(termsHash)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: order,
});

/** Totals of the orders in one currency. */
const sums = {
  /** Interest paid over all orders. */
  earned: field('total_profit', decimalWire),
  /** The part of it that was paid today (UTC). */
  earnedToday: field('today_profit', decimalWire),
  /** Active orders. */
  orders: field('total_order', count),
  /** Their principals. */
  invested: field('total_deposit', decimalWire),
} as const;

const currencySums = wireObject({
  ...sums,
  currencyId: field('currency_id', currencyId),
  currency: field('currency_name', z.string()),
});
export type TrustSums = z.output<typeof currencySums>;

/** Legacy clients have no currency in these figures: they are those of the first one, which `currency_name` names. */
export const getTrustReport = defineCall({
  method: 'GET',
  path: 'lh/deposit/report',
  access: 'user',
  summary: "Totals of a user's trust orders.",
  request: noParameters,
  answer: wireObject({
    ...sums,
    // The same again, under the name of some clients.
    allProfit: field('allprofit', decimalWire),
    profit: field('profit', decimalWire),
    orderCount: field('count', count),
    sum: field('sum', decimalWire),
    // Ours
    currency: field('currency_name', z.string()),
    currencies: field('currencies', z.array(currencySums)),
  }),
});

const interest = wireObject({
  currency: field('currency_name', z.string()),
  order: field('lh_order_id', trustOrderId),
  amount: field('interest_amount', decimalWire),
  /** The interest day. */
  date: field('interest_day', date),
  createdAt: field('created_at', legacyTime),
  // Ours
  /** From 1. */
  day: field('day', count),
  paidAt: field('paid_at', instant),
});
/** A payment of interest. */
export type TrustInterest = z.output<typeof interest>;

/** 20 a page. */
export const listTrustInterest = defineCall({
  method: 'GET',
  path: 'lh/deposit/log',
  access: 'user',
  summary: 'Interest paid to the user, newest first.',
  request: wireRequest({
    page: field('page', loosePage),
    /** Ours: of one order. */
    order: field('id', z.optional(trustOrderId)),
  }),
  answer: z.array(interest),
});

/** Path of the CSV file of all orders, newest first, with the filters of {@link listTrustOrders}. */
export const TRUST_CSV_PATH = 'lh/deposit/orders.csv';
export const trustCsvRequest = wireRequest({ ...trustFilter });
export const TRUST_CSV_COLUMNS = [
  'bought_at',
  'start_at',
  'end_at',
  'ended_at',
  'status',
  'amount',
  'currency',
  'days',
  'interest_rate',
  'interest',
  'interest_paid',
  'days_paid',
  'penalty',
  'terms_hash',
  'id',
  'renewed_from',
  'renewed_into',
] as const;
