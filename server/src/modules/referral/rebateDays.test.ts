// Days of fees: shared out once despite crashes, held until they are paid, and returned to the house when a user was
// not verified in time. On real ledger rows, dated by the test.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { add, decimal, ZERO } from '@halyard/contract/money';
import type { OpenDatabase } from '../../db/connect.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { createRebateDesk, type RebateDesk } from '../../testing/rebateDesk.ts';
import { openTestDatabase, openTestNodes, testEnginesByNight } from '../../testing/testDatabase.ts';
import { setPartner, rebateVersions } from './versions.ts';

const { BTC, USDT } = CURRENCY;
const FEES = { house: 'fees', currencyId: USDT } as const;
const ratesOf = (...rates: readonly string[]) => rates.map((rate) => decimal(rate));
const TERMS = { user: ratesOf('20', '10', '5'), partner: ratesOf('30', '15', '5'), hiddenCountries: [] };

let opened: OpenDatabase;
let db: Database;
let desk: RebateDesk;
let [ann, bob, cyd, dan]: UserId[] = [];
const publish = (at: string, terms = TERMS) => db.transaction((tx) => rebateVersions.addVersion(tx, terms, at));
const spotOf = (userId = ann as UserId, currencyId = USDT) => readBalance(db, accountOf(userId, currencyId));

/** A database with a chain of four users, the first of whom was not invited, and rates since March. */
async function setUp(database: OpenDatabase, nodes?: readonly Database[]) {
  opened = database;
  ({ db } = opened);
  desk = createRebateDesk(db, nodes);
  ann = await desk.join();
  bob = await desk.join(ann);
  cyd = await desk.join(bob);
  dan = await desk.join(cyd);
  await publish('2026-03-01T00:00:00Z');
}
const verifyAll = async () => {
  for (const user of [ann, bob, cyd, dan]) await desk.verify(user as UserId);
};

async function endClean() {
  expect(desk.faults).toEqual([]);
  expect(await checkBooks(db)).toEqual([]);
  const [row] = await rowsOf<{ pending: string }>(
    db,
    sql`select coalesce(sum(value), 0)::text as pending from rebates
      where payment_id is null and lapsed_at is null and currency_id = ${USDT}`,
  );
  expect((await readBalance(db, FEES)).held).toBe(decimal(row?.pending ?? ''));
}

describe('a day', () => {
  beforeEach(async () => setUp(await openTestDatabase()));
  afterEach(async () => {
    await endClean();
    await opened.close();
  });

  it('is closed and held five minutes after midnight, and paid ten minutes after it, once', async () => {
    await verifyAll();
    await desk.option('2026-03-10T23:59:59.999Z', dan as UserId, 'lose', '0.6');
    await desk.start('2026-03-11T00:04:59Z');
    expect(await desk.rebates()).toEqual([]);
    await desk.work('2026-03-11T00:05:00Z');
    const lines = [`${cyd}<${dan} 1 USDT 0.12`, `${bob}<${dan} 2 USDT 0.06`, `${ann}<${dan} 3 USDT 0.03`];
    expect(await desk.rebates()).toEqual(lines.map((line) => `2026-03-10 ${line} pending`));
    expect(await readBalance(db, FEES)).toEqual({ available: '0.39', held: '0.21' });
    await desk.work('2026-03-11T00:10:00Z');
    expect(await desk.rebates()).toEqual(lines.map((line) => `2026-03-10 ${line} paid`));
    expect([await spotOf(ann), await spotOf(bob), await spotOf(cyd)].map(({ available }) => available)).toEqual([
      '0.03',
      '0.06',
      '0.12',
    ]);
    await desk.start('2026-03-12T12:00:00Z');
    expect(await readBalance(db, FEES)).toEqual({ available: '0.39', held: '0' });
    const events = await rowsOf(db, sql`select user_id, category, facts from user_events where user_id = ${cyd}`);
    expect(events).toEqual([{ user_id: cyd, category: 'rebates', facts: { amount: '0.12', currency: 'USDT' } }]);
  });

  it('pays no closed account, and the generations behind it as before', async () => {
    await verifyAll();
    const close = (user: UserId | undefined) => db.execute(sql`update users set closed_at = now() where id = ${user}`);
    await close(bob);
    await desk.option('2026-03-10T12:00:00Z', dan as UserId, 'lose', '0.6');
    await desk.start('2026-03-11T00:05:00Z');
    const lines = [`${cyd}<${dan} 1 USDT 0.12`, `${ann}<${dan} 3 USDT 0.03`];
    expect(await desk.rebates()).toEqual(lines.map((line) => `2026-03-10 ${line} pending`));
    await close(cyd);
    await desk.work('2026-03-11T00:10:00Z');
    expect(await desk.rebates()).toEqual([`2026-03-10 ${lines[0]} lapsed`, `2026-03-10 ${lines[1]} paid`]);
    expect(await rowsOf(db, sql`select user_id from rebate_ranks`)).toEqual([{ user_id: ann }]);
    expect(await readBalance(db, FEES)).toEqual({ available: '0.57', held: '0' });
  });

  it('counts fees of spot, of options that were not void and of futures without insurance, by payer', async () => {
    await verifyAll();
    const at = '2026-03-10T12:00:00Z';
    // Each side pays in the currency it receives: the buyer BTC, the seller USDT.
    await desk.fill(at, bob as UserId, ann as UserId, { base: '0.001', quote: '2' });
    await desk.fill(at, ann as UserId, bob as UserId, { base: '0.003', quote: '1' });
    for (const result of ['win', 'lose', 'tie', 'void'] as const) await desk.option(at, bob as UserId, result, '1');
    await desk.position(at, bob as UserId, '10');
    await desk.start('2026-03-11T00:10:00Z');
    // In USDT: 1 as a seller, 3 of options, 9 of the position; in BTC the fee paid as a buyer.
    expect(await desk.rebates()).toEqual([
      `2026-03-10 ${ann}<${bob} 1 BTC 0.0002 paid`,
      `2026-03-10 ${ann}<${bob} 1 USDT 2.6 paid`,
    ]);
    expect((await spotOf(ann, BTC)).available).toBe('0.9972');
  });

  it('sums before rounding: many small fees of one user are one value', async () => {
    await verifyAll();
    for (let index = 0; index < 10; index += 1) {
      await desk.option('2026-03-10T12:00:00Z', bob as UserId, 'lose', '0.00000001');
    }
    await desk.start('2026-03-11T00:10:00Z');
    expect(await desk.rebates()).toEqual([`2026-03-10 ${ann}<${bob} 1 USDT 0.00000002 paid`]);
  });

  it('counts a late entry of a slow transaction in the next day, and loses nothing', async () => {
    await verifyAll();
    await desk.option('2026-03-11T00:00:00.001Z', bob as UserId, 'lose', '5');
    await desk.option('2026-03-10T23:59:59.999Z', bob as UserId, 'lose', '1');
    await desk.start('2026-03-11T00:10:00Z');
    await desk.option('2026-03-10T23:59:59.999Z', bob as UserId, 'lose', '2');
    await desk.work('2026-03-12T00:10:00Z');
    expect(await desk.rebates()).toEqual([`2026-03-11 ${ann}<${bob} 1 USDT 1.6 paid`]);
  });
});

describe('missed days', () => {
  beforeEach(async () => setUp(await openTestDatabase()));
  afterEach(async () => {
    await endClean();
    await opened.close();
  });

  it('are closed one by one after a stop, each by its own rates, and all paid', async () => {
    await verifyAll();
    await desk.option('2026-02-20T12:00:00Z', bob as UserId, 'lose', '100');
    for (const day of ['02', '07', '08', '09', '10', '22']) {
      await desk.option(`2026-03-${day}T12:00:00Z`, bob as UserId, 'lose', '1');
    }
    // Each begins with the next day.
    await publish('2026-03-07T06:00:00Z', { ...TERMS, user: ratesOf('40', '0', '0') });
    const change = (isPartner: boolean, at: string) =>
      db.transaction((tx) =>
        setPartner(tx, { userId: ann as UserId, isPartner, reason: 'agreed', nowMs: Date.parse(at) }),
      );
    expect(await change(true, '2026-03-08T06:00:00Z')).toBe(true);
    expect(await change(true, '2026-03-08T07:00:00Z')).toBe(false);
    expect(await change(false, '2026-03-09T06:00:00Z')).toBe(true);
    await desk.start('2026-03-22T12:00:00Z');
    const values = (await desk.rebates()).map((line) => line.split(' ').filter((_, index) => index !== 1));
    expect(values.map((words) => words.join(' '))).toEqual([
      '2026-03-02 1 USDT 0.2 paid',
      '2026-03-07 1 USDT 0.2 paid',
      '2026-03-08 1 USDT 0.4 paid',
      '2026-03-09 1 USDT 0.3 paid',
      '2026-03-10 1 USDT 0.4 paid',
    ]);
    expect((await spotOf()).available).toBe('1.5');
    // The running day continues.
    await desk.option('2026-03-22T20:00:00Z', bob as UserId, 'lose', '2');
    await desk.work('2026-03-23T00:10:00Z');
    expect((await desk.rebates()).at(-1)).toBe(`2026-03-22 ${ann}<${bob} 1 USDT 1.2 paid`);
    const payments = await rowsOf(db, sql`select 1 from rebate_payments`);
    expect(payments).toHaveLength(2);
  });

  it('do not exist before the first rates, nor in a currency without fees', async () => {
    await desk.start('2026-03-11T00:10:00Z');
    expect(await rowsOf(db, sql`select 1 from rebate_days`)).toEqual([]);
  });
});

describe('a rebate', () => {
  beforeEach(async () => setUp(await openTestDatabase()));
  afterEach(async () => {
    await endClean();
    await opened.close();
  });

  it('waits until both sides are verified, regardless of the users between them', async () => {
    await desk.verify(ann as UserId);
    await desk.option('2026-03-10T12:00:00Z', cyd as UserId, 'lose', '10');
    await desk.start('2026-03-11T00:10:00Z');
    expect((await desk.rebates()).map((line) => line.split(' ').at(-1))).toEqual(['pending', 'pending']);
    await desk.work('2026-03-20T00:10:00Z');
    await desk.verify(cyd as UserId, '2026-03-20T12:00:00Z');
    await desk.work('2026-03-21T00:09:59Z');
    expect((await spotOf()).available).toBe('0');
    await desk.work('2026-03-21T00:10:00Z');
    expect(await desk.rebates()).toEqual([
      `2026-03-10 ${bob}<${cyd} 1 USDT 2 pending`,
      `2026-03-10 ${ann}<${cyd} 2 USDT 1 paid`,
    ]);
    expect((await spotOf()).available).toBe('1');
  });

  it('lapses to the house when a side was not verified within thirty days, for ever', async () => {
    await desk.verify(ann as UserId);
    await desk.option('2026-03-10T12:00:00Z', bob as UserId, 'lose', '10');
    await desk.start('2026-03-11T00:10:00Z');
    await desk.work('2026-04-09T00:10:00Z');
    expect(await readBalance(db, FEES)).toEqual({ available: '8', held: '2' });
    await desk.work('2026-04-10T00:10:00Z');
    expect(await desk.rebates()).toEqual([`2026-03-10 ${ann}<${bob} 1 USDT 2 lapsed`]);
    expect(await readBalance(db, FEES)).toEqual({ available: '10', held: '0' });
    await desk.verify(bob as UserId, '2026-04-10T12:00:00Z');
    await desk.work('2026-04-11T00:10:00Z');
    expect((await spotOf()).available).toBe('0');
  });

  it('is paid late after a stop when both were verified in time', async () => {
    await verifyAll();
    await desk.option('2026-03-10T12:00:00Z', bob as UserId, 'lose', '10');
    await desk.start('2026-06-01T12:00:00Z');
    expect((await spotOf()).available).toBe('2');
  });

  it('is never changed after its end, and invitations are never changed', async () => {
    await verifyAll();
    await desk.option('2026-03-10T12:00:00Z', bob as UserId, 'lose', '10');
    await desk.start('2026-03-11T00:10:00Z');
    const refused = (statement: ReturnType<typeof sql>) => expect(db.execute(statement)).rejects.toThrow();
    await refused(sql`update rebates set payment_id = null`);
    await refused(sql`update rebates set value = 1`);
    await refused(sql`delete from rebates`);
    await refused(sql`update rebate_payments set value = 1`);
    await refused(sql`update users set invited_by = ${dan} where id = ${ann}`);
    await refused(sql`update users set invited_by = null where id = ${bob}`);
    await refused(
      sql`insert into users (id, password_hash, invitation_code, invited_by) values (999999, '', 'self', 999999)`,
    );
  });
});

describe.runIf((await testEnginesByNight()).includes('postgres'))('three nodes', () => {
  it('do each step once', async () => {
    const nodes = await openTestNodes(3);
    await setUp(
      nodes[0],
      nodes.map((node) => node.db),
    );
    await verifyAll();
    const friends = await Promise.all(Array.from({ length: 12 }, () => desk.join(dan)));
    for (const friend of friends) await desk.verify(friend);
    for (const day of ['10', '11', '12']) {
      for (const friend of friends) {
        await desk.fill(`2026-03-${day}T12:00:00Z`, friend, dan as UserId, { base: '0.001', quote: '1' });
        await desk.option(`2026-03-${day}T13:00:00Z`, friend, 'lose', '3');
      }
    }
    await desk.start('2026-03-13T00:10:00Z');
    await desk.work('2026-03-14T00:10:00Z');
    const lines = await desk.rebates();
    // For each friend and day three generations in two currencies, and three more for dan's own fees as a seller.
    expect(lines).toHaveLength(12 * 3 * 3 * 2 + 3 * 3);
    expect(lines.every((line) => line.endsWith('paid'))).toBe(true);
    const total = add(ZERO, ...[await spotOf(cyd), await spotOf(bob), await spotOf(ann)].map((one) => one.available));
    // cyd: 10 % of the friends' 108 and 20 % of dan's 36; bob: 5 % and 10 %; ann: 5 % of dan's.
    expect(total).toBe('28.8');
    await endClean();
    await opened.close();
  });
});
