/** Lets other work use the database first: for background work that runs many transactions. */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';

/** After this many turns of the event loop without a waiting query, no other work is between two statements. */
const QUIET_TURNS = 4;

/**
 * Waits while no connection is free, at most `maxMs` milliseconds. The embedded database has one connection: background
 * work that takes it again immediately makes other work wait for a whole transaction before each of its statements.
 */
export async function letOthersFirst(db: Database, maxMs: number): Promise<void> {
  // drizzle exposes the driver's pool here.
  const { $client: pool } = db as unknown as { readonly $client: pg.Pool };
  const endMs = performance.now() + maxMs;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < endMs; quiet += 1) {
    await setImmediate();
    if (pool.idleCount === 0 && pool.totalCount >= pool.options.max) quiet = -1;
  }
}
