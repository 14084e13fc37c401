/** Public calls to check outcomes of options, and the policy and witnesses of the public log. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  count,
  decimalWire,
  field,
  instant,
  noParameters,
  wireObject,
  wireRequest,
  termsHash,
} from '../codec.ts';
import { optionTerms, optionKind } from '../options/terms.ts';
import { currencyId, marketId, optionId } from '../ids.ts';
import { priceSource } from '../market/calls.ts';
import { direction, optionResult, optionTick, voidReason } from '../options/calls.ts';

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

/**
 * The user's own receipt with proofs of the public log (`receipt.ts`): a file that proves that the terms were logged
 * before the expiry, and the outcome by the logged prices. Errors: OPTION_NOT_FOUND; OPTION_NOT_SEALED, also while it
 * is not settled.
 */
export const getLoggedReceipt = defineCall({
  method: 'GET',
  path: 'fairness/sealed_receipt',
  access: 'user',
  isOwn: true,
  summary: 'The receipt of a settled option with its proofs of the public log.',
  request: wireRequest({ id: field('id', optionId) }),
  answer: wireObject({ file: field('file', z.string()) }),
});

/** The policy of the current log (C2SP tlog-policy), with the keys that verify it. Errors: LOG_NOT_BEGUN. */
export const getLogPolicy = defineCall({
  method: 'GET',
  path: 'fairness/keys',
  isOwn: true,
  summary: 'The keys of the public log and of its witnesses.',
  request: noParameters,
  answer: wireObject({
    policy: field('policy', z.string()),
    /** The entries of the log that name further signing keys. */
    keyEntries: field('key_entries', z.optional(z.array(count))),
    /** Number of the log: its path is `/log/<number>/`, and `/log/` for the first one, which has no predecessor. */
    log: field('log', z.optional(count)),
  }),
});

const logWitness = wireObject({
  /** Name in the policy. */
  name: field('name', z.string()),
  vkey: field('vkey', z.string()),
  url: field('url', z.nullable(z.string())),
  /** Size of the log that it saw last; `null` before the first time. */
  size: field('size', z.nullable(count)),
  /** Time of its last cosignature, unix milliseconds by its own clock. */
  cosignedAtMs: field('cosigned_at', z.nullable(count)),
  /** `silent`: it does not answer; `refused`: it does not sign; `conflict`: it saw another history of the log. */
  state: field('state', z.enum(['ok', 'silent', 'refused', 'conflict'])),
});
/** An independent witness that signs the growth of the log. */
export type LogWitness = z.output<typeof logWitness>;

export const getLogWitnesses = defineCall({
  method: 'GET',
  path: 'fairness/witnesses',
  isOwn: true,
  summary: 'Witnesses of the public log, and the time of their last cosignature.',
  request: noParameters,
  answer: wireObject({
    witnesses: field('witnesses', z.array(logWitness)),
    /** The witness or group of the policy whose cosignature is required; `none`. */
    quorum: field('quorum', z.string()),
    /** Whether purchases stop while that cosignature is missing. */
    isRequired: field('required', z.boolean()),
  }),
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
