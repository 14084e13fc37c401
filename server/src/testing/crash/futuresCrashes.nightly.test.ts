// A crash of prices has the same result after any crash of a process: the process that plays the prices and closes the
// positions that they reach is killed with -9 again and again, on PostgreSQL one of two, while prices fall, over a
// midnight; and leaves the rows, receipts, postings and balances of an undisturbed run. A hundred kills have 2,000 open
// positions, which take many minutes on each engine; fewer kills have fewer.
//
//   THOROUGH=1 KILL_POINTS=1 npx vitest run server/src/testing/crash/futuresCrashes.nightly.test.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { decimal, multiply } from '@halyard/contract/money';
import { openDatabase } from '../../db/connect.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { readCount } from '../../operator/command.ts';
import { BTC, ETH, findFuturesTermsFaults, openFuturesDesk } from '../futuresDesk.ts';
import { readFuturesState } from '../futuresState.ts';
import { createRandom } from '../seededRandom.ts';
import { newTestLocation, testEngines, type TestLocation } from '../testDatabase.ts';
import type { FuturesNodePlan, PlayedTick } from './futuresNode.ts';
import { startNode, type NodeProcess } from './nodeProcess.ts';

const KILLS = readCount(process.env['KILL_POINTS'] ?? '100', 'KILL_POINTS', 10_000);
const POSITIONS = Math.min(2000, 60 + 20 * KILLS);
const TICKS = Math.min(4000, 500 + 40 * KILLS);
/** After a start: within a quarter of an undisturbed run, on a machine that does nothing else. */
const KILL_WITHIN_MS = TICKS / 2;
const START_MS = Date.parse('2026-11-25T12:00:10.000Z');
const CENT = decimal('0.01');

/** Both markets lose a third, up and down on the way, and a midnight passes. */
function crash(): readonly PlayedTick[] {
  const random = createRandom(29);
  return Array.from({ length: TICKS }, (_, index) => {
    const symbol = index % 2 === 0 ? BTC : ETH;
    const left = 1 - index / (3 * TICKS) + (random.below(2001) - 1000) / 100_000;
    const cents = Math.round((symbol === BTC ? 6_000_000 : 300_000) * left);
    const at = new Date(START_MS + Math.round((index * 16 * 3_600_000) / TICKS)).toISOString();
    return { symbol, at, price: multiply(decimal(`${cents}`), CENT) };
  });
}

/** Opens the same positions on every database, and closes it. */
async function prepare({ location }: TestLocation): Promise<FuturesNodePlan['firstSeqs']> {
  const desk = await openFuturesDesk({
    database: await openDatabase(location),
    capital: '20000000',
    insurance: '300',
  });
  const random = createRandom(30);
  for (let opened = 0; opened < POSITIONS;) {
    const user = await desk.trader('1500');
    for (let count = 0; count < 20 && opened < POSITIONS; count += 1) {
      const symbol = random.of([BTC, ETH]);
      const isWaiting = random.below(5) === 0;
      opened += 1;
      await desk.tick('60000', 1);
      await desk.tick('3000', 0, ETH);
      await desk.open(user, {
        symbol,
        lots: 1,
        leverage: random.of([5, 10, 20, 50]),
        mode: random.of(['isolated', 'cross']),
        side: random.below(5) === 0 ? 'short' : 'long',
        ...(isWaiting && {
          kind: 'limit' as const,
          side: 'long' as const,
          targetPrice: decimal(symbol === BTC ? '57000' : '2800'),
        }),
      });
    }
  }
  // Their owners request to close some of them in the middle of it.
  await desk.db.execute(
    sql`update futures_positions set trigger_low = null, trigger_high = 0,
        closing_from = ${new Date(START_MS).toISOString()}::timestamptz + id * interval '2 minutes'
      where status = 'trading' and id % 4 = 0`,
  );
  const rows = await rowsOf<{ symbol: string; seq: number }>(
    desk.db,
    sql`select m.symbol, s.last_seq::int as seq from markets m join price_series s on s.id = m.series_id`,
  );
  await desk.shut();
  return Object.fromEntries(rows.map(({ symbol, seq }) => [symbol, seq]));
}

describe.each(await testEngines())('a crash of prices on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-contract-deaths-'));
  const file = join(folder, 'ticks.json');
  writeFileSync(file, JSON.stringify(crash()));
  const places: TestLocation[] = [];
  const started: NodeProcess[] = [];
  afterAll(async () => {
    for (const node of started) await node.kill();
    for (const place of places) await place.remove();
    rmSync(folder, { recursive: true });
  });

  async function start(plan: FuturesNodePlan): Promise<NodeProcess> {
    const node = startNode('futuresNode.ts', plan);
    started.push(node);
    await node.hear();
    return node;
  }

  /** The state after the crash of prices with that many kills, and the number of kills that interrupted work. */
  async function run(kills: number) {
    const place = await newTestLocation(engine);
    places.push(place);
    const plan = { location: place.location, file, firstSeqs: await prepare(place) };
    const nodes = [await start(plan)];
    if (engine === 'postgres' && kills > 0) nodes.push(await start(plan));
    const random = createRandom(31);
    let hits = 0;
    for (let kill = 0; kill < kills && !nodes.some((node) => node.hasEnded()); kill += 1) {
      await pause(20 + random.below(KILL_WITHIN_MS));
      const victim = random.below(nodes.length);
      const node = nodes[victim] as NodeProcess;
      if (node.hasEnded()) break;
      await node.kill();
      hits += 1;
      nodes[victim] = await start(plan);
    }
    for (const node of nodes) await node.ended();
    const database = await openDatabase(place.location);
    const left = await withFaults(database.db);
    await database.close();
    return { left, hits };
  }

  it('ends as in an undisturbed run', async () => {
    const { left: never } = await run(0);
    const { left: killed, hits } = await run(KILLS);
    expect(killed).toEqual(never);
    expect(never.faults).toEqual([]);
    expect(hits).toBeGreaterThan(0);
    const closed = never.positions.filter((row) => (row as { readonly status: string }).status === 'closed');
    expect(closed.length).toBeGreaterThan(POSITIONS / 3);
  });
});

async function withFaults(db: Database) {
  return { ...(await readFuturesState(db)), faults: await findFuturesTermsFaults(db) };
}
