/** Receipts, quotes and public figures of options. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  count,
  decimalWire,
  field,
  instant,
  noParameters,
  termsHash,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { currencyId, marketId, optionId } from '../ids.ts';
import { priceSource } from '../market/calls.ts';
import { direction, optionResult, optionTick, voidReason } from './calls.ts';
import { optionKind, optionTerms } from './terms.ts';

const receipt = wireObject({
  id: field('id', optionId),
  rule: field('rule', z.string()),
  symbol: field('market', z.string()),
  priceSource: field('price_source', priceSource),
  /** The price series of the ticks. */
  series: field('series', count),
  direction: field('type', direction),
  terms: field('terms', optionTerms),
  termsHash: field('terms_hash', termsHash),
  currency: field('currency', z.string()),
  stake: field('stake', decimalWire),
  fee: field('fee', decimalWire),
  payout: field('payout', decimalWire),
  purchasedAt: field('purchased_at', instant),
  dueAt: field('due_at', instant),
  openTick: field('open_tick', optionTick),
  beforeTick: field('before_tick', z.nullable(optionTick)),
  endTick: field('end_tick', z.nullable(optionTick)),
  result: field('result', optionResult),
  voidReason: field('void_reason', z.nullable(voidReason)),
  profit: field('profit', decimalWire),
  /** Amount returned to the account. */
  returned: field('returned', decimalWire),
  settledAt: field('settled_at', instant),
  /** Ids of the ledger entries of purchase and settlement. */
  entries: field('entries', z.array(z.string())),
  /** Random. Anyone with it can read the receipt. */
  key: field('key', z.optional(z.uuid())),
});
/** Every input of the outcome of an option, without the owner. */
export type OptionReceipt = z.output<typeof receipt>;

/**
 * Only for the owner: options are numbered, and many share their terms. Errors: OPTION_NOT_FOUND, also while it is not
 * settled.
 */
export const getReceipt = defineCall({
  method: 'GET',
  path: 'fairness/receipt',
  access: 'user',
  isOwn: true,
  summary: "The receipt of one of the user's settled options, with its key.",
  request: wireRequest({
    id: field('id', optionId),
    // In links from before receipts had keys; ignored.
    termsHash: field('terms_hash', z.optional(termsHash)),
  }),
  answer: receipt,
});

/** For anyone with the key. Errors: OPTION_NOT_FOUND. */
export const getSharedReceipt = defineCall({
  method: 'GET',
  path: 'fairness/shared_receipt',
  isOwn: true,
  summary: 'The receipt of a settled option, by its key.',
  request: wireRequest({ id: field('id', optionId), key: field('key', z.uuid()) }),
  answer: receipt,
});

const quote = wireObject({
  terms: field('terms', optionTerms),
  termsHash: field('terms_hash', termsHash),
  stake: field('stake', decimalWire),
  fee: field('fee', decimalWire),
  payout: field('payout', decimalWire),
  /** Stake and fee. */
  held: field('held', decimalWire),
  /** Percent, 6 places. */
  breakEven: field('break_even', decimalWire),
  /** Percent of the stake. */
  houseEdge: field('house_edge', decimalWire),
  /** The largest stake that the house accepts now from a user without open options. */
  maxNow: field('max_now', decimalWire),
});
/** Cost and payout of an option. */
export type OptionQuote = z.output<typeof quote>;

/**
 * Errors: SECONDS_INVALID, MARKET_NOT_FOUND, MARKET_NOT_OPEN, CURRENCY_NOT_FOUND, EVEN_NOT_OFFERED, AMOUNT_REQUIRED,
 * AMOUNT_PRECISION {places}.
 */
export const quoteOption = defineCall({
  method: 'GET',
  path: 'fairness/quote',
  isOwn: true,
  summary: 'Cost and payout of an option, its break-even and the house edge.',
  request: wireRequest({
    marketId: field('match_id', marketId),
    currencyId: field('currency_id', choiceOf(currencyId)),
    direction: field('type', direction),
    seconds: field('seconds', count),
    stake: field('number', decimalWire),
  }),
  answer: quote,
});

const sideExposure = wireObject({
  symbol: field('market', z.string()),
  direction: field('type', direction),
  payout: field('payout', decimalWire),
  max: field('max', decimalWire),
});

const timeStatistics = wireObject({
  kind: field('kind', optionKind),
  seconds: field('seconds', count),
  won: field('won', count),
  lost: field('lost', count),
  tied: field('tied', count),
  voided: field('voided', count),
  /** Expected wins among won and lost options, and the distance of the actual count in standard deviations. */
  expected: field('expected', decimalWire),
  deviations: field('z', z.nullable(decimalWire)),
});

/** Percent of the house's capital: of one option or position, one user, one market and direction, all. */
export const houseShares = wireObject({
  order: field('order', decimalWire),
  user: field('user', decimalWire),
  side: field('side', decimalWire),
  all: field('all', decimalWire),
});

const optionFigures = wireObject({
  currency: field('currency', z.string()),
  /** The house's own money for options, available and held. */
  capital: field('capital', decimalWire),
  promised: field('promised', decimalWire),
  /**
   * Largest percentages of the capital that payouts may take: of one option, one user, one market and direction, all.
   */
  shares: field('shares', houseShares),
  sides: field('sides', z.array(sideExposure)),
  version: field('version', count),
  /** The next version that is published, and its start. */
  next: field('next', z.nullable(wireObject({ version: field('version', count), from: field('from', instant) }))),
  /** Over all options of all users. */
  statistics: field('statistics', z.array(timeStatistics)),
  asOf: field('as_of', instant),
});
/** The house's figures for options, the same for every caller; its amounts have two significant digits. */
export type OptionFigures = z.output<typeof optionFigures>;

export const getOptionFigures = defineCall({
  method: 'GET',
  path: 'fairness/options',
  isOwn: true,
  summary: "The house's capital and limits for options, its reservations, and results compared with theory.",
  request: noParameters,
  answer: optionFigures,
});
