/** A public log on a database of its own: a scripted feed, a clock that the test moves, and a follower. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isConsistent } from '@halyard/contract/transparency/merkle';
import { parseCheckpoint, verifyNote } from '@halyard/contract/transparency/note';
import { consistencyProof } from '@halyard/contract/transparency/tiles';
import type { Database, Reader } from '../db/database.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { createLocalBus } from '../events/eventBus.ts';
import type { EventBus } from '../events/events.ts';
import { readLogKey, readLogKeys } from '../transparency/logKey.ts';
import { readLogNumber } from '../transparency/logPlaces.ts';
import { tileReader } from '../transparency/logStore.ts';
import { publishedHead, type Published } from '../transparency/publishedHead.ts';
import { createSequencer, TICKS_MAX, type Sequencer } from '../transparency/sequencer.ts';
import { createScriptedFeed, type ScriptedFeed } from './scriptedFeed.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { openTestDatabaseOn } from './testDatabase.ts';

export type LogHarness = {
  readonly database: OpenDatabase;
  readonly clock: TestClock;
  readonly feed: ScriptedFeed;
  readonly events: EventBus;
  readonly dataDir: string;
  /** A sequencer as in a fresh process; on another database when one is given, with that many ticks in a batch. */
  startSequencer(db?: Database, ticksMax?: number): Promise<Sequencer>;
  /** The public checkpoint. Throws before the first. */
  published(): Promise<Published>;
  /**
   * Follows the log as a verifier does: throws unless the published tree is signed by its key and extends the one seen
   * last.
   */
  follow(): Promise<Published>;
  close(): Promise<void>;
};

/** Throws unless both trees are signed by the keys of the log, and the one is the beginning of the other. */
export async function assertGoesOn(reader: Reader, before: Published, now: Published): Promise<void> {
  const log = await readLogNumber(reader, now.origin);
  const keys = (await readLogKeys(reader, log)).map(({ key }) => key);
  for (const { text } of [before, now])
    if (verifyNote(parseCheckpoint(text).note, keys).length === 0) throw new Error('not signed by the log');
  const { size, root } = now;
  const proof = await consistencyProof(before.size, size, tileReader(reader, log));
  if (!isConsistent({ oldSize: before.size, oldRoot: before.root, size, root }, proof))
    throw new Error(`the tree of ${before.size} is not the beginning of that of ${size}`);
}

/** An exchange without a log yet, whose only market is BTC/USDT. */
export async function openLogHarness(engine: OpenDatabase['engine']): Promise<LogHarness> {
  const database = await openTestDatabaseOn(engine);
  const { db } = database;
  const clock = createTestClock(Date.parse('2026-03-01T12:00:00.200Z'));
  const log = { warn: () => undefined, error: () => undefined } as unknown as Parameters<typeof createLocalBus>[0];
  const events = createLocalBus(log);
  const feed = await createScriptedFeed({ db, events, clock }, ['BTC/USDT']);
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-log-'));
  const head = publishedHead(dataDir);
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const published = async () => {
    const found = await head.read();
    if (found === undefined) throw new Error('nothing was published');
    return found;
  };
  let seen: Published | undefined;
  return {
    database,
    clock,
    feed,
    events,
    dataDir,
    startSequencer: async (own = db, ticksMax = TICKS_MAX) =>
      createSequencer({ db: own, clock, key: await readLogKey(dataDir, undefined), naming, published: head, ticksMax }),
    published,
    follow: async () => {
      const now = await published();
      await assertGoesOn(db, seen?.origin === now.origin ? seen : now, now);
      seen = now;
      return now;
    },
    close: async () => {
      await events.close();
      await database.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
