/** `operator log check`: whether what stands in the database is what was signed, and where not. */
import { isSameBytes } from '@halyard/contract/transparency/bytes';
import { parseCheckpoint } from '@halyard/contract/transparency/checkpoint';
import { entryHash } from '@halyard/contract/transparency/entries';
import { append, EMPTY_FRONTIER, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import type { Reader } from '../../db/database.ts';
import { placeIn } from '../../transparency/logPlaces.ts';
import { readEntries, readHead, readLastNote, type LogPlace, type ReadEntry } from '../../transparency/logStore.ts';
import { readLogNumber } from '../../transparency/logSuccessors.ts';
import { publishedHead, type Published } from '../../transparency/publishedHead.ts';
import type { CommandAnswer, OperatorCommand, OperatorDeps } from '../../operator/command.ts';

const AT_ONCE = 1000;

/** The command. */
export const logCheckCommand: OperatorCommand = {
  group: 'log',
  name: 'check',
  args: [],
  options: [],
  summary: 'compare prices and entries with the public log that was signed; ends with 1 when something differs',
  run: (deps) => checkLog(deps),
};

async function checkLog({ db, dataDir }: OperatorDeps): Promise<CommandAnswer> {
  const published = await publishedHead(dataDir).read();
  const newest = (await readHead(db))?.log ?? 0;
  let size = 0;
  const faults: string[] = [];
  for (let log = 0; log <= newest; log += 1) {
    const note = await readLastNote(db, log);
    const checked = await checkOne(db, { log, note }, published);
    size += checked.size;
    faults.push(...checked.faults);
  }
  const isFault = faults.length > 0;
  const text = isFault ? faults.join('\n') : `${size} entries are what was signed, and the prices are those in them.`;
  return { data: { size, faults }, text, isFault };
}

/** One of the logs that follow each other. */
async function checkOne(
  db: Reader,
  { log, note }: { readonly log: number; readonly note: string | undefined },
  published: Published | undefined,
) {
  const signed = note === undefined ? undefined : parseCheckpoint(note);
  const size = signed?.size ?? 0;
  const isPublished = published !== undefined && log === (await readLogNumber(db, published.origin));
  const { faults, frontier, atPublished } = await readThrough(
    db,
    { log, size },
    isPublished ? published.size : undefined,
  );
  if (signed !== undefined && !isSameBytes(signed.root, rootOf(frontier)))
    faults.push(`The tree of ${size} entries has another root than the one that was signed.`);
  if (isPublished && (atPublished === undefined || !isSameBytes(published.root, atPublished)))
    faults.push(`What was published last, ${published.size} entries, is not in this database.`);
  return { size, faults };
}

/** Every entry, and the tree that their hashes make; also as it was at the size that was published last. */
async function readThrough(reader: Reader, { log, size }: LogPlace, publishedSize: number | undefined) {
  const faults: string[] = [];
  let frontier: Frontier = EMPTY_FRONTIER;
  let atPublished = publishedSize === 0 ? rootOf(frontier) : undefined;
  for (let from = 0; from < size; from += AT_ONCE) {
    for (const entry of await readEntries(reader, placeIn(log, from), Math.min(AT_ONCE, size - from))) {
      if (!isSameBytes(entryHash(entry.text), entry.leaf)) faults.push(faultOf(entry));
      ({ frontier } = append(frontier, [entry.leaf]));
      if (frontier.size === publishedSize) atPublished = rootOf(frontier);
    }
  }
  return { faults, frontier, atPublished };
}

function faultOf({ index, kind, content }: ReadEntry): string {
  const ticks = 'ranges' in content ? content.ranges : [];
  const named = ticks.map(({ seriesId, firstSeq, count }) => {
    const last = firstSeq + count - 1;
    return `series ${seriesId} seq ${count === 1 ? firstSeq : `${firstSeq} to ${last}`}`;
  });
  return `Entry ${index} (${[kind, ...named].join(', ')}) is not what was signed.`;
}
