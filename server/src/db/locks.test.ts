// The SQL functions lock with the numbers of the table, and no two locks without a market share one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SERVER } from '../folders.ts';
import { openTestDatabaseOn } from '../testing/testDatabase.ts';
import type { OpenDatabase } from './connect.ts';
import { letOthersFirst, LOCKS } from './locks.ts';

it('has one number for each lock without a market', () => {
  const { optionMarket: _optionMarket, priceAlerts: _priceAlerts, ...single } = LOCKS;
  expect(new Set(Object.values(single)).size).toBe(Object.keys(single).length);
});

test.each([
  ['futures_sweep', `pg_advisory_xact_lock(${LOCKS.futures})`],
  ['price_alert_fire', `pg_advisory_xact_lock(${LOCKS.priceAlerts}, p_market)`],
  ['price_alert_look', `pg_advisory_xact_lock(${LOCKS.priceAlerts}, p_market)`],
])('%s uses the number of its lock', (name, call) => {
  expect(readFileSync(join(SERVER, `src/db/functions/${name}.sql`), 'utf8')).toContain(call);
});

// Background work leaves the embedded database to other work, but not forever.
describe('let others first', () => {
  const LONG_MS = 60_000;

  let database: OpenDatabase;

  beforeAll(async () => {
    database = await openTestDatabaseOn('pglite');
  });
  afterAll(() => database.close());

  it('waits until the only connection is free, or for the maximum time', async () => {
    let isOver = false;
    const held = database.db.transaction(async () => {
      await letOthersFirst(database.db, 0);
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      isOver = true;
    });
    await letOthersFirst(database.db, LONG_MS);
    expect(isOver).toBe(true);
    await held;
  });
});
