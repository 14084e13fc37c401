// Concurrent transfers neither overdraw nor deadlock nor lose money: on PostgreSQL they run on as many connections as
// the pool has, on the embedded database one after the other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { add, isNegative, type Decimal } from '@halyard/contract/money';
import { BusinessError } from '../calls/callHandler.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { accountOf, CURRENCY, deposit, insertUsers, transfer } from '../testing/ledgerFixtures.ts';
import { openTestDatabaseOn, testEngines } from '../testing/testDatabase.ts';
import { checkBooks } from './closings.ts';
import { postEntries, readBalance, type LedgerEntry } from './ledger.ts';

const AT_ONCE = 64;
const ROUNDS = 8;
const { BTC, USDT } = CURRENCY;

describe.each(await testEngines())('concurrent transfers on %s', (engine) => {
  let opened: OpenDatabase;
  let users: readonly UserId[];
  beforeAll(async () => {
    opened = await openTestDatabaseOn(engine);
    users = await insertUsers(opened.db, 12);
  });
  afterAll(async () => opened.close());

  const user = (index: number) => users[index % users.length] as UserId;
  const post = (...entries: LedgerEntry[]) => opened.db.transaction((tx) => postEntries(tx, entries));
  /**
   * Posts all batches concurrently; returns the number of refusals. Any other error (a deadlock, a lost connection) is
   * thrown.
   */
  async function postAtOnce(batches: readonly LedgerEntry[][]): Promise<number> {
    const outcomes = await Promise.allSettled(batches.map((batch) => post(...batch)));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    const unexpected = failures.find(
      (error) => !(error instanceof BusinessError && error.code === 'INSUFFICIENT_BALANCE'),
    );
    if (unexpected !== undefined) throw new Error('neither posted nor refused', { cause: unexpected });
    return failures.length;
  }

  it('never overdraw an account', async () => {
    const from = accountOf(user(0), USDT);
    await post(deposit(from, '100'));
    const batches = Array.from({ length: AT_ONCE }, (_, n) => [
      transfer(from, accountOf(user(1 + (n % 5)), USDT), '9.5'),
    ]);
    expect(await postAtOnce(batches)).toBe(AT_ONCE - 10);
    expect(await readBalance(opened.db, from)).toEqual({ available: '5', held: '0' });
    expect(await checkBooks(opened.db)).toEqual([]);
  });

  it('create a shared account once', async () => {
    const to = accountOf(user(6), BTC, 'trust');
    await postAtOnce(Array.from({ length: AT_ONCE }, () => [deposit(to, '0.25')]));
    expect(await readBalance(opened.db, to)).toEqual({ available: '16', held: '0' });
    expect(await checkBooks(opened.db)).toEqual([]);
  });

  it('do not deadlock in any direction between the same accounts, existing and new', async () => {
    const owners = users.slice(6);
    await post(...owners.map((owner) => deposit(accountOf(owner, USDT, 'option'), '1000')));
    for (let round = 0; round < ROUNDS; round += 1) {
      const refused = await postAtOnce(
        Array.from({ length: AT_ONCE }, (_, n) => {
          const [a, b, c] = [n, n * 5 + 1 + round, n * 3 + 2].map((k) => owners[k % owners.length] as UserId);
          if (a === undefined || b === undefined || c === undefined) return [];
          return [
            transfer(accountOf(a, USDT, 'option'), accountOf(b, USDT, 'option'), '1'),
            // A new account between two contended ones.
            transfer(accountOf(b, USDT, 'option'), accountOf(c, USDT, round % 2 === 0 ? 'futures' : 'trust'), '1'),
            deposit(accountOf(a, USDT, 'option'), '1'),
          ].filter(isBetweenTwo);
        }),
      );
      expect(refused).toBe(0);
    }
    const faults = await checkBooks(opened.db);
    const kinds = ['option', 'futures', 'trust'] as const;
    const balances = await Promise.all(
      owners.flatMap((owner) => kinds.map((kind) => readBalance(opened.db, accountOf(owner, USDT, kind)))),
    );
    const amounts: Decimal[] = balances.map(({ available }) => available);
    expect(faults).toEqual([]);
    expect(amounts.filter(isNegative)).toEqual([]);
    // All money from outside is there: 1000 each, and one with each batch.
    expect(add(...amounts)).toBe(String(owners.length * 1000 + ROUNDS * AT_ONCE));
  });

  function isBetweenTwo({ postings }: LedgerEntry): boolean {
    const [from, to] = postings;
    return JSON.stringify(from?.account) !== JSON.stringify(to?.account);
  }
});
