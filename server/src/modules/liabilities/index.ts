/** Liabilities: a snapshot every hour in the public log, its totals, and each user's own proof. */
import { randomBytes } from 'node:crypto';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, isZero } from '@halyard/contract/money';
import { MINUTE_MS } from '@halyard/contract/time';
import { NONCE_BYTES } from '@halyard/contract/transparency/bytes';
import { parseEntry } from '@halyard/contract/transparency/entries';
import {
  getLiabilityProof,
  getLiabilityTotals,
  type LiabilityTotals,
  type OwnLiabilityProof,
} from '@halyard/contract/transparency/figureCalls';
import { inclusionProof } from '@halyard/contract/transparency/tiles';
import type { LiabilitiesEntry } from '@halyard/contract/transparency/totalEntries';
import { formatLiabilityProof, liabilityNonce, provenChunk } from '@halyard/contract/transparency/verifyLiability';
import { answerPublic, answerUser, BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { addJob, ONLY, type Lease, type LeaseJob } from '../../jobs/job.ts';
import type { Module } from '../../module.ts';
import { placeIn, readLogNumber } from '../../transparency/logPlaces.ts';
import { readEntries, tileReader, type LogPlace } from '../../transparency/logStore.ts';
import { addPending } from '../../transparency/pending.ts';
import { readShown } from '../../transparency/proofs.ts';
import { publishedHead, type Published } from '../../transparency/publishedHead.ts';
import { readBooks } from './readBooks.ts';
import {
  growTree,
  insertSecrets,
  insertSnapshot,
  LIABILITY_PRUNERS,
  readNewest,
  readOwnLeaves,
  readPath,
  readTiles,
  tilesOf,
} from './snapshotStore.ts';

export const liabilities: Module = {
  pruners: LIABILITY_PRUNERS,
  create: (deps) => ({
    handlers: [
      answerPublic(getLiabilityTotals, () => readTotals(deps)),
      // The token alone selects the user: the request has no field for another one.
      answerUser(getLiabilityProof, (_request, { user }) => makeProof(deps, user.id)),
    ],
    jobs: [createSnapshotJob(deps, deps.settings.liabilitiesMinutes * MINUTE_MS)],
  }),
};

// The hourly snapshot of liabilities: read at one moment, built into a tree, added to the public log.

const SNAPSHOT = 'liabilities';

/**
 * Creates the job. It runs under a lease, because a tree of many users takes seconds: balances are read in a short
 * transaction and written in another. There is one snapshot a period, also when a node crashes after writing it.
 */
export function createSnapshotJob(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  everyMs: number,
): LeaseJob {
  const periodOf = (ms: number) => Math.floor(ms / everyMs) * everyMs;
  return {
    name: SNAPSHOT,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: SNAPSHOT, key: ONLY, dueAtMs: periodOf(clock.nowMs()) + everyMs }]),
    run: async (_row, lease) => {
      const takenMs = clock.nowMs();
      const periodMs = periodOf(takenMs);
      await takeSnapshot(db, { takenMs, periodMs }, lease);
      return { againAtMs: periodMs + everyMs };
    },
  };
}

async function takeSnapshot(
  db: Database,
  { takenMs, periodMs }: { readonly takenMs: number; readonly periodMs: number },
  lease: Lease,
): Promise<void> {
  const { last, journalId, currencies, holders } = await readBooks(db);
  if (last !== undefined && last.periodMs >= periodMs) return;
  const id = (last?.id ?? 0) + 1;
  const named = holders.map((holder) => ({ ...holder, secret: holder.secret ?? randomBytes(NONCE_BYTES) }));
  const { root, leaves, tiles, owners } = await growTree(id, named, currencies.length);
  await db.transaction(async (tx) => {
    await lease.confirm(tx);
    await insertSecrets(
      tx,
      named.filter((_, place) => holders[place]?.secret === undefined),
    );
    const pendingId = await addPending(tx, { kind: 'liabilities', snapshot: id, journalId, root, leaves, currencies });
    await insertSnapshot(tx, { id, periodMs, takenMs, pendingId, tiles, owners });
  });
}

// Totals of the newest snapshot, and a user's proof of their own balances in one.

type AnswerDeps = { readonly db: Database; readonly clock: Clock; readonly dataDir: string };

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
