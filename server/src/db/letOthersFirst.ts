/** Courtesy of work in many transactions, for which nobody waits, towards those who wait for the database. */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';

/** So many turns of the event loop without a wish mean that nobody is between two statements either. */
const QUIET_TURNS = 4;

/**
 * Waits while no connection is free, for so many milliseconds at most. The embedded database has one connection: who
 * takes it again at once keeps others waiting for a whole transaction before each of their statements.
 */
export async function letOthersFirst(db: Database, maxMs: number): Promise<void> {
  // drizzle keeps the driver's pool here.
  const { $client: pool } = db as unknown as { readonly $client: pg.Pool };
  const endMs = performance.now() + maxMs;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < endMs; quiet += 1) {
    await setImmediate();
    if (pool.idleCount === 0 && pool.totalCount >= pool.options.max) quiet = -1;
  }
}
