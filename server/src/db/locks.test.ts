// The SQL functions lock with the numbers of the table, and no two locks without a market share one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { SERVER } from '../folders.ts';
import { LOCKS } from './locks.ts';

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
