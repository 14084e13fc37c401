// Withdrawals stay correct under parallel requests, and over a restart: on PostgreSQL through two nodes on one
// database.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listWithdrawals } from '@halyard/contract/withdrawals/calls';
import { decimal, subtract } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { HOUR_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { askWithdrawal, openWithdrawer, type Withdrawer } from '../../testing/funding.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { newTestLocation, testEngines, type TestLocation } from '../../testing/testDatabase.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { cancel } from './index.ts';
import { reviewWithdrawal } from './withdrawalReviews.ts';

const { USDT } = CURRENCY;
const ROUNDS = isThorough ? 50 : 12;
const REVIEWER = { name: 'olga' };

/** Results of many attempts: each error code, or `done`, with its count. */
async function outcomesOf(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.allSettled(attempts)) {
    const refusal = outcome.status === 'fulfilled' ? undefined : (outcome.reason as Error & { code?: string });
    const word = refusal === undefined ? 'done' : (refusal.code ?? refusal.message);
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

describe.each(await testEngines())('parallel withdrawals on %s', (engine) => {
  const clock = createTestClock();
  let place: TestLocation;
  let nodes: [TestServer, TestServer];
  beforeAll(async () => {
    place = await newTestLocation(engine);
    const first = await startTestServer({ clock, location: place.location });
    // The embedded database belongs to one process, so there is one node.
    const second = engine === 'postgres' ? await startTestServer({ clock, location: place.location }) : first;
    nodes = [first, second];
  });
  afterAll(async () => {
    for (const node of new Set(nodes)) await node.close();
    await place.remove();
  });

  const nodeOf = (index: number) => nodes[index % 2 === 0 ? 0 : 1];
  const balanceOf = (user: Withdrawer) => readBalance(nodes[0].db, accountOf(user.id, USDT));
  const countOf = async (user: Withdrawer) => (await nodes[0].call(listWithdrawals, {}, { token: user.token })).total;

  it('of two for the third and last of the day one passes, and a fourth is refused', async () => {
    const user = await openWithdrawer(nodes[0]);
    await askWithdrawal(nodes[0], user);
    await askWithdrawal(nodes[0], user);
    const pair = await outcomesOf([askWithdrawal(nodes[0], user), askWithdrawal(nodes[1], user)]);
    expect(pair).toEqual({ done: 1, WITHDRAWALS_PER_DAY: 1 });
    expect(await outcomesOf([askWithdrawal(nodes[0], user)])).toEqual({ WITHDRAWALS_PER_DAY: 1 });
    expect(await balanceOf(user)).toEqual({ available: '700', held: '300' });
  });

  it('of many in parallel three pass, or as many as the balance allows', async () => {
    const rich = await openWithdrawer(nodes[0]);
    const ofRich = await outcomesOf(Array.from({ length: 12 }, (_, n) => askWithdrawal(nodeOf(n), rich)));
    expect(ofRich).toEqual({ done: 3, WITHDRAWALS_PER_DAY: 9 });
    const poor = await openWithdrawer(nodes[0], { usdt: '250' });
    const ofPoor = await outcomesOf(Array.from({ length: 12 }, (_, n) => askWithdrawal(nodeOf(n), poor)));
    expect(ofPoor).toEqual({ done: 2, INSUFFICIENT_BALANCE: 10 });
    expect(await balanceOf(poor)).toEqual({ available: '50', held: '200' });
  });

  it('one repeated request is one withdrawal, with the same answer', async () => {
    const user = await openWithdrawer(nodes[0]);
    const clientRequestId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => askWithdrawal(nodeOf(n), user, { clientRequestId })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await countOf(user)).toBe(1);
    expect(await balanceOf(user)).toEqual({ available: '900', held: '100' });
  });

  it(`of cancelling and approving one wins, and no money is lost or made (${ROUNDS} rounds)`, async () => {
    const user = await openWithdrawer(nodes[0]);
    const seen = { cancelled: 0, passed: 0 };
    let left = decimal('1000');
    for (let round = 0; round < ROUNDS; round += 1) {
      // A day has room for three.
      clock.advance(8 * HOUR_MS);
      const { id } = await askWithdrawal(nodes[0], user, { amount: decimal('20') });
      const cancelling = () => cancel(nodes[0], user.id, { id });
      const approving = () => reviewWithdrawal(nodes[1], { id, decision: 'approve' }, REVIEWER);
      const [first, second] = round % 2 === 0 ? [cancelling, approving] : [approving, cancelling];
      // The first two rounds run one after the other, so that both outcomes are seen on any machine.
      const started = first();
      if (round < 2) await started;
      const outcomes = await Promise.allSettled([started, second()]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const [withdrawal] = (await nodes[0].call(listWithdrawals, { id }, { token: user.token })).rows;
      const isPassed = withdrawal?.status === 'passed';
      expect(isPassed || withdrawal?.status === 'cancelled').toBe(true);
      seen[isPassed ? 'passed' : 'cancelled'] += 1;
      if (isPassed) left = subtract(left, decimal('20'));
      expect(await balanceOf(user)).toEqual({ available: left, held: '0' });
    }
    expect(seen.passed).toBeGreaterThan(0);
    expect(seen.cancelled).toBeGreaterThan(0);
    const [lines] = await rowsOf(
      nodes[0].db,
      sql`select count(*)::int as count from operator_actions where action = 'withdrawals.approve'`,
    );
    expect(lines).toEqual({ count: seen.passed });
  });

  it('the same request after a restart of the server is the same withdrawal', async () => {
    const user = await openWithdrawer(nodes[0]);
    const clientRequestId = randomUUID();
    const before = await askWithdrawal(nodes[0], user, { clientRequestId });
    for (const node of new Set(nodes)) await node.close();
    const again = await startTestServer({ clock, location: place.location });
    nodes = [again, again];
    expect(await askWithdrawal(again, user, { clientRequestId })).toEqual(before);
    expect(await countOf(user)).toBe(1);
    expect(await balanceOf(user)).toEqual({ available: '900', held: '100' });
  });

  it('keep the ledger in balance', async () => {
    expect(await checkBooks(nodes[0].db)).toEqual([]);
  });
});
