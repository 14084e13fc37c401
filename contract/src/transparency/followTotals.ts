/** What a log may say of totals and of documents, after what it said of them before. */
import type { RulesEntry } from './entries.ts';
import { DAY_MS } from './seedChain.ts';
import { need } from './steps.ts';
import { ALL, SUMMED_LEAST, type FuturesTotals, type StatisticsEntry } from './totalEntries.ts';

/** How many contracts a log has seen begin and end. Plain data, to be kept as JSON. */
export type FollowedTotals = {
  /** Commitments so far; `null` where the log follows another one, in which options stand that end in this one. */
  readonly committed: number | null;
  /** Options that ended. Each had a commitment, here or in a log before. */
  readonly ended: number;
  /** The last day of which it was said how contracts ended; empty before the first. */
  readonly day: string;
};

/** Versions of documents by name and number, with the hash of each. */
export type FollowedRules = Readonly<Record<string, string>>;

/** The same after commitments. */
export function withCommitments(before: FollowedTotals, count: number): FollowedTotals {
  return { ...before, committed: before.committed === null ? null : before.committed + count };
}

/** No day is left out, and no more options end than began, where the log has seen them all begin. */
export function withStatistics(
  before: FollowedTotals,
  { day, totals }: StatisticsEntry,
  sealedMs: number,
): FollowedTotals {
  const dayMs = Date.parse(day);
  need(before.day === '' || dayMs === Date.parse(before.day) + DAY_MS, `not of the day after ${before.day}`);
  need(dayMs + DAY_MS <= sealedMs, 'of a day that is not over');
  const wrong = totals.find((one) => one.won + one.lost + one.tied + one.void !== one.count);
  need(wrong === undefined, `the counts of ${wrong === undefined ? '' : nameOf(wrong)} do not come to ${wrong?.count}`);
  const small = totals.find(
    ({ market, direction, count }) => count < SUMMED_LEAST && (market !== ALL || direction !== ALL),
  );
  need(small === undefined, `${small?.count} of ${small === undefined ? '' : nameOf(small)} are told apart`);
  const options = totals.filter(({ contract }) => contract === 'option');
  const ended = options.reduce((sum, { count }) => sum + count, before.ended);
  need(
    before.committed === null || ended <= before.committed,
    `${ended} options have ended, of ${before.committed} contracts that were committed to`,
  );
  return { ...before, ended, day };
}

/** A document is one text for as long as it has one version. */
export function withRules(before: FollowedRules, { documents }: RulesEntry): FollowedRules {
  const after = { ...before };
  for (const { name, version, digest } of documents) {
    const known = after[`${name} ${version}`];
    need(known === undefined || known === digest, `another text of ${name} ${version}`);
    after[`${name} ${version}`] = digest;
  }
  return after;
}

function nameOf({ market, contract, direction, currency }: FuturesTotals): string {
  return `${market} ${contract} ${direction} ${currency}`;
}
