/** New coins: offerings, subscriptions and published allotments (docs/product.md 5). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  code,
  count,
  decimalWire,
  legacyTime,
  field,
  instant,
  noParameters,
  orUnknown,
  requestId,
  wireObject,
  wireRequest,
  termsHash,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { offeringTerms } from './terms.ts';
import { currencyId, offeringId, userId, subscriptionId } from '../ids.ts';
import { numberedPage, pageRequest } from '../paging.ts';

/** Offerings per page. */
export const OFFERINGS_PAGE = 10;

/**
 * By the exchange's clock: before the start, until the end, until the allotment is done, until the launch, and after
 * it. `withdrawn`: cancelled before the allotment, and all held amounts returned.
 */
export const offeringState = z.enum(['announced', 'open', 'closed', 'allotted', 'launched', 'withdrawn']);
export type OfferingState = z.output<typeof offeringState>;

/** Yes and no of legacy clients. */
const oneOrTwo = z.codec(z.literal([1, 2]), z.boolean(), {
  decode: (value) => value === 1,
  encode: (value) => (value ? 1 : 2),
});

const offer = wireObject({
  id: field('id', offeringId),
  coin: field('new_currency_name', z.string()),
  currencyId: field('currency_id', currencyId),
  currency: field('currency_name', z.string()),
  /** Of one coin. */
  price: field('change_rate', decimalWire),
  /** Percent of the allotted coins over the whole lock. */
  interestRate: field('interest_rate', decimalWire),
  /** Always empty: a return cannot be predicted. */
  predictRate: field('predict_rate', z.string()),
  supply: field('num', decimalWire),
  /** Coins not yet subscribed; never below zero, though more may be subscribed than offered. */
  left: field('last_num', decimalWire),
  /** In coins. */
  minCoins: field('buy_num', decimalWire),
  lockDays: field('day', count),
  startAt: field('send_start', legacyTime),
  onlineAt: field('online_time', legacyTime),
  /** Plain text in the language of the request. */
  introduction: field('introduction', z.string()),
  isRecommended: field('is_recommend', oneOrTwo),
  recommendTitle: field('recommend_title', z.string()),
  recommendText: field('recommend_content', z.string()),
  createdAt: field('created_at', legacyTime),
  updatedAt: field('updated_at', legacyTime),
  // Ours
  coinId: field('new_currency_id', currencyId),
  state: field('state', offeringState),
  endAt: field('send_end', instant),
  /** Demanded coins: the subscribed amount at the price. */
  subscribed: field('subscribed', decimalWire),
  /** The same in the payment currency. */
  subscribedAmount: field('subscribed_amount', decimalWire),
  subscribers: field('subscribers', count),
  /** Ratio of subscriptions to supply, 4 places. */
  overRatio: field('over_ratio', decimalWire),
  /** Source of the coin, plain text. */
  source: field('source', z.string()),
  /** Coins that the house holds for offerings now. */
  escrow: field('escrow', decimalWire),
  allottedAt: field('allotted_at', z.nullable(instant)),
  /** Coins that were allotted, null until then. */
  allotted: field('allotted', z.nullable(decimalWire)),
  /** When allotted coins are released, null until the allotment. */
  unlockAt: field('unlock_at', z.nullable(instant)),
  /** Reason of a withdrawn offering. */
  withdrawReason: field('withdraw_reason', z.nullable(z.string())),
  terms: field('terms', offeringTerms),
  termsHash: field('terms_hash', termsHash),
});
/** An offering of a new coin. */
export type Offering = z.output<typeof offer>;

/** Open offerings first, then announced ones, then the others, newest first. */
export const listOfferings = defineCall({
  method: 'GET',
  path: 'lh/send/config',
  summary: 'New coins that are offered.',
  request: wireRequest({ page: field('page', z.optional(count)) }),
  answer: z.array(offer),
});

/** Errors: OFFER_NOT_FOUND. */
export const getOffering = defineCall({
  method: 'GET',
  path: 'lh/send/product_info',
  summary: 'One offer of a new coin.',
  request: wireRequest({ id: field('id', offeringId) }),
  answer: offer,
});

/** The newest recommended offering that is open or announced. */
export const getRecommendedOffering = defineCall({
  method: 'GET',
  path: 'lh/send/get_recommend',
  summary: 'The offer that is recommended; null where there is none.',
  request: noParameters,
  answer: z.nullable(offer),
});

export const subscriptionState = z.enum(['reviewing', 'passed', 'locked', 'completed', 'rejected', 'cancelled']);
export type SubscriptionState = z.output<typeof subscriptionState>;
/** Status for legacy clients: 1 subscribing, 2 locked, 3 over. */
export const subscriptionStatus = code({ subscribing: 1, locked: 2, over: 3 });

const subscription = wireObject({
  id: field('id', subscriptionId),
  userId: field('user_id', userId),
  offeringId: field('config_id', offeringId),
  currencyId: field('currency_id', currencyId),
  currency: field('currency_name', z.string()),
  /** The subscribed amount, in the payment currency. */
  amount: field('amount', decimalWire),
  /** Coins that the amount pays for; from the allotment on, allotted coins. */
  coins: field('new_currency_num', decimalWire),
  price: field('change_rate', decimalWire),
  /** In coins, of {@link coins}. */
  interest: field('interest', decimalWire),
  interestRate: field('interest_rate', decimalWire),
  lockDays: field('day', count),
  status: field('status', subscriptionStatus),
  review: field('exam_status', code({ passed: 1, refused: 2, pending: 3 })),
  /** Interest delivered so far: 0 until the coins are released. */
  deliveredInterest: field('original_interest', decimalWire),
  onlineAt: field('online_time', legacyTime),
  createdAt: field('created_at', legacyTime),
  updatedAt: field('updated_at', legacyTime),
  // Ours
  state: field('state', subscriptionState),
  coin: field('new_currency_name', z.string()),
  unitPlaces: field('unit_places', count),
  at: field('at', instant),
  /** Until when it can be cancelled. */
  endAt: field('send_end', instant),
  /** Null until the allotment. */
  allotted: field('allotted_num', z.nullable(decimalWire)),
  paid: field('paid', z.nullable(decimalWire)),
  /** Returned amount; null before the allotment. */
  released: field('released', z.nullable(decimalWire)),
  unlockAt: field('unlock_at', z.nullable(instant)),
  /** Reason of a rejection. */
  reason: field('reason', z.nullable(z.string())),
  termsHash: field('terms_hash', termsHash),
});
/** A user's order for a new coin. */
export type Subscription = z.output<typeof subscription>;

/**
 * Subscribes: the amount is held until the allotment. Errors, the first that applies: OFFER_NOT_FOUND, OFFER_NOT_OPEN
 * {start, end}, AMOUNT_REQUIRED, AMOUNT_TOO_SMALL {min}, AMOUNT_PRECISION {places}, TERMS_CHANGED, UNVERIFIED_LIMIT
 * {max, left}, INSUFFICIENT_BALANCE. RATE_LIMITED {seconds} for the same order within a second without a request id;
 * REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const subscribe = defineCall({
  method: 'POST',
  path: 'lh/send/order',
  access: 'user',
  summary: 'Subscribe to a new coin.',
  request: wireRequest({
    offeringId: field('config_id', orUnknown(offeringId)),
    amount: field('amount', formDecimal),
    /** Refuses the request when the current terms differ from the ones shown. */
    termsHash: field('terms_hash', z.optional(termsHash)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  /** A text for legacy clients, when the request has no `client_request_id`. */
  answer: z.union([z.string(), subscription]),
});

/**
 * Ours. Cancels a subscription before its offering ends: the whole amount returns. Errors: SUBSCRIPTION_NOT_FOUND,
 * SUBSCRIPTION_NOT_OPEN, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const cancelSubscription = defineCall({
  method: 'POST',
  path: 'lh/send/order/cancel',
  isOwn: true,
  access: 'user',
  summary: 'Give a subscription up before its offer ends.',
  request: wireRequest({
    id: field('id', subscriptionId),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: subscription,
});

/** Filters of every list of subscriptions. */
export const subscriptionFilter = {
  status: field('status', choiceOf(subscriptionStatus)),
  offeringId: field('config_id', choiceOf(offeringId)),
} as const;

/** Without paging: all, 1,000 at most. */
export const listSubscriptions = defineCall({
  method: 'GET',
  path: 'lh/send/order_list',
  access: 'user',
  summary: "The user's subscriptions, newest first.",
  request: wireRequest({ ...subscriptionFilter, ...pageRequest }),
  answer: wireObject({
    rows: field('order_list', z.array(subscription)),
    total: field('total', count),
    /** Delivered interest of the listed rows, summed over all kinds of coins, for legacy clients. */
    totalInterest: field('total_interest', decimalWire),
    page: field('current_page', count),
    limit: field('per_page', count),
    nextPageUrl: field('next_page_url', z.nullable(z.string())),
  }),
});

/** Path of the CSV file of all subscriptions, newest first, with the filters of {@link listSubscriptions}. */
export const SUBSCRIPTIONS_CSV_PATH = 'lh/send/orders.csv';
export const subscriptionsCsvRequest = wireRequest(subscriptionFilter);
export const SUBSCRIPTIONS_CSV_COLUMNS = [
  'at',
  'coin',
  'price',
  'currency',
  'amount',
  'state',
  'allotted',
  'interest',
  'paid',
  'released',
  'unlock_at',
  'terms_hash',
  'id',
] as const;

/** SHA-256, hexadecimal. */
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const share = wireObject({
  /** From 1, in the order of first orders. */
  row: field('row', count),
  /** SHA-256 of the participant's salt and user id, as concatenated text. */
  participant: field('participant', digest),
  /** In units. */
  demand: field('demand', z.string().check(z.regex(/^\d+$/))),
  /** In units; null where the offering has no cap. */
  cap: field('cap', z.nullable(z.string().check(z.regex(/^\d+$/)))),
  units: field('units', z.string().check(z.regex(/^\d+$/))),
});
/** One participant of an allotment. */
export type Share = z.output<typeof share>;

/** Ours, public. Errors: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
export const listShares = defineCall({
  method: 'GET',
  path: 'lh/send/allotment',
  isOwn: true,
  summary: 'The allotment of an offering: a pseudonymous row for each participant.',
  request: wireRequest({ id: field('id', offeringId), ...pageRequest }),
  answer: numberedPage(share),
});

const ownShare = wireObject({ share: field('share', share), salt: field('salt', z.string()) });
/** A user's own row of an allotment, and the salt that identifies it. */
export type OwnShare = z.output<typeof ownShare>;

/** Ours. Null for users who did not take part. Errors: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
export const getOwnShare = defineCall({
  method: 'GET',
  path: 'lh/send/allotment/own',
  isOwn: true,
  access: 'user',
  summary: "The user's own row of an allotment, with its salt.",
  request: wireRequest({ id: field('id', offeringId) }),
  answer: z.nullable(ownShare),
});

/** Public path of the CSV file of an offering's allotment: GET with `id`. */
export const SHARES_CSV_PATH = 'lh/send/allotment.csv';
export const sharesCsvRequest = wireRequest({ id: field('id', offeringId) });
export const SHARES_CSV_COLUMNS = ['row', 'participant', 'demand', 'cap', 'units'] as const;
