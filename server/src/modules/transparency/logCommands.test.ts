// The log itself announces a new key, and a lost key ends its log alone.
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followEntries, NOTHING_FOLLOWED } from '@halyard/contract/transparency/followEntries';
import { parseCheckpoint, parseVkey, verifyNote, type VerifierKey } from '@halyard/contract/transparency/note';
import { parsePolicy } from '@halyard/contract/transparency/policy';
import { DAY_MS } from '@halyard/contract/time';
import { haltLog, haltUntilLogged } from '../../transparency/cosigned.ts';
import { readLogKey } from '../../transparency/logKey.ts';
import { placeIn } from '../../transparency/logPlaces.ts';
import { readEntries } from '../../transparency/logStore.ts';
import type { OperatorDeps } from '../../operator/command.ts';
import { openLogHarness, type LogHarness } from '../../testing/logHarness.ts';
import { usualEngine } from '../../testing/testDatabase.ts';
import { NO_WITNESSES } from '../../transparency/witnesses.ts';
import { policyOf } from './index.ts';
import { LOG_COMMANDS } from './logCommands.ts';

let harness: LogHarness;
beforeAll(async () => {
  harness = await openLogHarness(await usualEngine());
});
afterAll(() => harness.close());

const command = (name: string, ...args: readonly string[]) => {
  const found = LOG_COMMANDS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  const { clock, dataDir } = harness;
  const deps = { db: harness.database.db, clock, dataDir } as unknown as OperatorDeps;
  return found.run(deps, { name: 'olga' }, { args, options: {} });
};
const signersOf = async (keys: readonly VerifierKey[]) =>
  verifyNote(parseCheckpoint((await harness.published()).text).note, keys).map(({ key }) => key);
const textsOf = async (log: number) => {
  const { size } = await harness.published();
  return (await readEntries(harness.database.db, placeIn(log, 0), size)).map(({ text }) => text);
};

it('a new key signs together with the previous one for 30 days, and readers learn it from the log', async () => {
  const sequencer = await harness.startSequencer();
  await sequencer.advance();
  const { origin } = await harness.published();
  const old = (await readLogKey(harness.dataDir, undefined)).signer(origin).key;
  const { data } = await command('rotate-key');
  await expect(command('rotate-key')).rejects.toThrow(/waits for its entry/);
  const next = parseVkey((data as { vkey: string }).vkey, 'log');
  expect((await stat(join(harness.dataDir, 'log.key.2'))).mode % 0o1000).toBe(0o600);
  await sequencer.advance();
  // The entry itself is signed with the known key.
  expect(await signersOf([old])).toEqual([old]);
  const { vkeys } = followEntries(NOTHING_FOLLOWED, await textsOf(0), origin).followed;
  expect(vkeys.map((vkey) => parseVkey(vkey, 'log'))).toEqual([next]);
  harness.clock.advance(29 * DAY_MS);
  await sequencer.advance();
  expect(await signersOf([old, next])).toEqual([old, next]);
  harness.clock.advance(2 * DAY_MS);
  await sequencer.advance();
  await (await harness.startSequencer()).advance();
  expect([await signersOf([old]), await signersOf([next])]).toEqual([[], [next]]);
  await harness.follow();
  const { logs } = parsePolicy(await policyOf(harness.database.db, 0, NO_WITNESSES));
  expect(logs.map(({ key }) => key)).toEqual([old, next]);
});

it('only a stop by a witness is resumed, and the refusal names the right command', async () => {
  const { db } = harness.database;
  const stop = (reason: string, stopsMoney: boolean) =>
    db.transaction((tx) => haltLog(tx, 0, { reason, stopsMoney }, harness.clock.nowMs()));
  await expect(command('resume')).rejects.toThrow('The public log is not stopped.');
  await stop('witness', false);
  await command('resume');
  await haltUntilLogged(db, 'older');
  await expect(command('resume')).rejects.toThrow(/resumes by itself .* older$/);
  // Later reasons do not let money move again.
  await stop('witness', false);
  await expect(command('resume')).rejects.toThrow(/log new after-restore.* witness$/);
  await db.execute(sql`delete from log_halts`);
  await stop('witness', false);
  await stop('restored', true);
  await stop('witness again', false);
  await expect(command('resume')).rejects.toThrow(/log new after-restore.* restored$/);
  await db.execute(sql`delete from log_halts`);
  await haltUntilLogged(db, 'full', true);
  await stop('witness', false);
  await command('resume');
});

it('a lost key ends its log, and the next log names the state that it follows', async () => {
  const last = await harness.published();
  await rename(join(harness.dataDir, 'log.key.2'), join(harness.dataDir, 'lost'));
  await expect((await harness.startSequencer()).advance()).rejects.toThrow(/another key/);
  await expect(command('new', 'after-restore')).rejects.toThrow(/there is nothing to begin anew/);
  await command('new', 'after-key-loss');
  const sequencer = await harness.startSequencer();
  await sequencer.advance();
  await harness.feed.append('BTC/USDT', { price: '60000' });
  await sequencer.advance();
  const { origin } = await harness.follow();
  const texts = await textsOf(1);
  expect(origin).toBe(`${last.origin}/b`);
  expect(texts[0]).toContain(`predecessor ${last.origin} ${last.size} `);
  expect(followEntries(NOTHING_FOLLOWED, texts, origin).fault).toBeUndefined();
});
