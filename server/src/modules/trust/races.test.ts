// Concurrency of trust orders: the last capacity is never oversold, on either engine and over all nodes; three nodes
// pay a day once, while users redeem, and the users' penalties are the house's gain; an order that matures while its
// user redeems it ends once. THOROUGH=1 has 500 buyers and 2,000 orders.
import { afterEach, describe, expect, it } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import type { UserId } from '@halyard/contract/ids';
import type { TrustOrderId } from '@halyard/contract/trust/calls';
import { add, decimal, subtract, ZERO } from '@halyard/contract/money';
import type { OpenDatabase } from '../../db/connect.ts';
import { openTestDatabaseOn, openTestNodes, testEngines } from '../../testing/testDatabase.ts';
import { openTrustDesk, type TrustDesk } from '../../testing/trustDesk.ts';

const BUYERS = isThorough ? 500 : 30;
const ORDERS = isThorough ? 2000 : 50;

type Bought = { readonly user: UserId; readonly id: TrustOrderId };

const engines = await testEngines();
let desk: TrustDesk;
afterEach(() => desk.shut());

/** A desk on the first of several nodes. */
async function openOn(nodes: readonly [OpenDatabase, ...OpenDatabase[]]) {
  desk = await openTrustDesk({ database: nodes[0] });
  return nodes.map(({ db }) => db);
}

describe.each(engines)('on %s', (engine) => {
  it('buyers share the last capacity, and it is never exceeded', async () => {
    const nodes = await openOn(engine === 'postgres' ? await openTestNodes(3) : [await openTestDatabaseOn(engine)]);
    await desk.publish({ capacity: decimal('2000'), maxAmount: decimal('2000') });
    const users = await desk.savers(BUYERS, '100');
    const results = await Promise.allSettled(
      users.map((user, place) => desk.buy(user, '100', { over: nodes[place % nodes.length] })),
    );
    const bought = results.map(({ status }) => status === 'fulfilled');
    expect(bought.filter(Boolean)).toHaveLength(20);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'PRODUCT_SOLD_OUT', params: { left: '0' } });
    // Each user bought once or kept the money.
    const balances = await Promise.all(users.map((user) => desk.balance(user)));
    expect(balances).toEqual(bought.map((isBought) => (isBought ? '0+100' : '100+0')));
    expect(await desk.faults()).toEqual([]);
  });

  it('an order that matures while its user leaves it ends once, either way, and pays what that way gives', async () => {
    const nodes = await openOn(engine === 'postgres' ? await openTestNodes(3) : [await openTestDatabaseOn(engine)]);
    const users = await desk.savers(BUYERS, '100');
    const orders: Bought[] = [];
    for (const user of users) orders.push({ user, id: (await desk.buy(user, '100')).id });
    desk.goTo('2026-12-02T23:59:59.999Z');
    let left = 0;
    const leave = async ({ user, id }: Bought) => {
      const outcome = await desk.redeem(user, id).then(
        () => 'redeemed',
        (error: unknown) => (error as { code: string }).code,
      );
      left += 1;
      // The end comes while others wait for their locks.
      if (left === 10) desk.goTo('2026-12-03T00:00:00.000Z');
      return outcome;
    };
    const [outcomes] = await Promise.all([
      Promise.all(orders.map(leave)),
      ...nodes.map(async (db) => {
        await desk.pay(db, 3);
        await desk.pay(db, 3);
      }),
    ]);
    await desk.pay();
    expect(await desk.faults()).toEqual([]);
    const ends = await Promise.all(
      orders.map(async ({ user, id }) => {
        const { isRedeemed, paid } = await desk.read(user, id);
        return `${isRedeemed ? 'redeemed' : 'TRUST_ORDER_MATURED'} ${paid} ${await desk.balance(user)}`;
      }),
    );
    // Six days of interest less the penalty, or all seven and the principal.
    const PAID = { redeemed: 'redeemed 2.4 101.8+0', TRUST_ORDER_MATURED: 'TRUST_ORDER_MATURED 2.8 102.8+0' };
    expect(ends).toEqual(outcomes.map((outcome) => PAID[outcome as keyof typeof PAID]));
    expect(new Set(outcomes).size).toBe(2);
  });
});

describe.runIf(engines.includes('postgres'))('three nodes', () => {
  const ofHouse = async () => add(...(await desk.house()).split('+').map(decimal));

  it('pay a day once, also while users redeem, and the house gains their penalties', async () => {
    const nodes = await openOn(await openTestNodes(3));
    const users = await desk.savers(ORDERS, '100');
    const orders = [];
    for (const user of users) orders.push({ user, ...(await desk.buy(user, '100')) });
    desk.goTo('2026-11-27T00:00:00.000Z');
    const before = await ofHouse();
    await Promise.all([
      ...nodes.map((db) => desk.pay(db, 10)),
      ...orders.slice(0, 20).map(({ user, id }) => desk.redeem(user, id)),
    ]);
    await desk.pay();
    expect(await desk.faults()).toEqual([]);
    const after = await Promise.all(orders.map(({ user, id }) => desk.read(user, id)));
    expect(new Set(after.map((order) => order.paid))).toEqual(new Set(['0.4']));
    expect(await desk.balance(users[20] as never)).toBe('0.4+100');
    const penalties = add(ZERO, ...after.filter(({ isRedeemed }) => isRedeemed).map(({ penalty }) => penalty));
    expect(penalties).toBe('12');
    expect(subtract(await ofHouse(), before)).toBe(subtract(penalties, add(ZERO, ...after.map(({ paid }) => paid))));
  });

  it('that were stopped for 20 days pay each day and each principal once', async () => {
    const nodes = await openOn(await openTestNodes(3));
    const users = await desk.savers(ORDERS, '200');
    const orders = [];
    for (const user of users) {
      // One of seven days, which has ended by then, and one of thirty, with 19 days paid.
      for (const product of [1, 3]) orders.push({ user, ...(await desk.buy(user, '100', { product })) });
    }
    desk.goTo('2026-12-15T08:00:00.000Z');
    await Promise.all(nodes.map((db) => desk.pay(db, 30)));
    await desk.pay();
    expect(await desk.faults()).toEqual([]);
    const after = await Promise.all(orders.map(({ user, id }) => desk.read(user, id)));
    const states = after.map(({ product, status, paidDays, paid }) => [product, status, paidDays, paid].join(' '));
    expect(new Set(states)).toEqual(new Set(['1 ended 7 2.8', '3 active 19 8.55']));
    for (const user of users) expect(await desk.balance(user)).toBe('111.35+100');
  });
});
