// An allotment has the same result after any crash: the process that runs its steps is killed with -9 around the
// commits of its chunks, on PostgreSQL one of two; and shares, orders, postings, balances and messages equal those of
// an undisturbed run.
//
//   THOROUGH=1 KILL_POINTS=10 npx vitest run server/src/testing/crash/allotmentCrashes.nightly.test.ts
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfferingId } from '@halyard/contract/ids';
import { HOUR_MS, DAY_MS } from '@halyard/contract/time';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { USERS_AT_ONCE } from '../../modules/launchpad/advanceJob.ts';
import { readCount } from '../../operator/command.ts';
import { openOfferingDesk, type OfferingDesk } from '../offeringDesk.ts';
import { createRandom } from '../seededRandom.ts';
import { createTestClock } from '../testClock.ts';
import { newTestLocation, openTestDatabaseOn, testEngines, type TestLocation } from '../testDatabase.ts';
import { startNode, type NodeProcess } from './nodeProcess.ts';
import type { OfferingNodePlan } from './offeringNode.ts';

const KILLS = readCount(process.env['KILL_POINTS'] ?? '1', 'KILL_POINTS', 10_000);
/** A crash completes at most one chunk. */
const PARTICIPANTS = (KILLS + 1) * USERS_AT_ONCE;
const START_MS = Date.parse('2026-11-25T12:00:00.000Z');
const AMOUNTS = ['10', '7.00003', '25.5'];
const LOCK_DAYS = 2;
/** After a node reports that it is about to commit, which takes 40 ms. */
const KILL_WITHIN_MS = 70;

/** An offering with many subscriptions, the same on every database, at its end. */
async function prepare(database: OpenDatabase): Promise<OfferingDesk> {
  const desk = await openOfferingDesk(database, createTestClock(START_MS));
  const id = await desk.publish({ lockDays: LOCK_DAYS });
  const users = await desk.users(PARTICIPANTS, '30');
  for (const [turn, amount] of AMOUNTS.entries()) {
    const own = users.filter((_, index) => index % AMOUNTS.length === turn);
    await desk.subscribeMany(id, own, amount);
  }
  desk.clock.advance(HOUR_MS);
  return desk;
}

/** Does the remaining work, and releases the coins; resolves to the final state. */
async function end(desk: OfferingDesk) {
  await desk.run();
  desk.clock.advance(LOCK_DAYS * DAY_MS);
  await desk.run();
  const left = { ...(await readState(desk.db)), faults: await desk.faults() };
  await desk.close();
  return left;
}

describe.each(await testEngines())('an allotment on %s', (engine) => {
  const started: NodeProcess[] = [];
  let place: TestLocation;
  beforeAll(async () => {
    place = await newTestLocation(engine);
  });
  afterAll(async () => {
    for (const node of started) await node.kill();
    await place.remove();
  });

  /** Nodes allot, and crash; resolves to the number of crashes. */
  async function allot(): Promise<number> {
    const plan: OfferingNodePlan = { location: place.location, nowMs: START_MS + HOUR_MS };
    const start = () => {
      const node = startNode('offeringNode.ts', plan);
      started.push(node);
      return node;
    };
    const nodes = engine === 'postgres' ? [start(), start()] : [start()];
    const random = createRandom(17);
    let hits = 0;
    for (; hits < KILLS; hits += 1) {
      const atWork = await Promise.race(nodes.map(async (node) => ((await node.hear()) ? node : undefined)));
      if (atWork === undefined) break;
      await pause(random.below(KILL_WITHIN_MS));
      await atWork.kill();
      nodes[nodes.indexOf(atWork)] = start();
    }
    for (const node of nodes) await node.ended();
    return hits;
  }

  it('ends as in an undisturbed run', async () => {
    const never = await end(await prepare(await openTestDatabaseOn(engine)));
    expect(never.faults).toEqual([]);
    expect(never.offers).toEqual([['delivered', PARTICIPANTS]]);
    await (await prepare(await openDatabase(place.location))).close();
    expect(await allot()).toBe(KILLS);
    const desk = await openOfferingDesk(await openDatabase(place.location), createTestClock(START_MS + HOUR_MS));
    // They left nothing to do.
    expect(await desk.statusOf(1 as OfferingId)).toBe('locked');
    expect(await end(desk)).toEqual(never);
  });
});

/** Everything that must be the same: all but salts, ids of entries and messages, and instants of the database. */
async function readState(db: Database) {
  const read = async (query: SQL) => (await rowsOf<{ row: unknown }>(db, query)).map(({ row }) => row);
  return {
    offers: await read(sql`select jsonb_build_array(status, done_row) as row from offerings`),
    shares: await read(sql`select to_jsonb(s) - 'salt' as row from offering_shares s order by row`),
    orders: await read(
      sql`select to_jsonb(s) - 'created_at' - 'client_request_id' as row from offering_subscriptions s order by id`,
    ),
    balances: await read(
      sql`select jsonb_build_array(kind, user_id, currency_id, available, held) as row from ledger_accounts
        order by kind, user_id nulls first, currency_id`,
    ),
    postings: await read(
      sql`select jsonb_build_array(e.kind, e.reference, a.kind, a.user_id, p.available, p.held) as row
        from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
        order by e.id, a.kind, a.user_id nulls first, a.currency_id`,
    ),
    messages: await read(
      sql`select jsonb_build_array(at, user_id, facts) as row from user_events order by at, user_id, facts::text`,
    ),
  };
}
