// A restored database continues its transparency log only when nothing can have been published after the backup.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLogHarness, type LogHarness } from '../testing/logHarness.ts';
import { usualEngine } from '../testing/testDatabase.ts';
import { settleRestoredLog } from './restoredDatabase.ts';

const MADE_AT = '2026-11-28T12:00:00.000Z';
let harness: LogHarness;
let other: LogHarness;
beforeAll(async () => {
  harness = await openLogHarness(await usualEngine());
  other = await openLogHarness('pglite');
  for (const one of [harness, other]) {
    const sequencer = await one.startSequencer();
    for (let seconds = 0; seconds < 2; seconds += 1) {
      await one.feed.append('BTC/USDT', { price: '60000' });
      await sequencer.advance();
    }
  }
});
afterAll(async () => {
  await harness.close();
  await other.close();
});

const settle = (newestText: string | undefined) =>
  settleRestoredLog(harness.database.db, harness.dataDir, { newestText, madeAt: MADE_AT });
const last = () => readFile(join(harness.dataDir, 'log.last'), 'utf8');

it('continues when the last published checkpoint is its end', async () => {
  const newest = await last();
  expect(await settle(newest)).toBe('goes-on');
  await harness.feed.append('BTC/USDT', { price: '60001' });
  await (await harness.startSequencer()).advance();
  await harness.follow();
  // An earlier one does not reveal later entries.
  expect(await settle(newest)).toBe('stopped');
  await expect((await harness.startSequencer()).advance()).rejects.toThrow(`restored from a backup of ${MADE_AT}`);
  await harness.database.db.execute(sql`delete from log_halts`);
});

it('stops when the last published checkpoint is unknown', async () => {
  expect(await settle(undefined)).toBe('stopped');
  await expect((await harness.startSequencer()).advance()).rejects.toThrow('log new after-restore');
});

it('refuses a checkpoint of another log', async () => {
  await expect(settle((await other.published()).text)).rejects.toThrow('no key of this log signed');
  await expect(settle('something else')).rejects.toThrow('no checkpoint');
});
