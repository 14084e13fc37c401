/** Commitments and ticks in the entries of a receipt. */
import { commitmentOf, isSameBytes } from './bytes.ts';
import { parseEntry, type CommitsEntry, type Entry } from './entries.ts';
import { isoOf, type CommittedTick } from './exitRule.ts';
import type { ReceiptFile } from './receiptFile.ts';

type Indexed = { readonly index: number };
export type FoundEntry = Entry & Indexed;
export type FoundCommits = CommitsEntry & Indexed;
export type FoundTick = CommittedTick & Indexed;

/** Largest delay of the logging of a change of an option or position. */
export const COMMIT_WITHIN_MS = 5000;
/** A tick this long before an action, or longer, cannot be its newest one when the next tick follows. */
export const NEWEST_WITHIN_MS = 2000;

/** The entries of a file, ascending. */
export function foundEntries({ entries }: ReceiptFile): readonly FoundEntry[] {
  return entries.map(({ index, text }) => ({ ...parseEntry(text), index })).toSorted((a, b) => a.index - b.index);
}

/** The entry with the commitment to these terms. */
export function commitsTo(
  entries: readonly FoundEntry[],
  { nonce, terms }: { readonly nonce: Uint8Array; readonly terms: string },
): FoundCommits | undefined {
  const due = commitmentOf(nonce, terms);
  const commits = entries.filter((entry) => entry.kind === 'commits');
  return commits.find(({ commitments }) => commitments.some((commitment) => isSameBytes(commitment, due)));
}

/** The ticks of a series, ascending. */
export function ticksOf(entries: readonly FoundEntry[], series: number): readonly FoundTick[] {
  const ticks = entries.flatMap((entry) => {
    if (entry.kind !== 'prices') return [];
    const { loggedMs, index } = entry;
    const runs = entry.series.filter(({ id }) => id === series);
    return runs.flatMap(({ firstSeq, ticks: run }) =>
      run.map(({ atMs, price }, place) => ({ seq: firstSeq + place, at: isoOf(atMs), price, loggedMs, index })),
    );
  });
  return ticks.toSorted((a, b) => a.seq - b.seq);
}

export function tickAt(ticks: readonly FoundTick[], due: number): FoundTick | undefined {
  return ticks.find(({ seq }) => seq === due);
}

/** Whether no tick is there twice. */
export function areDistinct(ticks: readonly FoundTick[]): boolean {
  return new Set(ticks.map(({ seq }) => seq)).size === ticks.length;
}
