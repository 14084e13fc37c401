/**
 * Validity of a log: its entries in order, each checked against the entries before it. Inclusion in the tree is
 * verified elsewhere.
 */
import { DAY_MS } from '../time.ts';
import {
  entryName,
  parseEntry,
  seqRange,
  type Entry,
  type EntryKind,
  type LoggedTick,
  type LoggedTicks,
  type RulesEntry,
  type SeriesEntry,
} from './entries.ts';
import { chainOf, dateOfDay, isKeyed, withReveal, withSeed, type FixedChain } from './fixedKeys.ts';
import { followedIndex, needQuotes, withPrices, withQuotes, type FollowedIndex } from './followLive.ts';
import { formatVkey } from './note.ts';
import { chainDayOf } from './seedChain.ts';
import { faultOf, need } from './steps.ts';
import { unbalancedCurrency, ALL, SUMMED_LEAST, type FuturesTotals, type StatisticsEntry } from './totalEntries.ts';

/** Largest time between two entries, and between a tick and its entry. More is a warning. */
export const LOGGED_WITHIN_MS = 2000;

// Names of sandboxes without a name of their own.
const SANDBOX = /^sandbox\.halyard\.invalid\//;

/** A series; `lastSeq` and `lastAtMs` are `null` before its first tick in the log. */
export type FollowedSeries = {
  readonly id: number;
  readonly market: string;
  /** Identity of its key chain; `null` for prices without keys. */
  readonly identity: string | null;
  readonly lastSeq: number | null;
  readonly lastAtMs: number | null;
  /** Of prices that are an index of quotes in the log. */
  readonly index?: FollowedIndex | undefined;
};

/** State of the entries so far. Plain data, stored as JSON. */
export type Followed = {
  readonly size: number;
  readonly loggedMs: number;
  readonly series: readonly FollowedSeries[];
  readonly chains: readonly FixedChain[];
  /** Keys that the log named besides its first one. */
  readonly vkeys: readonly string[];
  /** Number of the last liabilities snapshot. */
  readonly snapshot: number;
  /** Lines of the operators' audit log. */
  readonly audited: number;
  readonly totals: FollowedTotals;
  readonly rules: FollowedRules;
};

/** Before the first entry. */
export const NOTHING_FOLLOWED: Followed = {
  size: 0,
  loggedMs: 0,
  series: [],
  chains: [],
  vkeys: [],
  snapshot: 0,
  audited: 0,
  totals: { committed: 0, ended: 0, day: '' },
  rules: {},
};

/** Result for the valid entries: up to the one that the fault names. */
export type FollowedOn = {
  readonly followed: Followed;
  readonly warnings: readonly string[];
  readonly fault: string | undefined;
};

/** Receives each valid entry. */
export type OnEntry = (index: number, entry: Entry) => void;

/** Checks the following entries. `origin` is the name of the log. */
export function followEntries(
  before: Followed,
  texts: readonly string[],
  origin: string,
  onEntry?: OnEntry,
): FollowedOn {
  const draft: Draft = { ...before, origin, series: new Map(before.series.map((one) => [one.id, one])), warnings: [] };
  let fault: string | undefined;
  for (const text of texts) {
    const warningsBefore = draft.warnings.length;
    let entry: Entry | undefined;
    const reason = faultOf(() => {
      entry = parseEntry(text);
      judge(draft, entry);
    });
    // The name of an entry takes time to make, so only faults and warnings get one.
    const isNamed = reason !== undefined || draft.warnings.length > warningsBefore;
    const name = isNamed ? entryName(draft.size, text) : '';
    draft.warnings = draft.warnings.map((warning, place) => (place < warningsBefore ? warning : `${name}: ${warning}`));
    if (reason !== undefined) {
      fault = `${name}: ${reason}`;
      break;
    }
    if (entry !== undefined) onEntry?.(draft.size, entry);
    draft.size += 1;
  }
  const { origin: _origin, series, warnings, ...followed } = draft;
  return { followed: { ...followed, series: [...series.values()] }, warnings, fault };
}

type Draft = { -readonly [Name in keyof Omit<Followed, 'series'>]: Followed[Name] } & {
  readonly origin: string;
  readonly series: Map<number, FollowedSeries>;
  warnings: string[];
};
type Judges = { readonly [Kind in EntryKind]?: (draft: Draft, entry: Extract<Entry, { kind: Kind }>) => void };

const JUDGES: Judges = {
  log: (draft, entry) => {
    need(entry.origin === draft.origin, 'the name of another log');
    if (entry.predecessor !== null) draft.totals = { ...draft.totals, committed: null };
  },
  series: (draft, entry) => {
    const { id, market } = entry;
    need(!draft.series.has(id), 'a series twice');
    judgeModel(draft, entry);
    const before = [...draft.series.values()].findLast((one) => one.market === market);
    if (before !== undefined) draft.warnings.push(`${market} goes by it from here on, and not by series ${before.id}`);
    const index = followedIndex(entry);
    const identity = keyedIdentity(entry);
    draft.series.set(id, { id, market, identity, lastSeq: null, lastAtMs: null, ...(index && { index }) });
  },
  prices: (draft, { loggedMs, series }) => {
    for (const { id, index } of draft.series.values()) if (index !== undefined) needQuotes(id, index, loggedMs);
    for (const ticks of series) judgeTicks(draft, loggedMs, ticks);
  },
  quotes: (draft, { ticks }) => {
    for (const tick of ticks) {
      const known = draft.series.get(tick.id);
      need(known !== undefined, 'a series that the log has not named');
      if (known.index === undefined) continue;
      const { index, warning } = withQuotes(known.index, tick);
      draft.series.set(tick.id, { ...known, index });
      if (warning !== undefined) draft.warnings.push(warning);
    }
  },
  commits: (draft, { commitments }) => {
    draft.totals = withCommitments(draft.totals, commitments.length);
  },
  seed: (draft, entry) => {
    if (draft.chains.length > 0)
      draft.warnings.push(`prices of other series from ${entry.firstDay} on are made with keys of another chain`);
    draft.chains = withSeed(draft.chains, entry, SANDBOX.test(draft.origin));
  },
  reveal: (draft, entry) => {
    draft.chains = withReveal(draft.chains, entry, draft.loggedMs);
  },
  statistics: (draft, entry) => {
    draft.totals = withStatistics(draft.totals, entry, draft.loggedMs);
  },
  rules: (draft, entry) => {
    draft.rules = withRules(draft.rules, entry);
  },
  liabilities: (draft, { snapshot, currencies }) => {
    need(snapshot > draft.snapshot, 'a snapshot that is not the next one');
    const code = unbalancedCurrency(currencies);
    need(code === undefined, `the totals of ${code ?? ''} do not come to zero`);
    draft.snapshot = snapshot;
  },
  audit: (draft, { count }) => {
    need(count >= draft.audited, `an audit log of ${count} lines after one of ${draft.audited}`);
    draft.audited = count;
  },
  key: (draft, { key, fromMs }) => {
    need(key.name === draft.origin, 'the key of another log');
    draft.vkeys = [...draft.vkeys, formatVkey(key)];
    draft.warnings.push(`from ${fromMs} on another key signs too: ${formatVkey(key)}`);
  },
};

/** Prices of any other model do not follow from fixed keys: their operator may choose each. */
function judgeModel({ origin, warnings }: Draft, { id, source, method }: SeriesEntry): void {
  if (source !== 'simulated' || isKeyed(method)) return;
  need(SANDBOX.test(origin), `simulated prices by ${method}, which no key binds`);
  warnings.push(`series ${id} has simulated prices by ${method}, which no key binds`);
}

function judge(draft: Draft, entry: Entry): void {
  need((entry.kind === 'log') === (draft.size === 0), 'a log says its name first, and once');
  if ('loggedMs' in entry) {
    const passedMs = entry.loggedMs - draft.loggedMs;
    need(passedMs >= 0, 'sealed before the entry before it');
    if (draft.loggedMs > 0 && passedMs > LOGGED_WITHIN_MS)
      draft.warnings.push(`nothing was sealed for ${passedMs} ms before it`);
    if (dayNumber(entry.loggedMs) > dayNumber(draft.loggedMs)) warnOfHidden(draft, entry.loggedMs);
    draft.loggedMs = entry.loggedMs;
  }
  const judgeKind = JUDGES[entry.kind] as ((of: Draft, one: Entry) => void) | undefined;
  judgeKind?.(draft, entry);
}

function judgeTicks(draft: Draft, loggedMs: number, { id, firstSeq, ticks }: LoggedTicks): void {
  const { series, warnings } = draft;
  const known = series.get(id);
  need(known !== undefined, `series ${id}, which the log has not named`);
  const { lastSeq, lastAtMs } = known;
  need(lastSeq === null || firstSeq === lastSeq + 1, `series ${id} goes on with seq ${firstSeq} after ${lastSeq}`);
  let beforeMs = lastAtMs ?? 0;
  let late = 0;
  for (const [place, { atMs }] of ticks.entries()) {
    const seq = firstSeq + place;
    need(atMs >= beforeMs, `series ${id} seq ${seq} is of a time before the tick before it`);
    need(atMs <= loggedMs, `series ${id} seq ${seq} is of a time after it was sealed`);
    beforeMs = atMs;
    // Times rise, so late ticks come first.
    if (loggedMs - atMs > LOGGED_WITHIN_MS) late += 1;
  }
  if (late > 0) {
    const mostMs = loggedMs - (ticks[0]?.atMs ?? loggedMs);
    warnings.push(`series ${id} seq ${seqRange(firstSeq, late)} late, by up to ${mostMs} ms`);
  }
  judgeKeys(draft, known, ticks);
  const index = known.index && withPrices(known.index, loggedMs, { firstSeq, ticks });
  series.set(id, { ...known, lastSeq: firstSeq + ticks.length - 1, lastAtMs: beforeMs, ...(index && { index }) });
}

/** Each price has a key that was fixed before and is not revealed yet. */
function judgeKeys({ chains, warnings }: Draft, series: FollowedSeries, ticks: readonly LoggedTick[]): void {
  const { id, identity, lastSeq } = series;
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (identity === null || first === undefined || last === undefined) return;
  const chain = chainOf(chains, identity);
  if (chain === undefined) {
    if (lastSeq === null) warnings.push(`series ${id} has prices before their keys were fixed`);
    return;
  }
  need(chainDayOf(chain.firstDay, last.atMs) <= chain.days, `series ${id} has prices of a day that has no key`);
  const firstDay = chainDayOf(chain.firstDay, first.atMs);
  if (firstDay <= chain.lastDay)
    warnings.push(`series ${id} has prices of ${dateOfDay(chain, firstDay)}, whose key was shown before`);
}

/** At the beginning of a day: a key that was not revealed for a whole day is a warning. */
function warnOfHidden({ chains, series, warnings }: Draft, nowMs: number): void {
  for (const chain of chains) {
    const due = [...series.values()].some(({ identity, lastAtMs }) => {
      if (identity === null || lastAtMs === null || chainOf(chains, identity) !== chain) return false;
      const lastDay = Math.min(chainDayOf(chain.firstDay, lastAtMs), chainDayOf(chain.firstDay, nowMs) - 2);
      return lastDay > chain.lastDay;
    });
    if (due) warnings.push(`the key of ${dateOfDay(chain, chain.lastDay + 1)} was not shown yet`);
  }
}

function keyedIdentity({ source, method, identity }: SeriesEntry): string | null {
  return source === 'simulated' && isKeyed(method) ? identity : null;
}

function dayNumber(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

// Validity of totals and documents against those before them.

/** Numbers of options and positions that a log has seen begin and end. Plain data, stored as JSON. */
export type FollowedTotals = {
  /** Commitments so far; `null` where the log follows another one, whose options may end in this one. */
  readonly committed: number | null;
  /** Options that ended. Each had a commitment, here or in a log before. */
  readonly ended: number;
  /** The last day with statistics; empty before the first. */
  readonly day: string;
};

/** Versions of documents by name and number, with the hash of each. */
export type FollowedRules = Readonly<Record<string, string>>;

/** The state after commitments. */
export function withCommitments(before: FollowedTotals, count: number): FollowedTotals {
  return { ...before, committed: before.committed === null ? null : before.committed + count };
}

/** No day is missing, and no more options end than began, where the log has seen them all begin. */
export function withStatistics(
  before: FollowedTotals,
  { day, totals }: StatisticsEntry,
  loggedMs: number,
): FollowedTotals {
  const dayMs = Date.parse(day);
  need(before.day === '' || dayMs === Date.parse(before.day) + DAY_MS, `not of the day after ${before.day}`);
  need(dayMs + DAY_MS <= loggedMs, 'of a day that is not over');
  const wrong = totals.find((one) => one.won + one.lost + one.tied + one.void !== one.count);
  need(wrong === undefined, `the counts of ${wrong === undefined ? '' : nameOf(wrong)} do not come to ${wrong?.count}`);
  const small = totals.find(
    ({ market, direction, count }) => count < SUMMED_LEAST && (market !== ALL || direction !== ALL),
  );
  need(small === undefined, `${small?.count} of ${small === undefined ? '' : nameOf(small)} are listed apart`);
  const options = totals.filter(({ contract }) => contract === 'option');
  const ended = options.reduce((sum, { count }) => sum + count, before.ended);
  need(
    before.committed === null || ended <= before.committed,
    `${ended} options have ended, of ${before.committed} contracts that were committed to`,
  );
  return { ...before, ended, day };
}

/** A document has one text for each version. */
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
