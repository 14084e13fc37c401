// Proves what happens at once: the last capacity is never oversold, three nodes that pay one day pay it once, and
// redeeming while a day is paid leaves the books in balance.
import { afterEach, expect, it } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import { decimal } from '@halyard/contract/money';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { createPostgresDatabase, usualEngine } from '../../testing/testDatabase.ts';
import { openTrustDesk, type TrustDesk } from '../../testing/trustDesk.ts';

const BUYERS = isThorough ? 500 : 30;
const ORDERS = isThorough ? 2000 : 50;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A desk, and further nodes on its database. */
async function openNodes(
  count: number,
): Promise<{ readonly desk: TrustDesk; readonly nodes: readonly OpenDatabase[] }> {
  const { url, drop } = await createPostgresDatabase();
  closing.push(drop);
  const opened = [];
  for (let made = 0; made < count; made += 1) opened.push(await openDatabase({ databaseUrl: url }));
  const [database, ...nodes] = opened;
  if (database === undefined) throw new Error('no node was opened');
  const desk = await openTrustDesk({ database });
  closing.unshift(async () => {
    for (const node of nodes) await node.close();
    await desk.shut();
  });
  return { desk, nodes };
}

it('buyers of the last capacity share it, and nobody gets more than is there', async () => {
  const desk = await openTrustDesk();
  closing.push(() => desk.shut());
  await desk.publish({ capacity: decimal('2000'), maxAmount: decimal('2000') });
  const users = await desk.savers(BUYERS, '100');
  const results = await Promise.allSettled(users.map((user) => desk.buy(user, '100')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(new Set(codes)).toEqual(new Set(['PRODUCT_SOLD_OUT']));
  expect(await desk.faults()).toEqual([]);
});

it.runIf((await usualEngine()) === 'postgres')('three nodes pay a day once, also while users redeem', async () => {
  const { desk, nodes } = await openNodes(3);
  const users = await desk.savers(ORDERS, '100');
  const orders = [];
  for (const user of users) orders.push({ user, ...(await desk.buy(user, '100')) });
  desk.goTo('2026-11-27T00:00:00.000Z');
  const redeemed = orders.slice(0, 20);
  await Promise.all([
    desk.pay(undefined, 10),
    ...nodes.map(({ db }) => desk.pay(db, 10)),
    ...redeemed.map(({ user, id }) => desk.redeem(user, id)),
  ]);
  await desk.pay();
  expect(await desk.faults()).toEqual([]);
  const paid = await Promise.all(orders.map(({ user, id }) => desk.read(user, id)));
  expect(new Set(paid.map((order) => order.paid))).toEqual(new Set(['0.4']));
  expect(await desk.balance(orders[20]?.user as never)).toBe('0.4+100');
});
