/** What anybody may know of the newest snapshot, and the proof that a user gets of his own balances in one. */
import type { LiabilityTotals, OwnLiabilityProof } from '@halyard/contract/calls/liabilities';
import type { CurrencyId, UserId } from '@halyard/contract/calls/ids';
import { parseEntry } from '@halyard/contract/log/entries';
import { liabilityNonce } from '@halyard/contract/log/liabilities';
import { inclusionProof } from '@halyard/contract/log/tiles';
import type { LiabilitiesEntry } from '@halyard/contract/log/totalEntries';
import { formatLiabilityProof, provenChunk } from '@halyard/contract/log/verifyLiability';
import { add, isZero } from '@halyard/contract/money';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { placeIn } from '../../log/logPlaces.ts';
import { readEntries, tileReader, type LogPlace } from '../../log/logStore.ts';
import { readLogNumber } from '../../log/logSuccessors.ts';
import { readShown } from '../../log/proofs.ts';
import { publishedHead, type Published } from '../../log/publishedHead.ts';
import { readPath, tilesOf } from './growTree.ts';
import { readNewest, readOwnLeaves, readTiles } from './snapshotStore.ts';

export type AnswerDeps = { readonly db: Database; readonly clock: Clock; readonly dataDir: string };

/** Throws `BusinessError('SNAPSHOT_NOT_FOUND')` before the first one is published. */
export async function readTotals({ db, dataDir }: AnswerDeps): Promise<LiabilityTotals> {
  const published = await readPublished(db, dataDir);
  const newest = await readNewest(db, published);
  if (newest === undefined) throw new BusinessError('SNAPSHOT_NOT_FOUND');
  const { snapshot, journalId, leaves, currencies } = (await readSnapshot(db, published.log, newest.index)).entry;
  const totals = currencies.map(({ id, code, users, house }) => ({
    currencyId: id as CurrencyId,
    code,
    users,
    house: [...house],
    sum: add(users, ...house.map(({ total }) => total)),
  }));
  return {
    snapshot,
    at: newest.takenAt,
    index: newest.index,
    journalId,
    leaves,
    currencies: totals,
    isBalanced: totals.every(({ sum }) => isZero(sum)),
  };
}

/** Throws `BusinessError('SNAPSHOT_NOT_FOUND')` when no published one holds the user. */
export async function makeProof({ db, clock, dataDir }: AnswerDeps, userId: UserId): Promise<OwnLiabilityProof> {
  const { log, size, text: checkpoint } = await readPublished(db, dataDir);
  const own = await readOwnLeaves(db, userId, { log, size, nowMs: clock.nowMs() });
  if (own === undefined) throw new BusinessError('SNAPSHOT_NOT_FOUND');
  const { id, takenAt, index, contact, secret } = own;
  const { text, entry } = await readSnapshot(db, log, index);
  const proof = await inclusionProof(index, size, tileReader(db, log));
  const file = formatLiabilityProof({
    snapshot: id,
    userId,
    contact,
    nonce: liabilityNonce(secret, id),
    chunks: await readChunks(db, own, entry),
    entries: [{ index, text, proof }],
    checkpoint,
  });
  return { at: takenAt, isNewest: (await readNewest(db, { log, size }))?.id === id, file };
}

async function readChunks(
  reader: Reader,
  { id, leaves }: { readonly id: number; readonly leaves: readonly number[] },
  { leaves: count, currencies }: LiabilitiesEntry,
) {
  const ways = leaves.map((leaf) => tilesOf(leaf, count));
  const height = ways[0]?.length ?? 0;
  const tiles = await readTiles(reader, id, ways.flat());
  return leaves.map((leaf, chunk) => {
    const way = (ways[chunk] ?? []).map(({ at }, level) => ({
      at,
      nodes: tiles[chunk * height + level] ?? new Uint8Array(),
    }));
    const { sums, path } = readPath(way, currencies.length);
    return provenChunk(leaf, sums, path);
  });
}

/** What was published, or what others cosigned of it. */
async function readPublished(reader: Reader, dataDir: string): Promise<LogPlace & Pick<Published, 'text'>> {
  const published = await publishedHead(dataDir).read();
  if (published === undefined) throw new BusinessError('SNAPSHOT_NOT_FOUND');
  const log = await readLogNumber(reader, published.origin);
  return { log, ...(await readShown(reader, published, log)) };
}

async function readSnapshot(reader: Reader, log: number, index: number) {
  const [read] = await readEntries(reader, placeIn(log, index), 1);
  const entry = read && parseEntry(read.text);
  if (entry?.kind !== 'liabilities') throw new Error(`entry ${index} of the log is no snapshot of liabilities`);
  return { text: read?.text ?? '', entry };
}
