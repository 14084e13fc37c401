// Background work leaves the embedded database to other work, but not forever.
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabaseOn } from '../testing/testDatabase.ts';
import type { OpenDatabase } from './connect.ts';
import { letOthersFirst } from './letOthersFirst.ts';

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
