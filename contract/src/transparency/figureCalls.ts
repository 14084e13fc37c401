/** What anybody may ask of the exchange as a whole: its rules in the public log, how contracts ended, what backs it. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { choiceOf, count, decimalWire, field, flag, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { houseShares } from './calls.ts';
import { currencyId } from '../ids.ts';

const day = z.iso.date();

const ruleDocument = wireObject({
  /** What it is about: `option-terms`, `index-method`. */
  name: field('name', z.string()),
  version: field('version', z.string()),
  /** Of the text, as the entry of the public log has it. */
  sha256: field('sha256', z.string()),
  sealedAt: field('sealed_at', instant),
  /** Its entry in the public log. */
  index: field('index', count),
  text: field('text', z.string()),
});
/** A document that holds from when it was sealed until a newer version of its name is. */
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

/** `all` markets and directions together are contracts that were fewer than 10 by themselves. */
const endedTotals = wireObject({
  symbol: field('market', z.string()),
  kind: field('kind', futuresKind),
  direction: field('direction', futuresDirection),
  currency: field('currency', z.string()),
  count: field('count', count),
  ...counts,
  /** Stakes and fees of options, margins of contracts; null of fewer than 10. */
  staked: field('staked', z.nullable(decimalWire)),
  /** What users got back of it and on top of it. */
  paid: field('paid', z.nullable(decimalWire)),
});

const endedDay = wireObject({
  day: field('day', day),
  /** The number of the log that its entry is in, where another one follows that by now. */
  log: field('log', z.optional(count)),
  /** Its entry in the public log. */
  index: field('index', count),
  totals: field('totals', z.array(endedTotals)),
});
/** How the contracts ended whose last instant was on a day (UTC), as the public log has it. */
export type EndedDay = z.output<typeof endedDay>;

const winShare = wireObject({
  kind: field('kind', futuresKind),
  direction: field('direction', futuresDirection),
  ...counts,
  /** Percent of won, lost and tied together; null where there is none. */
  share: field('share', z.nullable(decimalWire)),
  /** What theory expects of it (`log/winTheory`); null where it has nothing to say. */
  expected: field('expected', z.nullable(decimalWire)),
  /** How far the share is from it, in standard deviations. */
  deviations: field('z', z.nullable(decimalWire)),
});
/** Wins of a product beside theory, over the days of the answer. */
export type WinShare = z.output<typeof winShare>;

/** The most days that are told at once, and how many are where none is named. */
export const STATISTICS_DAYS = { most: 90, usual: 30 } as const;

export const getStatistics = defineCall({
  method: 'GET',
  path: 'fairness/statistics',
  isOwn: true,
  summary: 'How contracts ended, by day as in the public log, and how their wins compare with theory. Newest first.',
  request: wireRequest({ days: field('days', choiceOf(count)) }),
  answer: wireObject({ days: field('days', z.array(endedDay)), shares: field('shares', z.array(winShare)) }),
});

const houseSide = wireObject({
  kind: field('kind', futuresKind),
  currency: field('currency', z.string()),
  /** The house's own money for it, free and set aside. */
  capital: field('capital', decimalWire),
  /** What the ledger holds of it for users who may win. */
  setAside: field('set_aside', decimalWire),
  /** The most that open contracts can win together, by their own terms: as much, or the books are wrong. */
  atRisk: field('at_risk', decimalWire),
  open: field('open', count),
  /** The most that may be at risk: `shares.all` percent of the capital. */
  most: field('most', decimalWire),
  /** Percent of the capital: of one contract, one user, one market and direction, all. */
  shares: field('shares', houseShares),
  /** What insurance has for losses beyond margins; null where there is none. */
  insurance: field('insurance', z.nullable(decimalWire)),
});
/** What stands behind the contracts of a kind in a currency, to two digits: no purchase is seen in it. */
export type HouseSide = z.output<typeof houseSide>;

const summary = wireObject({
  house: field('house', z.array(houseSide)),
  /** The newest snapshot of what users are owed. */
  snapshot: field(
    'snapshot',
    z.nullable(
      wireObject({
        snapshot: field('snapshot', count),
        /** When it was sealed. */
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
  /** The last day whose key was shown, base64. */
  revealed: field(
    'revealed',
    z.nullable(wireObject({ day: field('day', day), key: field('key', z.string()), index: field('index', count) })),
  ),
  asOf: field('as_of', instant),
});
/** The exchange's side, the same for everybody. */
export type FairnessSummary = z.output<typeof summary>;

export const getFairnessSummary = defineCall({
  method: 'GET',
  path: 'fairness/summary',
  isOwn: true,
  summary: "The house's capital and limits by product, and the newest of what the public log says of it.",
  request: noParameters,
  answer: summary,
});

// What the exchange owes: the totals that are in the public log, and a user's proof that his balances are in them.

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
