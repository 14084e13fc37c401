// Witnesses are set by lines of a policy, and an invalid line stops the start without being printed.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatVkey, parseCheckpoint, verifyNote } from '@halyard/contract/transparency/note';
import { readConfig } from '../config.ts';
import { isTradingHalted } from '../market/marketRecord.ts';
import { openLogHarness, type LogHarness } from '../testing/logHarness.ts';
import { createSignal } from '../testing/signal.ts';
import { startStandInWitness, type StandInWitness, type WitnessFault } from '../testing/standInWitness.ts';
import { usualEngine } from '../testing/testDatabase.ts';
import { COSIGNED_WITHIN_MS, readCosigned, readWitnesses, requireCosigned, resumeLog } from './cosigned.ts';
import { readLogKey } from './logKey.ts';
import { publishedHead } from './publishedHead.ts';
import { LogRefusedError, type Sequencer } from './sequencer.ts';
import { createSequencerJob } from './sequencerLead.ts';
import { createWitnesses, type Witnesses } from './witnesses.ts';

const WITNESS = 'witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU';
const TRANSPARENCY_WITNESSES = `witness w1 ${WITNESS} https://witness.example/w1; quorum w1`;

it('is read with its quorum', () => {
  expect(readConfig({})).toMatchObject({
    logWitnesses: { witnesses: [], quorum: 'none' },
    logWitnessSeconds: 30,
    isWitnessRequired: false,
  });
  expect(
    readConfig({ TRANSPARENCY_WITNESSES, TRANSPARENCY_WITNESS_SECONDS: '60', TRANSPARENCY_WITNESS_REQUIRED: '1' }),
  ).toMatchObject({
    logWitnesses: { witnesses: [{ name: 'w1', url: 'https://witness.example/w1' }], quorum: 'w1' },
    logWitnessSeconds: 60,
    isWitnessRequired: true,
  });
});

it.each([
  ['TRANSPARENCY_WITNESSES', 'secret'],
  ['TRANSPARENCY_WITNESSES', `witness secret ${WITNESS}; quorum secret`],
  ['TRANSPARENCY_WITNESSES', `witness secret ${WITNESS} ftp://witness.example; quorum secret`],
  ['TRANSPARENCY_WITNESSES', `witness w1 ${WITNESS} https://secret.example; quorum w2`],
  ['TRANSPARENCY_WITNESS_SECONDS', '0'],
  ['TRANSPARENCY_WITNESS_SECONDS', '121'],
  ['TRANSPARENCY_WITNESS_REQUIRED', '1'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^(?!.*secret)${name} must be`));
});

// A witness detects a second history, and a faulty witness does no harm: real witnesses over HTTP.
describe('witnesses', () => {
  const FAULTS: readonly (readonly [WitnessFault, string])[] = [
    [403, 'refused'],
    [404, 'refused'],
    [500, 'refused'],
    ['silence', 'silent'],
    ['too long', 'silent'],
    ['no line', 'refused'],
    ['wrong cosignature', 'refused'],
    ['future', 'refused'],
  ];

  const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

  let harness: LogHarness;
  let sequencer: Sequencer;
  let [one, two]: StandInWitness[] = [];
  let witnesses: Witnesses;
  let said: string[];
  beforeEach(async () => {
    harness = await openLogHarness(await usualEngine());
    sequencer = await harness.startSequencer();
    const keys = await readLogKey(harness.dataDir, undefined);
    const trusted = async () => [keys.signer((await harness.published()).origin).key];
    [one, two] = await Promise.all(
      ['w1', 'w2'].map((name) => startStandInWitness(name, { clock: harness.clock, trusted })),
    );
    said = [];
    const note = (_details: object, message: string) => void said.push(message);
    witnesses = createWitnesses({
      db: harness.database.db,
      clock: harness.clock,
      log: { info: note, warn: note, error: note },
      published: publishedHead(harness.dataDir),
      setting: {
        witnesses: [first().witness, second().witness],
        groups: [{ name: 'both', least: 2, members: ['w1', 'w2'] }],
        quorum: 'both',
      },
      everyMs: 30_000,
    });
  });
  afterEach(async () => {
    await Promise.all([one?.close(), two?.close()]);
    await harness.close();
  });

  const present = (witness: StandInWitness | undefined) => {
    if (witness === undefined) throw new Error('not started');
    return witness;
  };
  const first = () => present(one);
  const second = () => present(two);
  const ask = () => witnesses.ask(new AbortController().signal);
  const advance = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) {
      harness.clock.advance(1000);
      await harness.feed.append('BTC/USDT', { price: String(60_000 + passed) });
      await sequencer.advance();
    }
  };
  const cosigned = async () => readCosigned(harness.database.db, 0);
  const statesOf = async () => {
    const kept = await readWitnesses(harness.database.db, 0);
    const vkeys = [first(), second()].map(({ witness }) => formatVkey(witness.key));
    return vkeys.map((vkey) => kept.find((row) => row.vkey === vkey)).map((row) => [row?.state, row?.size]);
  };
  const isRefused = async () => {
    const settings = { isWitnessRequired: true };
    return requireCosigned(harness.database.db, harness.clock, settings).then(
      () => false,
      () => true,
    );
  };

  it('cosign each time from their last size, and their common checkpoint is published', async () => {
    await advance(3);
    await ask();
    const { size } = await harness.published();
    await advance(5);
    await ask();
    expect([first().asked, second().asked]).toEqual([
      [0, size],
      [0, size],
    ]);
    const shown = await cosigned();
    const { text } = await harness.published();
    expect(shown?.note.startsWith(text)).toBe(true);
    const keys = [first().witness.key, second().witness.key];
    expect(verifyNote(parseCheckpoint(shown?.note ?? '').note, keys)).toHaveLength(2);
    expect(await isRefused()).toBe(false);
    harness.clock.advance(COSIGNED_WITHIN_MS + 1000);
    expect(await isRefused()).toBe(true);
    // A new cosignature of the same old tree.
    await ask();
    expect(await isRefused()).toBe(true);
    await advance(1);
    await ask();
    expect(await isRefused()).toBe(false);
  });

  it('are asked again from the size that they report: one that saw more before, and one that lost its state', async () => {
    await advance(2);
    await ask();
    const { size } = await harness.published();
    await harness.database.db.execute(sql`delete from log_witnesses`);
    second().seen.clear();
    await advance(1);
    await ask();
    expect(first().asked).toEqual([0, 0, size]);
    second().seen.clear();
    await advance(1);
    await ask();
    expect(await statesOf()).toEqual([
      ['ok', (await harness.published()).size],
      ['ok', (await harness.published()).size],
    ]);
  });

  it('with faulty answers do not count, stop nothing, and are logged', async () => {
    await advance(2);
    for (const [fault, state] of FAULTS) {
      second().err('none');
      await ask();
      const before = await cosigned();
      await advance(1);
      second().err(fault);
      await ask();
      const { size } = await harness.published();
      expect([fault, ...(await statesOf())]).toEqual([fault, ['ok', size], [state, before?.size]]);
      expect([(await cosigned())?.note, said.pop()]).toEqual([
        before?.note,
        'a witness does not cosign the public log',
      ]);
      await advance(1);
    }
    second().err('none');
    await ask();
    expect((await cosigned())?.size).toBe((await harness.published()).size);
    await harness.follow();
  });

  it('with late answers do not replace newer ones', async () => {
    await advance(2);
    const { isHeld, letGo } = second().holdNext();
    const late = ask();
    await isHeld;
    await advance(2);
    await ask();
    const newest = await cosigned();
    letGo();
    await late;
    expect((await cosigned())?.note).toBe(newest?.note);
    expect(await statesOf()).toEqual([
      ['ok', newest?.size],
      ['ok', newest?.size],
    ]);
  });

  it('that do not answer at a start delay the sequencer only briefly', async () => {
    await advance(1);
    const { isHeld } = second().holdNext();
    const [advanced, stopped] = [createSignal(), new AbortController()];
    const watched = { ...sequencer, advance: () => sequencer.advance().finally(advanced.give) };
    const kind = createSequencerJob({ clock: harness.clock, log: SILENT, sequencer: watched, witnesses });
    const confirm = () => Promise.resolve();
    const leading = kind.run({ key: 'all', payload: {}, failures: 0 }, { signal: stopped.signal, confirm });
    await isHeld;
    await advanced.given;
    // The stop does not wait for witnesses either, and logs nothing about them.
    stopped.abort();
    await leading;
    expect([said, await readWitnesses(harness.database.db, 0)]).toEqual([[], []]);
  });

  it.each([
    ['of fewer entries', 1],
    ['of as many', 0],
  ])('that saw another history %s stop the log, also after a restart, until an operator acts', async (_what, more) => {
    await advance(3);
    await ask();
    const { origin } = await harness.published();
    const forked = first().seen.get(origin);
    if (forked === undefined) throw new Error('nothing was seen');
    // As if the exchange had shown the witness another tree of that size.
    first().seen.set(origin, { ...forked, root: new Uint8Array(32).fill(7) });
    await advance(more);
    await ask();
    expect((await statesOf()).map(([state]) => state)).toEqual(['conflict', 'ok']);
    expect(said).toEqual(['the public log is stopped']);
    await expect(sequencer.advance()).rejects.toThrow(LogRefusedError);
    await expect((await harness.startSequencer()).advance()).rejects.toThrow(/The witness w1 has seen another history/);
    expect(await isTradingHalted(harness.database.db)).toBe(true);
    first().seen.set(origin, forked);
    expect(await harness.database.db.transaction(resumeLog)).toBe(true);
    await sequencer.advance();
    await ask();
    expect((await statesOf())[0]?.[0]).toBe('ok');
  });

  it('that saw more entries stop the log: the database and the published checkpoint were set back', async () => {
    await advance(3);
    const last = join(harness.dataDir, 'log.last');
    await copyFile(last, `${last}.before`);
    await advance(2);
    await ask();
    await copyFile(`${last}.before`, last);
    await ask();
    await expect(sequencer.advance()).rejects.toThrow(/has seen \d+ entries of the public log, which are not all here/);
  });
});
