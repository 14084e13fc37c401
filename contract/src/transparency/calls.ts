/** What anybody may ask, so that outcomes can be checked (`wire-contract`, section 3): options so far. */
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
  /** The price series that the ticks are of. */
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
  /** What went back to the account. */
  returned: field('returned', decimalWire),
  settledAt: field('settled_at', instant),
  /** Ids of the ledger entries of purchase and settlement. */
  entries: field('entries', z.array(z.string())),
  /** Random. Anyone with it can read the receipt. */
  key: field('key', z.optional(z.uuid())),
});
/** Everything that decided an option, without a word of whose it is. */
export type OptionReceipt = z.output<typeof receipt>;

/**
 * Only to the owner: options are numbered, and many share their terms. Errors: OPTION_NOT_FOUND, also while it is not
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
    // Of addresses that were given out before receipts had keys; not looked at.
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
 * The user's own receipt of the public log: a file that shows, without anybody's answer, that the terms were sealed
 * before the end, and what the sealed prices came to (`log/receipt`). Errors: OPTION_NOT_FOUND; OPTION_NOT_SEALED,
 * also while it is not settled.
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

/** By what keys the log that goes on is verified: its policy (C2SP tlog-policy). Errors: LOG_NOT_BEGUN. */
export const getLogPolicy = defineCall({
  method: 'GET',
  path: 'fairness/keys',
  isOwn: true,
  summary: 'The keys of the public log and of its witnesses.',
  request: noParameters,
  answer: wireObject({
    policy: field('policy', z.string()),
    /** The entries of the log that name a key which signs it too. */
    keyEntries: field('key_entries', z.optional(z.array(count))),
    /** Its number: it lies below `/log/<number>/`, and the first one, which follows none, below `/log/`. */
    log: field('log', z.optional(count)),
  }),
});

const logWitness = wireObject({
  /** What the policy calls it. */
  name: field('name', z.string()),
  vkey: field('vkey', z.string()),
  url: field('url', z.nullable(z.string())),
  /** How many entries of the log it saw last; `null` before the first time. */
  size: field('size', z.nullable(count)),
  /** When it saw them, unix milliseconds by its own clock. */
  cosignedAtMs: field('cosigned_at', z.nullable(count)),
  /** `silent`: it does not answer; `refused`: it does not sign; `conflict`: it saw another history of the log. */
  state: field('state', z.enum(['ok', 'silent', 'refused', 'conflict'])),
});
/** Somebody else who signs that he saw the log grow. */
export type LogWitness = z.output<typeof logWitness>;

export const getLogWitnesses = defineCall({
  method: 'GET',
  path: 'fairness/witnesses',
  isOwn: true,
  summary: 'Who else signs that the public log only grows, and when they did so last.',
  request: noParameters,
  answer: wireObject({
    witnesses: field('witnesses', z.array(logWitness)),
    /** The witness or the group of the policy whose cosignature is asked for; `none`. */
    quorum: field('quorum', z.string()),
    /** Whether nothing is bought while that cosignature is missing. */
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
  /** The largest stake that the house takes on now from somebody who has none open. */
  maxNow: field('max_now', decimalWire),
});
/** What an option would cost and pay. */
export type OptionQuote = z.output<typeof quote>;

/**
 * Errors: SECONDS_INVALID, MARKET_NOT_FOUND, MARKET_NOT_OPEN, CURRENCY_NOT_FOUND, EVEN_NOT_OFFERED, AMOUNT_REQUIRED,
 * AMOUNT_PRECISION {places}.
 */
export const quoteOption = defineCall({
  method: 'GET',
  path: 'fairness/quote',
  isOwn: true,
  summary: 'What an option would cost and pay, its break-even and the house edge.',
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
  /** How many should have won of those that won or lost, and how far the count is from it in standard deviations. */
  expected: field('expected', decimalWire),
  deviations: field('z', z.nullable(decimalWire)),
});

/** Percent of the house's capital: of one contract, one user, one market and direction, all. */
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
  /** Percent of the capital that payouts take at most: of one option, one user, one market and direction, all. */
  shares: field('shares', houseShares),
  sides: field('sides', z.array(sideExposure)),
  version: field('version', count),
  /** The next version that is published, and when it begins. */
  next: field('next', z.nullable(wireObject({ version: field('version', count), from: field('from', instant) }))),
  /** Over all options of all users. */
  statistics: field('statistics', z.array(timeStatistics)),
  asOf: field('as_of', instant),
});
/** The house's side of options, the same for everybody; its amounts are cut to two digits. */
export type OptionFigures = z.output<typeof optionFigures>;

export const getOptionFigures = defineCall({
  method: 'GET',
  path: 'fairness/options',
  isOwn: true,
  summary: "The house's capital and limits for options, what is promised, and how results compare with theory.",
  request: noParameters,
  answer: optionFigures,
});
