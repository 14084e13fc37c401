/** The newest totals of what users are owed: shown to stand in the log, and beside how far the log has come since. */
import { parseCheckpoint, type Checkpoint } from '@halyard/contract/transparency/checkpoint';
import { parseEntry } from '@halyard/contract/transparency/entries';
import { utf8Of } from '@halyard/contract/transparency/bytes';
import { TILE_WIDTH, tileWidth } from '@halyard/contract/transparency/tiles';
import type { LiabilitiesEntry } from '@halyard/contract/transparency/totalEntries';
import { readEntry } from './judgeLog.ts';
import { UnreachableError, type RemoteLog } from './remoteLog.ts';

/** Totals come every hour. Older ones than this may be all that is shown, but are not the newest ones. */
const LATE_MS = 3 * 60 * 60_000;

export type NewestTotals = LiabilitiesEntry & { readonly isLate: boolean };

/** The totals in an entry of the log that `note` signs. Throws `UnreachableError` where it does not show them. */
export async function newestTotals(index: number, note: string, remote: RemoteLog): Promise<NewestTotals> {
  const head = parseCheckpoint(note);
  if (index >= head.size) throw new UnreachableError(`entry ${index} is not in the log yet`);
  const entry = await readEntry(index, head, remote);
  if (entry.kind !== 'liabilities') throw new UnreachableError(`entry ${index} holds no totals`);
  return { ...entry, isLate: (await timeOf(head, remote)) - entry.sealedMs > LATE_MS };
}

/** When the last entry that bears a time was sealed. */
async function timeOf(head: Checkpoint, remote: RemoteLog): Promise<number> {
  const tile = Math.floor((head.size - 1) / TILE_WIDTH);
  const entries = await remote.entries({ index: tile, width: tileWidth(0, tile, head.size) });
  const place = entries.findLastIndex((bytes) => 'sealedMs' in parseEntry(utf8Of(bytes) ?? ''));
  const entry = await readEntry(tile * TILE_WIDTH + Math.max(place, 0), head, remote);
  return 'sealedMs' in entry ? entry.sealedMs : Number.POSITIVE_INFINITY;
}
