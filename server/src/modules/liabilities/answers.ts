/** Totals of the newest snapshot, and a user's proof of their own balances in one. */
import type { LiabilityTotals, OwnLiabilityProof } from '@halyard/contract/transparency/figureCalls';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { parseEntry } from '@halyard/contract/transparency/entries';
import { liabilityNonce } from '@halyard/contract/transparency/liabilities';
import { inclusionProof } from '@halyard/contract/transparency/tiles';
import type { LiabilitiesEntry } from '@halyard/contract/transparency/totalEntries';
import { formatLiabilityProof, provenChunk } from '@halyard/contract/transparency/verifyLiability';
import { add, isZero } from '@halyard/contract/money';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { placeIn } from '../../transparency/logPlaces.ts';
import { readEntries, tileReader, type LogPlace } from '../../transparency/logStore.ts';
import { readLogNumber } from '../../transparency/logSuccessors.ts';
import { readShown } from '../../transparency/proofs.ts';
import { publishedHead, type Published } from '../../transparency/publishedHead.ts';
import { readPath, tilesOf } from './growTree.ts';
import { readNewest, readOwnLeaves, readTiles } from './snapshotStore.ts';

export type AnswerDeps = { readonly db: Database; readonly clock: Clock; readonly dataDir: string };

/** Public totals. Throws `BusinessError('SNAPSHOT_NOT_FOUND')` before the first snapshot is published. */
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

/** A user's proof. Throws `BusinessError('SNAPSHOT_NOT_FOUND')` when no published snapshot contains the user. */
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

/** The published tree, or the part of it that witnesses have cosigned. */
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
