/** Names of entries in messages. */
import { parseEntry, type Entry } from './entries.ts';
import { LogFormatError } from './LogFormatError.ts';

/** A run of ticks, also in an unreadable entry: an entry whose ticks were dropped still has this line. */
const RUN = /^series (\d+) (\d+)$/gmu;

/** Its index and kind; for prices also series and seq: `entry 7 (prices, series 1 seq 5 to 9)`. */
export function entryName(index: number, text: string): string {
  const entry = readable(text);
  const runs = entry?.kind === 'prices' ? entry.series : [];
  const ticks = runs.map(({ id, firstSeq, ticks: { length } }) => `series ${id} seq ${seqRange(firstSeq, length)}`);
  if (entry === undefined) for (const [, id, seq] of text.matchAll(RUN)) ticks.push(`series ${id} seq ${seq}`);
  return `entry ${index} (${[entry?.kind ?? 'unreadable', ...ticks].join(', ')})`;
}

/** `5`, or `5 to 9`. */
export function seqRange(firstSeq: number, count: number): string {
  return count === 1 ? String(firstSeq) : `${firstSeq} to ${firstSeq + count - 1}`;
}

function readable(text: string): Entry | undefined {
  try {
    return parseEntry(text);
  } catch (error) {
    if (error instanceof LogFormatError) return undefined;
    throw error;
  }
}
