/** Public figures of the exchange: documents in the public log, results, the house's capital and liabilities. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { choiceOf, count, decimalWire, field, flag, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { houseShares } from '../options/receiptCalls.ts';
import { currencyId } from '../ids.ts';

const day = z.iso.date();

const ruleDocument = wireObject({
  /** Subject of the document: `option-terms`, `index-method`. */
  name: field('name', z.string()),
  version: field('version', z.string()),
  /** Of the text, as in the entry of the public log. */
  sha256: field('sha256', z.string()),
  loggedAt: field('sealed_at', instant),
  /** Its entry in the public log. */
  index: field('index', count),
  text: field('text', z.string()),
});
/** A document that holds from its logging until a newer version is logged. */
export type RuleDocument = z.output<typeof ruleDocument>;

export const getRules = defineCall({
  method: 'GET',
  path: 'fairness/rules',
  isOwn: true,
  summary: 'Documents whose hashes are in the public log: terms, fees, and how prices are made. Newest first.',
  request: noParameters,
  answer: wireObject({ documents: field('documents', z.array(ruleDocument)) }),
});

const futuresKind = z.enum(['option', 'contract']);
const futuresDirection = z.enum(['up', 'down', 'even', 'long', 'short', 'all']);

const counts = {
  won: field('won', count),
  lost: field('lost', count),
  tied: field('tied', count),
  void: field('void', count),
} as const;

/** `all` markets and directions sums options and positions of groups with fewer than 10. */
const endedTotals = wireObject({
  symbol: field('market', z.string()),
  kind: field('kind', futuresKind),
  direction: field('direction', futuresDirection),
  currency: field('currency', z.string()),
  count: field('count', count),
  ...counts,
  /** Stakes and fees of options, margins of positions; null of fewer than 10. */
  staked: field('staked', z.nullable(decimalWire)),
  /** Amount returned to users, winnings included. */
  paid: field('paid', z.nullable(decimalWire)),
});

const endedDay = wireObject({
  day: field('day', day),
  /** The number of the log with its entry, where a later log has followed it. */
  log: field('log', z.optional(count)),
  /** Its entry in the public log. */
  index: field('index', count),
  totals: field('totals', z.array(endedTotals)),
});
/** Results of options and positions that ended on a day (UTC), as in the public log. */
export type EndedDay = z.output<typeof endedDay>;

const winShare = wireObject({
  kind: field('kind', futuresKind),
  direction: field('direction', futuresDirection),
  ...counts,
  /** Percent of won, lost and tied together; null where there is none. */
  share: field('share', z.nullable(decimalWire)),
  /** Expected share (`winTheory.ts`); null where there is no theory. */
  expected: field('expected', z.nullable(decimalWire)),
  /** Distance of the share from it, in standard deviations. */
  deviations: field('z', z.nullable(decimalWire)),
});
/** Wins of a product compared with theory, over the days of the answer. */
export type WinShare = z.output<typeof winShare>;

/** The most days of one answer, and the default. */
export const STATISTICS_DAYS = { most: 90, usual: 30 } as const;

export const getStatistics = defineCall({
  method: 'GET',
  path: 'fairness/statistics',
  aliases: ['fairness/stats'],
  isOwn: true,
  summary: 'How contracts ended, by day as in the public log, and how their wins compare with theory. Newest first.',
  request: wireRequest({ days: field('days', choiceOf(count)) }),
  answer: wireObject({ days: field('days', z.array(endedDay)), shares: field('shares', z.array(winShare)) }),
});

const houseSide = wireObject({
  kind: field('kind', futuresKind),
  currency: field('currency', z.string()),
  /** The house's own money for it, available and held. */
  capital: field('capital', decimalWire),
  /** House money that the ledger holds for possible wins of users. */
  setAside: field('set_aside', decimalWire),
  /** The most that open options or positions can win together, by their own terms: equal, or the books are wrong. */
  atRisk: field('at_risk', decimalWire),
  open: field('open', count),
  /** The most that may be at risk: `shares.all` percent of the capital. */
  most: field('most', decimalWire),
  /** Percent of the capital: of one option or position, one user, one market and direction, all. */
  shares: field('shares', houseShares),
  /** Insurance capital for losses beyond margins; null where there is none. */
  insurance: field('insurance', z.nullable(decimalWire)),
});
/** House capital behind a product in a currency, to two significant digits, so that no single purchase shows. */
export type HouseSide = z.output<typeof houseSide>;

const houseTake = wireObject({
  /** An account of the house that holds capital, as products declare it. */
  account: field('account', z.string()),
  currency: field('currency', z.string()),
  /** It becomes less when users need it by then. */
  amount: field('amount', decimalWire),
  dueAt: field('due_at', instant),
});
/** Capital that leaves the house, announced a day before. */
export type AnnouncedTake = z.output<typeof houseTake>;

const summary = wireObject({
  house: field('house', z.array(houseSide)),
  /** Missing on servers of an earlier version. */
  takes: field('takes', z.optional(z.array(houseTake))),
  /** The newest snapshot of liabilities. */
  snapshot: field(
    'snapshot',
    z.nullable(
      wireObject({
        snapshot: field('snapshot', count),
        /** When it was logged. */
        at: field('at', instant),
        index: field('index', count),
        isBalanced: field('balanced', flag),
      }),
    ),
  ),
  /** The chain of keys of simulated prices; null where prices are not simulated, and before it is in the log. */
  seed: field(
    'seed',
    z.nullable(
      wireObject({
        firstDay: field('first_day', day),
        days: field('days', count),
        /** Base64. */
        anchor: field('anchor', z.string()),
        index: field('index', count),
      }),
    ),
  ),
  /** The last day whose key was revealed, base64. */
  revealed: field(
    'revealed',
    z.nullable(wireObject({ day: field('day', day), key: field('key', z.string()), index: field('index', count) })),
  ),
  asOf: field('as_of', instant),
});
/** The exchange's figures, the same for every caller. */
export type FairnessSummary = z.output<typeof summary>;

export const getFairnessSummary = defineCall({
  method: 'GET',
  path: 'fairness/summary',
  isOwn: true,
  summary: "The house's capital and limits by product, and their newest entries in the public log.",
  request: noParameters,
  answer: summary,
});

// Liabilities: the totals in the public log, and a user's proof of inclusion.

const currencyTotals = wireObject({
  currencyId: field('currency_id', currencyId),
  code: field('code', z.string()),
  /** Balances of all users, available and held. */
  users: field('users', decimalWire),
  /** Accounts of the house; the one below zero mirrors funds outside the exchange. */
  house: field(
    'house',
    z.array(wireObject({ account: field('account', z.string()), total: field('total', decimalWire) })),
  ),
  /** Of users and house together: zero, or the books are wrong. */
  sum: field('sum', decimalWire),
});

const totals = wireObject({
  snapshot: field('snapshot', count),
  /** When balances were read; the log has the entry a little later. */
  at: field('at', instant),
  /** Its entry in the public log. */
  index: field('index', count),
  /** The last ledger entry that it includes. */
  journalId: field('journal', count),
  /** Leaves of the tree: more than there are users. */
  leaves: field('leaves', count),
  currencies: field('currencies', z.array(currencyTotals)),
  /** Whether all currencies sum to zero. */
  isBalanced: field('balanced', flag),
});
/** The newest snapshot of the exchange's liabilities. */
export type LiabilityTotals = z.output<typeof totals>;

/** Errors: SNAPSHOT_NOT_FOUND before the first one is in the public log. */
export const getLiabilityTotals = defineCall({
  method: 'GET',
  path: 'fairness/ledger',
  isOwn: true,
  summary: "Liabilities to users in the newest snapshot of the public log, beside the exchange's own accounts.",
  request: noParameters,
  answer: totals,
});

const proof = wireObject({
  /** When balances were read. */
  at: field('at', instant),
  /** Whether it is the newest snapshot in the log; the caller is in no later one. */
  isNewest: field('newest', flag),
  /** The text of the file that `verifyLiability.ts` reads. */
  file: field('file', z.string()),
});
/** Only for its user: the file identifies the user. */
export type OwnLiabilityProof = z.output<typeof proof>;

/** Errors: SNAPSHOT_NOT_FOUND when no published snapshot includes the caller. */
export const getLiabilityProof = defineCall({
  method: 'GET',
  path: 'fairness/proof',
  access: 'user',
  isOwn: true,
  summary: "Proof that the caller's balances are in the totals of the newest snapshot that includes them.",
  request: noParameters,
  answer: proof,
});
