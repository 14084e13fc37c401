/**
 * Whether a log goes on as it may: its entries one after the other, with what the entries before them said. Which tree
 * they are in is found out elsewhere.
 */
import { parseEntry, type Entry, type EntryKind, type SeriesEntry } from './entries.ts';
import { entryName, seqRange } from './entryName.ts';
import { chainOf, dateOfDay, KEYED_MODEL, withReveal, withSeed, type FixedChain } from './fixedKeys.ts';
import { withCommitments, withRules, withStatistics, type FollowedRules, type FollowedTotals } from './followTotals.ts';
import { followedIndex, needQuotes, withPrices, withQuotes, type FollowedIndex } from './followLive.ts';
import { formatVkey } from './keys.ts';
import type { LoggedTick, LoggedTicks } from './priceEntries.ts';
import { chainDayOf, DAY_MS } from './seedChain.ts';
import { faultOf, need } from './steps.ts';
import { unbalancedCurrency } from './totalEntries.ts';

/** The log says something at least so often, and each tick within that time. More is worth a warning. */
export const SEALED_WITHIN_MS = 2000;

// What sandboxes are called that have no name of their own.
const SANDBOX = /^sandbox\.halyard\.invalid\//;

/** A series; `lastSeq` and `lastAtMs` are `null` before its first tick in the log. */
export type FollowedSeries = {
  readonly id: number;
  readonly market: string;
  /** By which its keys are found; `null` where prices are made without. */
  readonly identity: string | null;
  readonly lastSeq: number | null;
  readonly lastAtMs: number | null;
  /** Of prices that are an index of quotes in the log. */
  readonly index?: FollowedIndex | undefined;
};

/** What entries up to here said. It is plain data, to be kept as JSON. */
export type Followed = {
  readonly size: number;
  readonly sealedMs: number;
  readonly series: readonly FollowedSeries[];
  readonly chains: readonly FixedChain[];
  /** Keys that the log named besides its first one. */
  readonly vkeys: readonly string[];
  /** The last snapshot of what users are owed. */
  readonly snapshot: number;
  /** Lines of the operators' audit log. */
  readonly audited: number;
  readonly totals: FollowedTotals;
  readonly rules: FollowedRules;
};

/** Before the first entry. */
export const NOTHING_FOLLOWED: Followed = {
  size: 0,
  sealedMs: 0,
  series: [],
  chains: [],
  vkeys: [],
  snapshot: 0,
  audited: 0,
  totals: { committed: 0, ended: 0, day: '' },
  rules: {},
};

/** How far entries are as they may be: up to the one that the fault names. */
export type FollowedOn = {
  readonly followed: Followed;
  readonly warnings: readonly string[];
  readonly fault: string | undefined;
};

/** Is shown each entry that is as it may be. */
export type LookAt = (index: number, entry: Entry) => void;

/** Goes over the entries that follow. `origin` is what the log is called. */
export function followEntries(before: Followed, texts: readonly string[], origin: string, look?: LookAt): FollowedOn {
  const draft: Draft = { ...before, origin, series: new Map(before.series.map((one) => [one.id, one])), warnings: [] };
  let fault: string | undefined;
  for (const text of texts) {
    const warningsBefore = draft.warnings.length;
    let entry: Entry | undefined;
    const reason = faultOf(() => {
      entry = parseEntry(text);
      judge(draft, entry);
    });
    // What is found out of an entry is said with its name, which takes time to make.
    const isNamed = reason !== undefined || draft.warnings.length > warningsBefore;
    const name = isNamed ? entryName(draft.size, text) : '';
    draft.warnings = draft.warnings.map((warning, place) => (place < warningsBefore ? warning : `${name}: ${warning}`));
    if (reason !== undefined) {
      fault = `${name}: ${reason}`;
      break;
    }
    if (entry !== undefined) look?.(draft.size, entry);
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
  prices: (draft, { sealedMs, series }) => {
    for (const { id, index } of draft.series.values()) if (index !== undefined) needQuotes(id, index, sealedMs);
    for (const ticks of series) judgeTicks(draft, sealedMs, ticks);
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
    draft.chains = withReveal(draft.chains, entry, draft.sealedMs);
  },
  statistics: (draft, entry) => {
    draft.totals = withStatistics(draft.totals, entry, draft.sealedMs);
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

/** Prices of any other model follow from no key that was fixed before: whoever runs it may choose each. */
function judgeModel({ origin, warnings }: Draft, { id, source, method }: SeriesEntry): void {
  if (source !== 'simulated' || method === KEYED_MODEL) return;
  need(SANDBOX.test(origin), `simulated prices by ${method}, which no key binds`);
  warnings.push(`series ${id} has simulated prices by ${method}, which no key binds`);
}

function judge(draft: Draft, entry: Entry): void {
  need((entry.kind === 'log') === (draft.size === 0), 'a log says its name first, and once');
  if ('sealedMs' in entry) {
    const passedMs = entry.sealedMs - draft.sealedMs;
    need(passedMs >= 0, 'sealed before the entry before it');
    if (draft.sealedMs > 0 && passedMs > SEALED_WITHIN_MS)
      draft.warnings.push(`nothing was sealed for ${passedMs} ms before it`);
    if (dayNumber(entry.sealedMs) > dayNumber(draft.sealedMs)) warnOfHidden(draft, entry.sealedMs);
    draft.sealedMs = entry.sealedMs;
  }
  const judgeKind = JUDGES[entry.kind] as ((of: Draft, one: Entry) => void) | undefined;
  judgeKind?.(draft, entry);
}

function judgeTicks(draft: Draft, sealedMs: number, { id, firstSeq, ticks }: LoggedTicks): void {
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
    need(atMs <= sealedMs, `series ${id} seq ${seq} is of a time after it was sealed`);
    beforeMs = atMs;
    // Times rise, so those that are late come first.
    if (sealedMs - atMs > SEALED_WITHIN_MS) late += 1;
  }
  if (late > 0) {
    const mostMs = sealedMs - (ticks[0]?.atMs ?? sealedMs);
    warnings.push(`series ${id} seq ${seqRange(firstSeq, late)} late, by up to ${mostMs} ms`);
  }
  judgeKeys(draft, known, ticks);
  const index = known.index && withPrices(known.index, sealedMs, { firstSeq, ticks });
  series.set(id, { ...known, lastSeq: firstSeq + ticks.length - 1, lastAtMs: beforeMs, ...(index && { index }) });
}

/** Each price has a key that was fixed before and is not known yet. */
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

/** At the beginning of a day: a key that was not shown for a whole day is worth a look. */
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
  return source === 'simulated' && method === KEYED_MODEL ? identity : null;
}

function dayNumber(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
