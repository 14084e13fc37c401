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
import { readEntries, tileReader } from '../../log/logStore.ts';
import { publishedHead, type Published } from '../../log/publishedHead.ts';
import { readPath, tilesOf } from './growTree.ts';
import { readNewest, readOwnLeaves, readTiles } from './snapshotStore.ts';

export type AnswerDeps = { readonly db: Database; readonly clock: Clock; readonly dataDir: string };

/** Throws `BusinessError('SNAPSHOT_NOT_FOUND')` before the first one is published. */
export async function readTotals({ db, dataDir }: AnswerDeps): Promise<LiabilityTotals> {
  const { size } = await readPublished(dataDir);
  const newest = await readNewest(db, size);
  if (newest === undefined) throw new BusinessError('SNAPSHOT_NOT_FOUND');
  const { snapshot, journalId, leaves, currencies } = (await readSnapshot(db, newest.index)).entry;
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
  const { size, text: checkpoint } = await readPublished(dataDir);
  const own = await readOwnLeaves(db, userId, { size, nowMs: clock.nowMs() });
  if (own === undefined) throw new BusinessError('SNAPSHOT_NOT_FOUND');
  const { id, takenAt, index, contact, secret } = own;
  const { text, entry } = await readSnapshot(db, index);
  const proof = await inclusionProof(index, size, tileReader(db));
  const file = formatLiabilityProof({
    snapshot: id,
    userId,
    contact,
    nonce: liabilityNonce(secret, id),
    chunks: await readChunks(db, own, entry),
    entries: [{ index, text, proof }],
    checkpoint,
  });
  return { at: takenAt, file };
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

async function readPublished(dataDir: string): Promise<Pick<Published, 'size' | 'text'>> {
  const published = await publishedHead(dataDir).read();
  if (published === undefined) throw new BusinessError('SNAPSHOT_NOT_FOUND');
  return published;
}

async function readSnapshot(reader: Reader, index: number) {
  const [read] = await readEntries(reader, index, 1);
  const entry = read && parseEntry(read.text);
  if (entry?.kind !== 'liabilities') throw new Error(`entry ${index} of the log is no snapshot of liabilities`);
  return { text: read?.text ?? '', entry };
}
