// Concurrency of offerings, on either engine and over all nodes: a subscription or cancellation around the closing
// instant counts with its whole amount or not at all; and nodes that were stopped for 20 days do each step once.
// THOROUGH=1 has 500 users around the instant, and 2,000 in each allotment.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CurrencyId, OfferingId, UserId } from '@halyard/contract/ids';
import { decimal, subtract } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { HOUR_MS, DAY_MS } from '@halyard/contract/time';
import type { OpenDatabase } from '../../db/connect.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openOfferingDesk, type OfferingDesk } from '../../testing/offeringDesk.ts';
import { openTestDatabaseOn, openTestNodes, testEngines, usualEngine } from '../../testing/testDatabase.ts';

const USERS = isThorough ? 500 : 24;
const PARTICIPANTS = isThorough ? 2000 : 210;

let desk: OfferingDesk;
let nodes: readonly Database[];
async function openOn(engine: OpenDatabase['engine']) {
  const opened = engine === 'postgres' ? await openTestNodes(3) : ([await openTestDatabaseOn(engine)] as const);
  desk = await openOfferingDesk(opened[0]);
  nodes = opened.map(({ db }) => db);
}
afterEach(() => desk.close());
const allRun = () => Promise.all(nodes.map((node) => desk.run(node)));

describe.each(await testEngines())('on %s', (engine) => {
  beforeEach(() => openOn(engine));

  it('a subscription or cancellation around the closing instant counts with its whole amount or not at all', async () => {
    const id = await desk.publish({ lockDays: 0 });
    const users = await desk.users(USERS, '100');
    const staying = users.slice(USERS / 2);
    const standing = new Map<UserId, Awaited<ReturnType<OfferingDesk['subscribe']>>>();
    for (const user of staying) standing.set(user, await desk.subscribe(user, id, '100'));
    desk.clock.advance(HOUR_MS - 1);
    let answered = 0;
    const running: Promise<unknown>[] = [];
    const isIn = await Promise.all(
      users.map(async (user, place) => {
        const [node, own] = [nodes[place % nodes.length], standing.get(user)];
        const work = own === undefined ? desk.subscribe(user, id, '100', node) : desk.cancel(user, own.id, node);
        const code = await codeOf(work);
        answered += 1;
        // It ends while other requests are still running, and is allotted during the last ones.
        if (answered === USERS / 4) desk.clock.advance(1);
        if (answered === USERS / 2) desk.clock.advance(DAY_MS);
        if (answered % (USERS / 4) === 0) running.push(allRun());
        expect([undefined, own === undefined ? 'OFFER_NOT_OPEN' : 'SUBSCRIPTION_NOT_OPEN']).toContain(code);
        return (code === undefined) === (own === undefined);
      }),
    );
    await Promise.all(running);
    // A step that ran before the clock was set runs again a while after the new time.
    desk.clock.advance(HOUR_MS);
    await allRun();
    expect(await desk.statusOf(id)).toBe('delivered');
    expect(new Set(isIn)).toEqual(new Set([true, false]));
    for (const [place, user] of users.entries()) {
      const orders = await rowsOf<{ status: string; paid: string | null }>(
        desk.db,
        sql`select status, paid::text as paid from offering_subscriptions where user_id = ${user}`,
      );
      const { available, held } = await readBalance(desk.db, accountOf(user, CURRENCY.USDT));
      const left = isIn[place] === true ? subtract(decimal('100'), decimal(orders[0]?.paid ?? '')) : '100';
      const status = isIn[place] === true ? ['completed'] : standing.has(user) ? ['cancelled'] : [];
      expect({ statuses: orders.map((order) => order.status), available, held }).toEqual({
        statuses: status,
        available: left,
        held: '0',
      });
    }
    expect(await desk.faults()).toEqual([]);
  });
});

describe('nodes that were stopped for 20 days', () => {
  beforeEach(async () => openOn(await usualEngine()));

  it('do each step of each offering once', async () => {
    const users = await desk.users(PARTICIPANTS, '30');
    const offered = async (coin: string) => {
      const id = await desk.publish({ coin, supply: decimal('3000') });
      await desk.subscribeMany(id, users, '10');
      return id;
    };
    // They stop when one offering is locked, another one has its first users allotted, and the last one is open.
    const locked = await offered('ALFA');
    desk.clock.advance(HOUR_MS);
    await allRun();
    const halfway = await offered('BETA');
    desk.clock.advance(HOUR_MS);
    await desk.runOnce();
    await desk.runOnce();
    const open = await offered('GAMA');
    const states = () => Promise.all([locked, halfway, open].map((id) => desk.statusOf(id)));
    expect(await states()).toEqual(['locked', 'allotting', 'subscribing']);
    desk.clock.advance(20 * DAY_MS);
    await allRun();
    // A late allotment is locked from its own time on.
    expect(await states()).toEqual(['delivered', 'delivered', 'locked']);
    expect(await desk.faults()).toEqual([]);
    desk.clock.advance(2 * DAY_MS);
    await allRun();
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await desk.faults()).toEqual([]);
    for (const id of [locked, halfway, open]) expect(await totalsOf(id)).toEqual(EACH_ONCE);
    expect(await ofHouse(CURRENCY.USDT)).toBe('4500');
  });

  const EACH_ONCE = { coins: '3000', paid: '1500', holds: PARTICIPANTS, allots: PARTICIPANTS, unlocks: PARTICIPANTS };

  /** Totals of an offering by its subscriptions, and the number of their entries of each kind. */
  async function totalsOf(id: OfferingId) {
    const [orders] = await rowsOf<{ coins: string; paid: string }>(
      desk.db,
      sql`select trim_scale(sum(coins))::text as coins, trim_scale(sum(paid))::text as paid from offering_subscriptions
        where offering_id = ${id}`,
    );
    const [entries] = await rowsOf<{ holds: number; allots: number; unlocks: number }>(
      desk.db,
      sql`select count(*) filter (where kind = 'subscription_hold')::int as holds,
          count(*) filter (where kind = 'subscription_allot')::int as allots,
          count(*) filter (where kind = 'subscription_unlock')::int as unlocks
        from offering_subscriptions s join ledger_entries e on e.reference = 'subscription:' || s.id where s.offering_id = ${id}`,
    );
    return { ...orders, ...entries };
  }

  async function ofHouse(currencyId: CurrencyId): Promise<string> {
    return (await readBalance(desk.db, { house: 'subscription', currencyId })).available;
  }
});

function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
}
