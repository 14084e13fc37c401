/**
 * Whether a log goes on as it may: its entries one after the other, with what the entries before them said. Which tree
 * they are in is found out elsewhere.
 */
import { fromBase64, HASH_BYTES, toBase64 } from './bytes.ts';
import { parseEntry, type Entry, type EntryKind } from './entries.ts';
import { entryName, seqRange } from './entryName.ts';
import { formatVkey } from './keys.ts';
import type { LoggedTicks } from './priceEntries.ts';
import { chainDayOf, DAY_MS, isKeyAfter } from './seedChain.ts';
import { faultOf, need } from './steps.ts';
import { unbalancedCurrency } from './totalEntries.ts';

/** The log says something at least so often, and each tick within that time. More is worth a warning. */
export const SEALED_WITHIN_MS = 2000;

/** A series; `lastSeq` and `lastAtMs` are `null` before its first tick in the log. */
export type FollowedSeries = {
  readonly id: number;
  readonly lastSeq: number | null;
  readonly lastAtMs: number | null;
};

/** The chain of keys of simulated prices, up to the key that was revealed last; day 0 is the anchor. */
type FollowedChain = {
  readonly firstDay: string;
  readonly days: number;
  readonly lastDay: number;
  readonly lastKey: string;
};

/** What entries up to here said. It is plain data, to be kept as JSON. */
export type Followed = {
  readonly size: number;
  readonly sealedMs: number;
  readonly series: readonly FollowedSeries[];
  readonly chain: FollowedChain | null;
  /** Keys that the log named besides its first one. */
  readonly vkeys: readonly string[];
  /** The last snapshot of what users are owed. */
  readonly snapshot: number;
};

/** Before the first entry. */
export const NOTHING_FOLLOWED: Followed = {
  size: 0,
  sealedMs: 0,
  series: [],
  chain: null,
  vkeys: [],
  snapshot: 0,
};

/** How far entries are as they may be: up to the one that the fault names. */
export type FollowedOn = {
  readonly followed: Followed;
  readonly warnings: readonly string[];
  readonly fault: string | undefined;
};

/** Goes over the entries that follow. `origin` is what the log is called. */
export function followEntries(before: Followed, texts: readonly string[], origin: string): FollowedOn {
  const draft: Draft = { ...before, origin, series: new Map(before.series.map((one) => [one.id, one])), warnings: [] };
  let fault: string | undefined;
  for (const text of texts) {
    const warningsBefore = draft.warnings.length;
    const reason = faultOf(() => judge(draft, parseEntry(text)));
    // What is found out of an entry is said with its name, which takes time to make.
    const isNamed = reason !== undefined || draft.warnings.length > warningsBefore;
    const name = isNamed ? entryName(draft.size, text) : '';
    draft.warnings = draft.warnings.map((warning, place) => (place < warningsBefore ? warning : `${name}: ${warning}`));
    if (reason !== undefined) {
      fault = `${name}: ${reason}`;
      break;
    }
    draft.size += 1;
  }
  const { size, sealedMs, series, chain, vkeys, snapshot, warnings } = draft;
  return { followed: { size, sealedMs, series: [...series.values()], chain, vkeys, snapshot }, warnings, fault };
}

type Draft = { -readonly [Name in keyof Omit<Followed, 'series'>]: Followed[Name] } & {
  readonly origin: string;
  readonly series: Map<number, FollowedSeries>;
  warnings: string[];
};
type Judges = { readonly [Kind in EntryKind]?: (draft: Draft, entry: Extract<Entry, { kind: Kind }>) => void };

const JUDGES: Judges = {
  log: ({ origin }, entry) => need(entry.origin === origin, 'the name of another log'),
  series: ({ series }, { id }) => {
    need(!series.has(id), 'a series twice');
    series.set(id, { id, lastSeq: null, lastAtMs: null });
  },
  prices: (draft, { sealedMs, series }) => {
    for (const ticks of series) judgeTicks(draft, sealedMs, ticks);
  },
  quotes: ({ series }, { ticks }) =>
    need(
      ticks.every(({ id }) => series.has(id)),
      'a series that the log has not named',
    ),
  seed: (draft, { firstDay, days, anchor }) => {
    if (draft.chain !== null) {
      need(Date.parse(firstDay) > draft.sealedMs, 'other keys for days that have begun');
      draft.warnings.push(`prices from ${firstDay} on are made with keys of another chain`);
    }
    draft.chain = { firstDay, days, lastDay: 0, lastKey: toBase64(anchor) };
  },
  reveal: (draft, { day, key }) => {
    const { chain, sealedMs } = draft;
    need(chain !== null, 'a key of no chain');
    const place = chainDayOf(chain.firstDay, Date.parse(day));
    need(place > chain.lastDay && place <= chain.days, 'the key of a day that is not next');
    need(Date.parse(day) + DAY_MS <= sealedMs, 'the key of a day that is not over');
    const known = fromBase64(chain.lastKey, HASH_BYTES) ?? new Uint8Array();
    need(isKeyAfter(known, key, place - chain.lastDay), 'not the key that was fixed before');
    draft.chain = { ...chain, lastDay: place, lastKey: toBase64(key) };
  },
  liabilities: (draft, { snapshot, currencies }) => {
    need(snapshot > draft.snapshot, 'a snapshot that is not the next one');
    const code = unbalancedCurrency(currencies);
    need(code === undefined, `the totals of ${code ?? ''} do not come to zero`);
    draft.snapshot = snapshot;
  },
  key: (draft, { key, fromMs }) => {
    need(key.name === draft.origin, 'the key of another log');
    draft.vkeys = [...draft.vkeys, formatVkey(key)];
    draft.warnings.push(`from ${fromMs} on another key signs too: ${formatVkey(key)}`);
  },
};

function judge(draft: Draft, entry: Entry): void {
  need((entry.kind === 'log') === (draft.size === 0), 'a log says its name first, and once');
  if ('sealedMs' in entry) {
    const passedMs = entry.sealedMs - draft.sealedMs;
    need(passedMs >= 0, 'sealed before the entry before it');
    if (draft.sealedMs > 0 && passedMs > SEALED_WITHIN_MS)
      draft.warnings.push(`nothing was sealed for ${passedMs} ms before it`);
    draft.sealedMs = entry.sealedMs;
  }
  const judgeKind = JUDGES[entry.kind] as ((of: Draft, one: Entry) => void) | undefined;
  judgeKind?.(draft, entry);
}

function judgeTicks({ series, warnings }: Draft, sealedMs: number, { id, firstSeq, ticks }: LoggedTicks): void {
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
  series.set(id, { id, lastSeq: firstSeq + ticks.length - 1, lastAtMs: beforeMs });
}
