import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';

/**
 * Keys of PostgreSQL's advisory locks, which all nodes of a database share. A key with a second number (a market) never
 * conflicts with a key without one.
 */
export const LOCKS = {
  /** Migration, by one node at a time. */
  migration: 7_204_118,
  /** Creation of the template database of tests. */
  testTemplate: 7_204_119,
  /** Capital of the house in the sandbox. */
  houseCapital: 7_204_121,
  /** New versions of the options' terms. */
  optionVersions: 7_204_122,
  /** Purchases of options, whose limits apply to all markets together. */
  optionHouse: 7_204_123,
  /** Purchases and settlements of options, with a market. */
  optionMarket: 7_204_124,
  /** Futures positions and orders (also `futures_sweep.sql`). */
  futures: 7_204_125,
  /** New versions of the futures' terms. */
  futuresVersions: 7_204_126,
  /** New versions of the trust products' terms. */
  trustVersions: 7_204_127,
  /** Purchases of trust products. */
  trustPurchase: 7_204_128,
  /** New versions of the rebate terms. */
  rebateVersions: 7_204_129,
  /** New versions of limits and fee groups. */
  limitVersions: 7_204_132,
  /** Converts, whose limit applies to all of them together. */
  convert: 7_204_133,
  /** Offerings of the sandbox. */
  sandboxOfferings: 7_204_131,
  /** Price alerts, with a market (also `price_alert_fire.sql` and `price_alert_look.sql`). */
  priceAlerts: 7_204_131,
  /** The transparency log: exclusive to add entries, shared to prevent that. */
  transparency: 7_204_513,
  /** Articles of the repository, which each start updates. */
  articles: 7_301_115,
} as const;

// Lets other work use the database first: for background work that runs many transactions.

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
