// Transfers that waited too long do not begin, and on PostgreSQL those of several users in one transaction wait for
// changes of their futures accounts one by one, in any order: otherwise the two would deadlock.
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { decimal } from '@halyard/contract/money';
import { makeRequestId, REQUEST_BEGINS_WITHIN_MS } from '@halyard/contract/requestId';
import { systemClock } from '../../clock.ts';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { isTooLate } from '../../db/runOnce.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { postEntries, readBalance } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../../testing/ledgerFixtures.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { openTestDatabaseOn, testEnginesByNight } from '../../testing/testDatabase.ts';
import { lockFutures } from '../futures/positionsRepository.ts';
import { transferGuard } from '../futures/index.ts';
import { transferTogether, type Asked } from './transferFunds.ts';

const { USDT } = CURRENCY;
const SPOT_TO_CONTRACT = { currencyId: USDT, from: 'spot', to: 'futures', amount: decimal('1') } as const;
const engines = await testEnginesByNight();

function ask(userId: UserId, clock = createTestClock()): Asked {
  const requestId = makeRequestId(clock.nowMs());
  const request = { ...SPOT_TO_CONTRACT, clientRequestId: requestId };
  const once = { call: transferFunds, userId, requestId, request, clock };
  return { once, transfer: { ...request, userId, currency: 'USDT' } };
}

it.each(engines)('of %s that waited too long do not begin, and are answered if they had', async (engine) => {
  const { db, close } = await openTestDatabaseOn(engine);
  const [user] = (await insertUsers(db, 1)) as [UserId];
  await db.transaction((tx) => postEntries(tx, [deposit(accountOf(user, USDT), '100')]));
  const clock = createTestClock();
  const [made, late] = [ask(user, clock), ask(user, clock)];
  const together = (...asked: readonly Asked[]) => transferTogether({ db, transferGuards: [transferGuard] }, asked);
  const [first] = await together(made);
  clock.advance(REQUEST_BEGINS_WITHIN_MS + 1);
  expect(await together(late, made, ask(user, clock))).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ code: 'REQUEST_EXPIRED' }) },
    first,
    expect.objectContaining({ status: 'fulfilled' }),
  ]);
  expect((await readBalance(db, accountOf(user, USDT))).available).toBe('98');
  await close();
});

describe.runIf(engines.includes('postgres'))('transfers together', () => {
  it('that expired while they waited do not begin: a repetition may have been answered so', async () => {
    const { db, close } = await openTestDatabaseOn('postgres');
    const [user] = (await insertUsers(db, 1)) as [UserId];
    await db.transaction((tx) => postEntries(tx, [deposit(accountOf(user, USDT), '100')]));
    const aliveMs = 2000;
    const requestId = makeRequestId(Date.now() - REQUEST_BEGINS_WITHIN_MS + aliveMs);
    const request = { ...SPOT_TO_CONTRACT, clientRequestId: requestId };
    const once = { call: transferFunds, userId: user, requestId, request, clock: systemClock };
    const late = { once, transfer: { ...request, userId: user, currency: 'USDT' } };
    let outcomes: ReturnType<typeof transferTogether> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select lock_request(${user}, ${requestId})`);
      outcomes = transferTogether({ db, transferGuards: [transferGuard] }, [late, ask(user)]);
      await expect.poll(() => isTooLate(once)).toBe(true);
    });
    expect(await outcomes).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'REQUEST_EXPIRED' }) },
      expect.objectContaining({ status: 'fulfilled' }),
    ]);
    expect((await readBalance(db, accountOf(user, USDT))).available).toBe('99');
    await close();
  });

  it('wait for changes of futures accounts one by one', async () => {
    const { db, close } = await openTestDatabaseOn('postgres');
    const users = await insertUsers(db, 2);
    const fund = (tx: Transaction, userId: UserId, kind: 'spot' | 'futures') =>
      postEntries(tx, [deposit(accountOf(userId, USDT, kind), '100')]);
    for (const userId of users) await db.transaction((tx) => fund(tx, userId, 'spot'));
    // A batch locks accounts in the order of their users, and this transaction in the other.
    const [later, ...earlier] = users.toReversed();
    let outcomes: ReturnType<typeof transferTogether> | undefined;
    await db.transaction(async (tx) => {
      await lockFutures(tx);
      await fund(tx, later as UserId, 'futures');
      outcomes = transferTogether(
        { db, transferGuards: [transferGuard] },
        users.map((userId) => ask(userId)),
      );
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await rowsOf(db, waiting)).length).toBe(1);
      // They hold no lock while they wait.
      await db.execute(sql`select from ledger_accounts where user_id = ${users[0]} for update nowait`);
      for (const userId of earlier) await fund(tx, userId, 'futures');
    });
    expect((await outcomes)?.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await checkBooks(db)).toEqual([]);
    await close();
  });
});
