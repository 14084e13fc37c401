// Closings of months on every engine: a wrong closing and an old posting that was changed are found by the check of
// everything, and what is wrong since the newest closing by the short one.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../db/connect.ts';
import { rowsOf, type Transaction } from '../db/database.ts';
import { accountOf, CURRENCY, deposit, insertUsers, transfer } from '../testing/ledgerFixtures.ts';
import { inLedgerAt } from '../testing/ledgerTime.ts';
import { openTestDatabaseOn, testEngines } from '../testing/testDatabase.ts';
import { checkBooks, closeMonth } from './closings.ts';
import { postEntries, type LedgerEntry } from './ledger.ts';

const { USDT } = CURRENCY;

/** The middle of the month so many before this one. */
function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15)).toISOString();
}

describe.each(await testEngines())('closings on %s', (engine) => {
  let opened: OpenDatabase;
  let tx: Transaction;
  beforeAll(async () => {
    opened = await openTestDatabaseOn(engine);
  });
  afterAll(() => opened.close());

  /** Runs a test on three months of postings, in a transaction that is rolled back. */
  const rolledBack = async (work: () => Promise<void>) => {
    const rollback = new Error('rollback');
    const run = opened.db.transaction(async (own) => {
      tx = own;
      const [ann, bob] = (await insertUsers(own, 2)).map((user) => accountOf(user, USDT));
      if (ann === undefined || bob === undefined) throw new Error('two users are needed');
      // Bob has no posting in the month after, and there is none at all in the one after that.
      await postAt(4, deposit(ann, '100'), transfer(ann, bob, '30'));
      await postAt(3, deposit(ann, '7'));
      await postAt(0, transfer(bob, ann, '10'), deposit(bob, '1'));
      await work();
      throw rollback;
    });
    await run.catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  };
  const postAt = (months: number, ...entries: readonly LedgerEntry[]) =>
    inLedgerAt(tx, monthsAgo(months), () => postEntries(tx, entries));
  const close = () => tx.transaction((own) => closeMonth(own));
  const closeAll = async () => {
    const closed: string[] = [];
    for (let month = await close(); month !== undefined; month = await close()) closed.push(month.slice(0, 7));
    return closed;
  };
  const tamper = async (table: string, statement: string) => {
    await tx.execute(sql.raw(`alter table ${table} disable trigger all`));
    await tx.execute(sql.raw(statement));
  };
  const rules = async (since: 'beginning' | 'closing') =>
    (await checkBooks(tx, since)).map(({ rule }) => rule).toSorted();
  const found = async () => ({ short: await rules('closing'), all: await rules('beginning') });
  const nth = (order: string) => `(select entry_id from ledger_postings order by entry_id ${order} limit 1)`;

  /** The last month is closed on its second day after. */
  const isEarly = new Date().getUTCDate() < 3;

  it('are made of every month that has ended, once, and prove the books', () =>
    rolledBack(async () => {
      const months = [4, 3, 2, 1].map((ago) => monthsAgo(ago).slice(0, 7));
      expect((await closeAll()).slice(0, 3)).toEqual(months.slice(0, 3));
      expect(isEarly ? undefined : await close()).toBeUndefined();
      const rows = await rowsOf<{ month: string; accounts: number }>(
        tx,
        sql`select to_char(month, 'YYYY-MM') as month, count(*)::int as accounts from ledger_closings group by 1 order by 1`,
      );
      // The outside of the exchange, Ann and Bob; then Bob no more.
      expect(rows).toEqual([
        { month: months[0], accounts: 3 },
        { month: months[1], accounts: 2 },
      ]);
      expect(await found()).toEqual({ short: [], all: [] });
    }));

  it('have a wrong one, which the check of everything finds', () =>
    rolledBack(async () => {
      await closeAll();
      await tamper(
        'ledger_closings',
        `update ledger_closings set held = held + 1 where month = (select min(month) from ledger_months)`,
      );
      expect((await found()).all).toEqual(['closing-is-right', 'closing-is-right', 'closing-is-right']);
    }));

  it('lack an account, which both checks find', () =>
    rolledBack(async () => {
      await closeAll();
      await tamper(
        'ledger_closings',
        `delete from ledger_closings where account_id = (select account_id from ledger_closings group by 1 having count(*) = 1)`,
      );
      const { short, all } = await found();
      expect(short).toContain('postings-make-balance');
      expect(all).toEqual(['closing-is-right']);
    }));

  it('hide a change of an old posting from the short check alone', () =>
    rolledBack(async () => {
      await closeAll();
      await tamper(
        'ledger_postings',
        `update ledger_postings set available = available + 1 where entry_id = ${nth('')}`,
      );
      const { short, all } = await found();
      expect(short).toEqual([]);
      expect(all).toContain('entry-balances');
    }));

  it('do not hide a change since the newest one', () =>
    rolledBack(async () => {
      await closeAll();
      await tamper(
        'ledger_postings',
        `update ledger_postings set available = available + 1 where entry_id = ${nth('desc')}`,
      );
      const { short, all } = await found();
      expect(short).toEqual(expect.arrayContaining(['after-values-follow', 'entry-balances', 'postings-make-balance']));
      expect(all).toEqual(short);
    }));

  it('are not made of a month whose postings are wrong', () =>
    rolledBack(async () => {
      await tamper(
        'ledger_postings',
        `update ledger_postings set available_after = available_after + 1 where entry_id = ${nth('')}`,
      );
      await expect(close()).rejects.toThrow(/cannot be closed: after-values-follow/);
      expect(await rowsOf(tx, sql`select from ledger_months`)).toEqual([]);
    }));
});
