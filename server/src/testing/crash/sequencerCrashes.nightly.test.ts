// The public log has one history after any crash of its sequencer: the process is killed with -9 at random, on
// PostgreSQL one of two in parallel, with clocks that are ten minutes off. Every published tree is the beginning of the
// last one, and nothing is in the log twice or missing.
//
//   THOROUGH=1 KILL_POINTS=200 npx vitest run server/src/testing/crash/sequencerCrashes.nightly.test.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { commitmentOf, toBase64 } from '@halyard/contract/transparency/bytes';
import { entryHash, parseEntry } from '@halyard/contract/transparency/entries';
import { followEntries, NOTHING_FOLLOWED } from '@halyard/contract/transparency/followEntries';
import { openDatabase } from '../../db/connect.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { createLocalBus } from '../../events/eventBus.ts';
import { readCount } from '../../operator/command.ts';
import { readEntries } from '../../transparency/logStore.ts';
import { publishedHead, type Published } from '../../transparency/publishedHead.ts';
import { assertGoesOn } from '../logHarness.ts';
import { createScriptedFeed } from '../scriptedFeed.ts';
import { createRandom } from '../seededRandom.ts';
import { newTestLocation, testEngines, type TestLocation } from '../testDatabase.ts';
import { startNode, type NodeProcess } from './nodeProcess.ts';
import type { SequencerNodePlan } from './sequencerNode.ts';

const KILLS = readCount(process.env['KILL_POINTS'] ?? '2', 'KILL_POINTS', 10_000);
/** Some hundred statements of the sequencer. */
const KILLED_WITHIN_MS = 250;
const OFF_MS = [0, 600_000, -600_000] as const;

describe.each(await testEngines())('a sequencer that is killed again and again on %s', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-sequencer-crashes-'));
  const head = publishedHead(dataDir);
  const random = createRandom(19);
  const started: NodeProcess[] = [];
  let place: TestLocation | undefined;
  afterAll(async () => {
    for (const node of started) await node.kill();
    await place?.remove();
    rmSync(dataDir, { recursive: true });
  });

  async function start(plan: Omit<SequencerNodePlan, 'offMs'>): Promise<NodeProcess> {
    const node = startNode('sequencerNode.ts', { ...plan, offMs: random.of(OFF_MS) });
    started.push(node);
    // A node that ended by itself had an error.
    if (!(await node.hear())) throw new Error('a node did not begin to sequence');
    return node;
  }

  /** Kills the given number of times; resolves to every tree that was public in the meantime. */
  async function killAgainAndAgain(plan: Omit<SequencerNodePlan, 'offMs'>): Promise<readonly Published[]> {
    const seen = new Map<string, Published>();
    const look = async () => {
      const published = await head.read();
      if (published !== undefined) seen.set(published.text, published);
    };
    const nodes = [await start(plan)];
    if (engine === 'postgres') nodes.push(await start(plan));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const untilMs = performance.now() + random.below(KILLED_WITHIN_MS);
      while (performance.now() < untilMs) {
        await look();
        await pause(1);
      }
      const victim = random.below(nodes.length);
      if (nodes.some((node) => node.hasEnded())) throw new Error('a node ended by itself');
      await nodes[victim]?.kill();
      await look();
      nodes[victim] = await start(plan);
    }
    for (const node of nodes) await node.kill();
    await look();
    return [...seen.values()];
  }

  it('never shows two trees that contradict, and has everything once', async () => {
    place = await newTestLocation(engine);
    const { location } = place;
    const seriesId = await prepare(location);
    const seen = await killAgainAndAgain({ location, dataDir, seriesId });
    const { db, close } = await openDatabase(location);
    try {
      const last = await head.read();
      if (last === undefined) throw new Error('nothing was published');
      for (const tree of seen) await assertGoesOn(db, tree, last);
      expect(seen.length).toBeGreaterThan(KILLS);
      await expectOneOfEach(db, last);
    } finally {
      await close();
    }
  });
});

/** A market with a series; resolves to its id. */
async function prepare(location: TestLocation['location']): Promise<number> {
  const { db, close } = await openDatabase(location);
  try {
    const ignored = () => undefined;
    const events = createLocalBus({ warn: ignored, error: ignored } as never);
    await createScriptedFeed({ db, events, clock: { nowMs: () => Date.now() } }, ['BTC/USDT']);
    const [series] = await rowsOf<{ id: number }>(db, sql`select max(id) as id from price_series`);
    return series?.id ?? 0;
  } finally {
    await close();
  }
}

/** Follows the log from its beginning, and compares its commitments with those that were made. */
async function expectOneOfEach(db: Database, { origin, size }: Published): Promise<void> {
  const entries = await readEntries(db, 0, size);
  for (const { index, text, leaf } of entries) expect([index, entryHash(text)]).toEqual([index, leaf]);
  const texts = entries.map(({ text }) => text);
  const { followed, fault } = followEntries(NOTHING_FOLLOWED, texts, origin);
  expect([fault, followed.size]).toEqual([undefined, size]);
  const made = await rowsOf<{ nonce: Uint8Array; terms: string; idx: string }>(
    db,
    sql`select nonce, terms, idx::text as idx from log_commits where idx < ${size}`,
  );
  const logged = entries.flatMap(({ index, text }) => {
    const entry = parseEntry(text);
    return entry.kind === 'commits' ? entry.commitments.map((one) => `${index} ${toBase64(one)}`) : [];
  });
  const wanted = made.map(({ nonce, terms, idx }) => `${idx} ${toBase64(commitmentOf(nonce, terms))}`);
  expect(logged.toSorted()).toEqual(wanted.toSorted());
}
