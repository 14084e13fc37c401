// The log contains the feed's ticks in one history: with two sequencers, interruptions at any statement, and an older
// backup.
import { sql } from 'drizzle-orm';
import { copyFile, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryHash, parseEntry } from '@halyard/contract/transparency/entries';
import { isIncluded } from '@halyard/contract/transparency/merkle';
import { inclusionProof } from '@halyard/contract/transparency/tiles';
import { cutOffAt } from '../testing/cutOff.ts';
import { rowsOf } from '../db/database.ts';
import { openLogHarness, type LogHarness } from '../testing/logHarness.ts';
import { createScriptedFeed } from '../testing/scriptedFeed.ts';
import { testEnginesByNight } from '../testing/testDatabase.ts';
import { readEntries, tileReader } from './logStore.ts';
import { LogRefusedError, TICKS_MAX, type Sequencer } from './sequencer.ts';

const engines = await testEnginesByNight();

describe.each(engines)('the transparency log on %s', (engine) => {
  let harness: LogHarness;
  let sequencer: Sequencer;
  beforeEach(async () => {
    harness = await openLogHarness(engine);
    sequencer = await harness.startSequencer();
  });
  afterEach(() => harness.close());

  const second = async (...prices: readonly string[]) => {
    harness.clock.advance(1000);
    if (prices.length > 0) await harness.feed.append('BTC/USDT', ...prices.map((price) => ({ price })));
  };
  const entriesOf = async () => {
    const { size } = await harness.published();
    return (await readEntries(harness.database.db, 0, size)).map(({ text }) => parseEntry(text));
  };
  const loggedPrices = async () =>
    (await entriesOf()).flatMap((entry) =>
      entry.kind === 'prices' ? entry.series.flatMap(({ ticks }) => ticks.map(({ price }) => price)) : [],
    );

  it('begins with its name and its series, and contains every tick from there on with its seq, signed', async () => {
    await second('60000', '60001');
    await sequencer.advance();
    await second('60000.50', '60002');
    await second('60003');
    await sequencer.advance();
    const [name, series, first, then, ...rest] = await entriesOf();
    const { origin, size } = await harness.follow();
    expect(name).toEqual({ kind: 'log', origin, predecessor: null });
    expect(origin).toMatch(/^sandbox\.halyard\.invalid\/[0-9a-f]{16}$/);
    expect(series).toMatchObject({ kind: 'series', market: 'BTC/USDT', source: 'simulated', identity: 'scripted' });
    // Ticks from before the series was in the log are its history.
    expect(first).toMatchObject({ kind: 'prices', series: [] });
    expect(then).toMatchObject({
      series: [{ firstSeq: 3, ticks: [{ price: '60000.5' }, { price: '60002' }, { price: '60003' }] }],
    });
    expect([rest, size]).toEqual([[], 4]);
  });

  it('has an entry each second even without ticks, and its time never goes back', async () => {
    await sequencer.advance();
    harness.clock.advance(1000);
    await sequencer.advance();
    harness.clock.advance(-600_000);
    await sequencer.advance();
    const times = (await entriesOf()).flatMap((entry) => (entry.kind === 'prices' ? entry.loggedMs : []));
    expect(times).toHaveLength(3);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    await harness.follow();
  });

  it('has a proof for every entry', async () => {
    await sequencer.advance();
    for (let seconds = 0; seconds < 40; seconds += 1) {
      await second();
      await sequencer.advance();
      if (seconds % 10 === 0) await harness.follow();
    }
    const { size, root } = await harness.follow();
    const read = tileReader(harness.database.db, 0);
    const entries = await readEntries(harness.database.db, 0, size);
    for (const { index, text, leaf } of entries.filter((entry) => entry.index % 7 === 0 || entry.index > size - 3)) {
      expect(entryHash(text)).toEqual(leaf);
      expect(isIncluded({ index, size, leaf, root }, await inclusionProof(index, size, read))).toBe(true);
    }
  });

  it('catches up in parts, in order', async () => {
    await second('60000');
    await sequencer.advance();
    const prices = Array.from({ length: TICKS_MAX + 5 }, (_, place) => String(60_000 + place));
    await second(...prices);
    expect(await sequencer.advance()).toEqual({ hasMore: true });
    expect(await sequencer.advance()).toEqual({ hasMore: false });
    expect(await loggedPrices()).toEqual(prices);
    await harness.follow();
  });

  it('catches up on all series up to one instant', async () => {
    const { db } = harness.database;
    const other = await createScriptedFeed({ db, clock: harness.clock, events: harness.events }, ['ETH/USDT']);
    await sequencer.advance();
    const startMs = harness.clock.nowMs();
    const script = (from: number, everyMs: number, count: number) =>
      Array.from({ length: count }, (_, place) => {
        const atMs = startMs + 1000 + place * everyMs;
        return { price: String(from + place), at: new Date(atMs).toISOString() };
      });
    await harness.feed.append('BTC/USDT', ...script(60_000, 250, 40));
    await other.append('ETH/USDT', ...script(3000, 1000, 10));
    harness.clock.advance(60_000);
    const small = await harness.startSequencer(db, 7);
    let rounds = 0;
    for (let hasMore = true; hasMore; rounds += 1) {
      ({ hasMore } = await small.advance());
      // Pending ticks are newer than all logged ones.
      const [row] = await rowsOf<{ ahead: string; waits: string }>(
        db,
        sql`select count(*) filter (where t.seq > l.logged_seq)::text as waits,
            (max(t.at) filter (where t.seq <= l.logged_seq) >= min(t.at) filter (where t.seq > l.logged_seq))::text as ahead
          from log_series l join ticks t on t.series_id = l.series_id`,
      );
      expect(row).toEqual({ ahead: hasMore ? 'false' : null, waits: hasMore ? (expect.any(String) as string) : '0' });
    }
    expect(rounds).toBeGreaterThanOrEqual(50 / 7);
    expect((await loggedPrices()).toSorted()).toEqual(
      [...script(60_000, 250, 40), ...script(3000, 1000, 10)].map(({ price }) => price).toSorted(),
    );
    await harness.follow();
  });

  it('has one history with two concurrent sequencers, and each tick once', async () => {
    const other = await harness.startSequencer();
    await sequencer.advance();
    for (let round = 0; round < 20; round += 1) {
      await second(String(60_000 + round));
      await Promise.all([sequencer.advance(), other.advance(), sequencer.advance()]);
      await harness.follow();
    }
    expect(await loggedPrices()).toEqual(Array.from({ length: 20 }, (_, round) => String(60_000 + round)));
  });

  it('has one history when interrupted at any statement, or without an answer to its commit', async () => {
    const { db } = harness.database;
    await sequencer.advance();
    for (let statement = 0; statement < 12; statement += 1) {
      await second(String(60_000 + statement));
      const dying = await harness.startSequencer(cutOffAt(db, statement));
      await expect(dying.advance()).rejects.toThrow();
      await harness.follow();
    }
    // Committed but not published: the last published checkpoint is older than this log.
    await copyFile(join(harness.dataDir, 'log.last'), join(harness.dataDir, 'before'));
    await sequencer.advance();
    await copyFile(join(harness.dataDir, 'before'), join(harness.dataDir, 'log.last'));
    await (await harness.startSequencer()).advance();
    await harness.follow();
    expect(await loggedPrices()).toEqual(Array.from({ length: 12 }, (_, place) => String(60_000 + place)));
  });

  it('signs nothing more while nothing can be published, so that its newest checkpoint gets old', async () => {
    const { db } = harness.database;
    const signed = async () => rowsOf(db, sql`select max(size)::text as size from log_checkpoints`);
    await sequencer.advance();
    const draft = join(harness.dataDir, 'log.last.new');
    await mkdir(draft);
    await second('60000');
    await expect(sequencer.advance()).rejects.toThrow(/EISDIR/);
    const before = await signed();
    await second('60001');
    await expect(sequencer.advance()).rejects.toThrow(/EISDIR/);
    expect(await signed()).toEqual(before);
    await rmdir(draft);
    await second('60002');
    await sequencer.advance();
    await harness.follow();
    expect(await loggedPrices()).toEqual(['60000', '60001', '60002']);
  });

  it('does not continue on an older database, another one, or with another key', async () => {
    await sequencer.advance();
    await second('60000');
    await sequencer.advance();
    const other = await openLogHarness('pglite');
    try {
      await copyFile(join(harness.dataDir, 'log.last'), join(other.dataDir, 'log.last'));
      // Empty, and then as large as the published log, but with another history.
      await expect((await other.startSequencer()).advance()).rejects.toThrow(LogRefusedError);
      await rm(join(other.dataDir, 'log.last'));
      for (let seconds = 0; seconds < 3; seconds += 1) await (await other.startSequencer()).advance();
      const before = await other.published();
      await copyFile(join(harness.dataDir, 'log.last'), join(other.dataDir, 'log.last'));
      await expect((await other.startSequencer()).advance()).rejects.toThrow(/older database, or another one/);
      await expect(other.published()).resolves.toMatchObject({ text: (await harness.published()).text });
      expect(before.text).not.toBe((await harness.published()).text);
    } finally {
      await other.close();
    }
    await rename(join(harness.dataDir, 'log.key'), join(harness.dataDir, 'its.key'));
    await expect((await harness.startSequencer()).advance()).rejects.toThrow(/another key/);
    await rename(join(harness.dataDir, 'its.key'), join(harness.dataDir, 'log.key'));
    await harness.follow();
  });

  it('stores the ranges of an entry, whatever their size', async () => {
    const numbers = [1, 127, 128, 0, 16_384, 2 ** 31, 2 ** 40 + 1, 2 ** 62].map((number) => BigInt(number)).join(',');
    const [row] = await rowsOf<{ numbers: string; bytes: number }>(
      harness.database.db,
      sql`select array_to_string(log_unpack(packed), ',') as numbers, length(packed) as bytes
        from log_pack(${`{${numbers}}`}::text::bigint[]) packed`,
    );
    expect(row).toEqual({ numbers, bytes: 1 + 1 + 2 + 1 + 3 + 5 + 6 + 9 });
  });

  it('refuses changes of its entries', async () => {
    await sequencer.advance();
    for (const statement of [sql`update log_entries set kind = 'x'`, sql`delete from log_nodes`]) {
      const refusal = await harness.database.db.execute(statement).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ cause: { message: expect.stringContaining('append-only') as string } });
    }
  });
});
