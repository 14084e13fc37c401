// New coins on a real database: amounts are held, allotted, locked and released to the last unit; and an allotment that
// crashes at any of its statements continues and does everything once.
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { offeringTerms } from '@halyard/contract/launchpad/terms';
import { isThorough } from '@halyard/contract/testing/thorough';
import { HOUR_MS, DAY_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { cutOffAt, CutOffError } from '../../testing/cutOff.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openOfferingDesk, publishTestOffering, type OfferingDesk } from '../../testing/offeringDesk.ts';
import { launchpad } from './index.ts';
import { publishOffering } from './publishOffering.ts';
import { reviewSubscription } from './subscribe.ts';

let desk: OfferingDesk;
beforeAll(async () => {
  desk = await openOfferingDesk();
});
afterAll(() => desk.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code,
  );
const usdtOf = (userId: UserId) => readBalance(desk.db, accountOf(userId, CURRENCY.USDT));
async function coinsOf(userId: UserId, coin: string) {
  const [row] = await rowsOf<{ id: number }>(desk.db, sql`select id from currencies where name = ${coin}`);
  return readBalance(desk.db, accountOf(userId, row?.id as never));
}
const ordersOf = (offeringId: number) =>
  rowsOf<{ status: string; coins: string; interest: string; paid: string }>(
    desk.db,
    sql`select status, trim_scale(coins)::text as coins, trim_scale(interest)::text as interest, trim_scale(paid)::text as paid
      from offering_subscriptions where offering_id = ${offeringId} order by id`,
  );

describe('an offering', () => {
  it('is allotted in proportion, locked, and delivered with its interest', async () => {
    const id = await desk.publish({ coin: 'ALFA' });
    const users = await desk.users(3, '500');
    for (const [index, amount] of ['100', '200', '400'].entries()) {
      await desk.subscribe(users[index] as UserId, id, amount);
    }
    expect(await usdtOf(users[2] as UserId)).toEqual({ available: '100', held: '400' });
    await desk.passAll();
    await desk.run();
    expect(await desk.statusOf(id)).toBe('subscribing');
    desk.clock.advance(HOUR_MS);
    await desk.run();
    expect(await ordersOf(id)).toEqual([
      { status: 'locked', coins: '142.8571', interest: '3.5714', paid: '71.42855' },
      { status: 'locked', coins: '285.7143', interest: '7.1428', paid: '142.85715' },
      { status: 'locked', coins: '571.4286', interest: '14.2857', paid: '285.7143' },
    ]);
    expect(await usdtOf(users[2] as UserId)).toEqual({ available: '214.2857', held: '0' });
    expect(await coinsOf(users[2] as UserId, 'ALFA')).toEqual({ available: '0', held: '585.7143' });
    expect(await desk.faults()).toEqual([]);
    desk.clock.advance(2 * DAY_MS - 1);
    await desk.run();
    expect(await desk.statusOf(id)).toBe('locked');
    desk.clock.advance(1);
    await desk.run();
    expect(await desk.statusOf(id)).toBe('delivered');
    expect(await coinsOf(users[2] as UserId, 'ALFA')).toEqual({ available: '585.7143', held: '0' });
    expect(await desk.faults()).toEqual([]);
  });

  it('without a lock is delivered at once, within its caps', async () => {
    const id = await desk.publish({ coin: 'BETA', lockDays: 0, userCap: decimal('300') });
    const [rich, poor] = (await desk.users(2, '2000')) as [UserId, UserId];
    await desk.subscribe(rich, id, '1500');
    await desk.subscribe(poor, id, '50');
    await desk.subscribe(poor, id, '7.00003');
    await desk.passAll();
    desk.clock.advance(HOUR_MS);
    await desk.run();
    expect(await coinsOf(rich, 'BETA')).toEqual({ available: '307.5', held: '0' });
    expect(await usdtOf(rich)).toEqual({ available: '1850', held: '0' });
    // The whole demand, rounded down to whole units.
    expect(await ordersOf(id)).toMatchObject([
      { status: 'completed', coins: '300' },
      { status: 'completed', coins: '100' },
      { status: 'completed', coins: '14', paid: '7' },
    ]);
    expect(await desk.faults()).toEqual([]);
  });

  it('charges small orders for the coins that they pay for together', async () => {
    const id = await desk.publish({ coin: 'IOTA' });
    const [ann] = (await desk.users(1, '1')) as [UserId];
    for (const _ of [1, 2]) await desk.subscribeMany(id, [ann], '0.00004');
    await desk.db.execute(sql`update offerings set subscribers = 1 where id = ${id}`);
    desk.clock.advance(HOUR_MS);
    await desk.run();
    expect(await ordersOf(id)).toEqual([
      { status: 'locked', coins: '0.0001', interest: '0', paid: '0.000025' },
      { status: 'completed', coins: '0', interest: '0', paid: '0.000025' },
    ]);
    expect(await usdtOf(ann)).toEqual({ available: '0.99995', held: '0' });
    expect(await coinsOf(ann, 'IOTA')).toEqual({ available: '0', held: '0.0001' });
    expect(await desk.faults()).toEqual([]);
  });

  it('without subscriptions keeps its supply', async () => {
    const id = await desk.publish({ coin: 'GAMA' });
    desk.clock.advance(HOUR_MS);
    await desk.run();
    desk.clock.advance(2 * DAY_MS);
    await desk.run();
    expect(await desk.statusOf(id)).toBe('delivered');
    expect(await desk.faults()).toEqual([]);
  });

  it('waits for its reviews for a day, and then passes the remaining ones', async () => {
    const id = await desk.publish({ coin: 'DELT' });
    const [passed, rejected, forgotten] = (await desk.users(3, '600')) as [UserId, UserId, UserId];
    const reviewer = { name: 'ann' };
    await reviewSubscription(desk, { id: (await desk.subscribe(passed, id, '500')).id, decision: 'approve' }, reviewer);
    const refused = { id: (await desk.subscribe(rejected, id, '500')).id, decision: 'reject', reason: 'No.' } as const;
    await reviewSubscription(desk, refused, reviewer);
    expect(await usdtOf(rejected)).toEqual({ available: '600', held: '0' });
    await desk.subscribe(forgotten, id, '500');
    desk.clock.advance(HOUR_MS + DAY_MS - 1);
    await desk.run();
    expect(await desk.statusOf(id)).toBe('subscribing');
    desk.clock.advance(1000);
    await desk.run();
    expect(await ordersOf(id)).toMatchObject([
      { status: 'locked', coins: '500' },
      { status: 'rejected', coins: null },
      { status: 'locked', coins: '500' },
    ]);
    expect(await desk.faults()).toEqual([]);
  });

  it('allows cancelling before its end, and not afterwards', async () => {
    const id = await desk.publish({ coin: 'EPSI' });
    const [ann, bob] = (await desk.users(2, '600')) as [UserId, UserId];
    const first = await desk.subscribe(ann, id, '100');
    const second = await desk.subscribe(ann, id, '50');
    expect(await codeOf(desk.cancel(bob, first.id))).toBe('SUBSCRIPTION_NOT_FOUND');
    expect(await desk.cancel(ann, first.id)).toMatchObject({ state: 'cancelled', released: '100' });
    expect(await codeOf(desk.cancel(ann, first.id))).toBe('SUBSCRIPTION_NOT_OPEN');
    desk.clock.advance(HOUR_MS);
    expect(await codeOf(desk.cancel(ann, second.id))).toBe('SUBSCRIPTION_NOT_OPEN');
    expect(await codeOf(desk.subscribe(bob, id, '100'))).toBe('OFFER_NOT_OPEN');
    await desk.passAll();
    await desk.run();
    expect(await desk.faults()).toEqual([]);
  });

  it('refuses subscriptions outside its terms, in this order', async () => {
    const id = await desk.publish({ coin: 'ZETA' });
    const [ann] = (await desk.users(1, '20')) as [UserId];
    expect(await codeOf(desk.subscribe(ann, 999_999 as never, '100'))).toBe('OFFER_NOT_FOUND');
    expect(await codeOf(desk.subscribe(ann, id, '0'))).toBe('AMOUNT_REQUIRED');
    expect(await codeOf(desk.subscribe(ann, id, '4.99999999'))).toBe('AMOUNT_TOO_SMALL');
    expect(await codeOf(desk.subscribe(ann, id, '5.000000001'))).toBe('AMOUNT_PRECISION');
    expect(await codeOf(desk.subscribe(ann, id, '20.01'))).toBe('INSUFFICIENT_BALANCE');
    expect(await desk.faults()).toEqual([]);
  });

  it('is published only with its coins funded, and never changed afterwards', async () => {
    const nowMs = desk.clock.nowMs();
    const id = await publishTestOffering(desk.db, nowMs, { coin: 'ETAA' });
    const [row] = await rowsOf<{ terms: object }>(desk.db, sql`select terms from offerings where id = ${id}`);
    const terms = z.decode(offeringTerms, row?.terms as never);
    const again = desk.db.transaction((tx) =>
      publishOffering(tx, { terms, texts: {} as never, isRecommended: false }, nowMs),
    );
    expect(await again).toContain('that no other offer promises');
    const plan = { terms: { ...terms, minCoins: decimal('0.00005') }, texts: {} as never, isRecommended: false };
    const small = desk.db.transaction((tx) => publishOffering(tx, plan, nowMs));
    expect(await small).toBe('min_coins: 4 places at most');
    await expect(desk.db.execute(sql`update offerings set terms = '{}' where id = ${id}`)).rejects.toThrow();
  });

  it('that an operator withdraws releases everything', async () => {
    const id = await desk.publish({ coin: 'THET' });
    const users = await desk.users(3, '100');
    for (const user of users) await desk.subscribe(user, id, '60');
    const close = launchpad.commands?.find(({ name }) => name === 'close');
    await close?.run(
      { ...desk, isSandbox: true, withdrawalHoldHours: 0, dataDir: '' },
      { name: 'ann' },
      {
        args: [String(id)],
        options: { reason: 'The coin will not be launched.' },
      },
    );
    expect(await codeOf(desk.subscribe(users[0] as UserId, id, '10'))).toBe('OFFER_NOT_OPEN');
    await desk.run();
    expect(await desk.statusOf(id)).toBe('withdrawn');
    expect(await usdtOf(users[1] as UserId)).toEqual({ available: '100', held: '0' });
    expect(await desk.faults()).toEqual([]);
  });
});

describe('an allotment that crashes', () => {
  it('at any statement of any chunk continues, and does everything once', async () => {
    const id = await desk.publish({ coin: 'KAPA', lockDays: 1 });
    const users = await desk.users(isThorough ? 1000 : 430, '20');
    await desk.subscribeMany(id, users, '10');
    desk.clock.advance(HOUR_MS);
    const doneRow = async () =>
      (await rowsOf<{ at: string }>(desk.db, sql`select status || done_row as at from offerings where id = ${id}`))[0]
        ?.at;
    const seen = new Set<string | undefined>();
    // Crashes at each of its statements, and then runs one step completely, until it has ended.
    for (let step = 0; step < 20 && (await desk.statusOf(id)) !== 'locked'; step += 1) {
      const before = await doneRow();
      seen.add(before);
      for (const statement of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
        await desk
          .run(cutOffAt(desk.db, statement))
          .catch((error: unknown) => expect(error).toBeInstanceOf(CutOffError));
        expect(await doneRow()).toBe(before);
      }
      await desk.runOnce();
    }
    expect(seen.size).toBeGreaterThan(3);
    expect(await desk.statusOf(id)).toBe('locked');
    expect(await desk.faults()).toEqual([]);
    const given = await rowsOf<{ coins: string }>(
      desk.db,
      sql`select sum(coins)::text as coins from offering_subscriptions where offering_id = ${id}`,
    );
    expect(decimal(given[0]?.coins ?? '')).toBe('1000');
    desk.clock.advance(DAY_MS);
    await desk.runOnce();
    await desk.run(cutOffAt(desk.db, 6)).catch((error: unknown) => expect(error).toBeInstanceOf(CutOffError));
    await desk.run();
    expect(await desk.statusOf(id)).toBe('delivered');
    expect(await desk.faults()).toEqual([]);
  });
});
