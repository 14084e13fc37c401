// Events of a transaction: published after its commit, in order and once; never those of a rollback.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MarketId, UserId } from '@halyard/contract/ids';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { decimal } from '@halyard/contract/money';
import type { ExchangeEvent } from '../events/events.ts';
import { postEntries } from '../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../testing/ledgerFixtures.ts';
import { createTestClock } from '../testing/testClock.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import type { OpenDatabase } from './connect.ts';
import { emit, withEvents, type Database } from './database.ts';
import { runOnce } from './runOnce.ts';

let database: OpenDatabase;
let db: Database;
const published: ExchangeEvent[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  db = withEvents(database.db, { publish: (event) => published.push(event) });
});
afterAll(() => database.close());
beforeEach(() => {
  published.length = 0;
});

const book = (marketId: number): ExchangeEvent => ({
  type: 'book-changed',
  marketId: marketId as MarketId,
  symbol: `M${marketId}`,
});
const refuse = () => Promise.reject(new Error('refused'));

test('are published after the commit, in their order', async () => {
  await db.transaction(async (tx) => {
    emit(tx, book(1));
    await tx.execute(sql`select 1`);
    emit(tx, book(2));
    expect(published).toEqual([]);
  });
  expect(published).toEqual([book(1), book(2)]);
});

test('are dropped with a transaction that rolls back, or whose commit fails', async () => {
  const failing = db.transaction(async (tx) => {
    emit(tx, book(1));
    await refuse();
  });
  await expect(failing).rejects.toThrow('refused');
  await db.execute(sql`create table late (id int primary key, of int references late deferrable initially deferred)`);
  const failsAtCommit = db.transaction(async (tx) => {
    emit(tx, book(2));
    await tx.execute(sql`insert into late values (1, 2)`);
  });
  await expect(failsAtCommit).rejects.toThrow();
  await db.execute(sql`drop table late`);
  expect(published).toEqual([]);
});

test('of a savepoint are dropped when it rolls back, with those of its own savepoints', async () => {
  await db.transaction(async (tx) => {
    emit(tx, book(1));
    const failing = tx.transaction(async (outer) => {
      emit(outer, book(2));
      await outer.transaction(async (inner) => emit(inner, book(3)));
      await refuse();
    });
    await expect(failing).rejects.toThrow('refused');
    await tx.transaction(async (savepoint) => emit(savepoint, book(4)));
    emit(tx, book(5));
  });
  expect(published).toEqual([book(1), book(4), book(5)]);
});

test('of a request that runs once are published once, and not when it is refused', async () => {
  const [userId] = (await insertUsers(db, 1)) as [UserId];
  const requestId = randomUUID();
  const request = {
    currencyId: CURRENCY.USDT,
    account: 'spot',
    amount: decimal('5'),
    clientRequestId: requestId,
  } as const;
  const ask = (mayRun: boolean) =>
    runOnce(db, { call: fundAccount, userId, requestId, request, clock: createTestClock() }, async (tx) => {
      await postEntries(tx, [deposit(accountOf(userId, CURRENCY.USDT), '5')]);
      if (!mayRun) await refuse();
      return { currencyId: CURRENCY.USDT, account: 'spot' as const, available: decimal('5') };
    });
  await expect(ask(false)).rejects.toThrow('refused');
  expect(published).toEqual([]);
  await ask(true);
  await ask(true);
  expect(published).toEqual([
    { type: 'balances-changed', userId, balances: [{ kind: 'spot', currencyId: CURRENCY.USDT }] },
  ]);
});

test('are one for each user whose balances changed, however many entries were posted', async () => {
  const [ann, bob] = (await insertUsers(db, 2)) as [UserId, UserId];
  const give = (userId: UserId, kind: 'spot' | 'option') => deposit(accountOf(userId, CURRENCY.USDT, kind), '1');
  await db.transaction(async (tx) => {
    await postEntries(tx, [give(ann, 'spot'), give(bob, 'spot'), give(ann, 'option'), give(ann, 'spot')]);
    emit(tx, { type: 'events-written' });
    emit(tx, book(1));
    emit(tx, { type: 'events-written' });
  });
  const balance = (kind: 'spot' | 'option') => ({ kind, currencyId: CURRENCY.USDT });
  expect(published).toEqual([
    { type: 'balances-changed', userId: ann, balances: [balance('spot'), balance('option')] },
    { type: 'balances-changed', userId: bob, balances: [balance('spot')] },
    { type: 'events-written' },
    book(1),
  ]);
});
