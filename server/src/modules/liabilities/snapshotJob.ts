/** The hourly snapshot of liabilities: read at one moment, built into a tree, added to the public log. */
import { randomBytes } from 'node:crypto';
import { NONCE_BYTES } from '@halyard/contract/transparency/commitment';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { addJob, ONLY, type Lease, type LeaseJob } from '../../jobs/job.ts';
import { addPending } from '../../transparency/pending.ts';
import { growTree } from './growTree.ts';
import { readBooks } from './readBooks.ts';
import { insertSecrets, insertSnapshot } from './snapshotStore.ts';

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
