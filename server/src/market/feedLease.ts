/** Who leads: of all nodes on one database, one runs the feed. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '../db/database.ts';
import type { OpenDatabase } from '../db/connect.ts';

/** The right to run the feed, until it is released or its connection breaks. */
export type FeedLease = { isHeld(): boolean; release(): Promise<void> };

// Any number that nobody else uses; all nodes of one database share it.
const FEED_LOCK = 7_204_119;
const PING_MS = 2000;

/**
 * Takes the lease; undefined when another node has it. PGlite belongs to one process, which always leads. On PostgreSQL it is an advisory lock
 * of a transaction that stays open and writes nothing: when the node dies its connection does, and the lock is free.
 */
export async function acquireFeedLease({
  db,
  engine,
}: Pick<OpenDatabase, 'db' | 'engine'>): Promise<FeedLease | undefined> {
  return engine === 'pglite' ? { isHeld: () => true, release: async () => undefined } : acquireOnPostgres(db);
}

function acquireOnPostgres(db: Database): Promise<FeedLease | undefined> {
  return new Promise((resolve, reject) => {
    const released = new AbortController();
    let isHeld = false;
    const ended = db
      .transaction(async (tx) => {
        const [row] = await rowsOf<{ is_free: boolean }>(
          tx,
          sql`select pg_try_advisory_xact_lock(${FEED_LOCK}) as is_free`,
        );
        if (row?.is_free !== true) return;
        isHeld = true;
        resolve({ isHeld: () => isHeld, release });
        // A question now and then notices a connection that broke silently, and keeps the open transaction from being taken for a forgotten one.
        while (!(await waitOrEnd(released.signal))) await tx.execute(sql`select 1`);
      })
      .catch(reject)
      .finally(() => {
        isHeld = false;
        resolve(undefined);
      });
    const release = async () => {
      released.abort();
      await ended;
    };
  });
}

async function waitOrEnd(signal: AbortSignal): Promise<boolean> {
  await pause(PING_MS, undefined, { signal }).catch(() => undefined);
  return signal.aborted;
}
