// A restored database goes on with its public log only where nothing can have been published after the backup.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLogHarness, type LogHarness } from '../testing/logHarness.ts';
import { usualEngine } from '../testing/testDatabase.ts';
import { settleRestoredLog } from './restoredLog.ts';

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
      await sequencer.seal();
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

it('goes on where the last checkpoint that was published is its end', async () => {
  const newest = await last();
  expect(await settle(newest)).toBe('goes-on');
  await harness.feed.append('BTC/USDT', { price: '60001' });
  await (await harness.startSequencer()).seal();
  await harness.follow();
  // An earlier one does not say what came after it.
  expect(await settle(newest)).toBe('stopped');
  await expect((await harness.startSequencer()).seal()).rejects.toThrow(`restored from a backup of ${MADE_AT}`);
  await harness.database.db.execute(sql`delete from log_halts`);
});

it('stops where nobody knows what was published last', async () => {
  expect(await settle(undefined)).toBe('stopped');
  await expect((await harness.startSequencer()).seal()).rejects.toThrow('log new after-restore');
});

it('takes no checkpoint of another log for it', async () => {
  await expect(settle((await other.published()).text)).rejects.toThrow('no key of this log signed');
  await expect(settle('something else')).rejects.toThrow('no checkpoint');
});
