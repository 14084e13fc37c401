/** What the exchange owes: the totals that are in the public log, and a user's proof that his balances are in them. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, flag, instant, noParameters, wireObject } from '../codec.ts';
import { currencyId } from '../ids.ts';

const currencyTotals = wireObject({
  currencyId: field('currency_id', currencyId),
  code: field('code', z.string()),
  /** All of what users hold, free and held. */
  users: field('users', decimalWire),
  /** Of the house; the mirror of the world outside is the one below zero. */
  house: field(
    'house',
    z.array(wireObject({ account: field('account', z.string()), total: field('total', decimalWire) })),
  ),
  /** Of users and house together: zero, or the books are wrong. */
  sum: field('sum', decimalWire),
});

const totals = wireObject({
  snapshot: field('snapshot', count),
  /** When balances were read; the log seals the entry a little later. */
  at: field('at', instant),
  /** Its entry in the public log. */
  index: field('index', count),
  /** The last entry of the ledger that is in it. */
  journalId: field('journal', count),
  /** Of the tree: more than there are users. */
  leaves: field('leaves', count),
  currencies: field('currencies', z.array(currencyTotals)),
  /** Whether all currencies come to zero. */
  isBalanced: field('balanced', flag),
});
/** The newest snapshot of what the exchange owes. */
export type LiabilityTotals = z.output<typeof totals>;

/** Errors: SNAPSHOT_NOT_FOUND before the first one is in the public log. */
export const getLiabilityTotals = defineCall({
  method: 'GET',
  path: 'fairness/ledger',
  isOwn: true,
  summary: 'What the exchange owes its users by the newest snapshot in the public log, beside its own accounts.',
  request: noParameters,
  answer: totals,
});

const proof = wireObject({
  /** When balances were read. */
  at: field('at', instant),
  /** Whether it is the newest snapshot in the log; the caller had nothing by those after another one. */
  isNewest: field('newest', flag),
  /** The text of the file that `log/verifyLiability.ts` reads. */
  file: field('file', z.string()),
});
/** For its user alone: the file names him. */
export type OwnLiabilityProof = z.output<typeof proof>;

/** Errors: SNAPSHOT_NOT_FOUND when no published snapshot holds the caller. */
export const getLiabilityProof = defineCall({
  method: 'GET',
  path: 'fairness/proof',
  access: 'user',
  isOwn: true,
  summary: "Proof that the caller's balances are in the totals of the newest snapshot that holds him.",
  request: noParameters,
  answer: proof,
});
