// Effects and refusals of posted ledger entries, on every available engine, by posting to a real database and reading
// it back.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import type { Decimal } from '@halyard/contract/money';
import type { OpenDatabase } from '../db/connect.ts';
import { rowsOf, type Database } from '../db/database.ts';
import { accountOf, CURRENCY, deposit, insertUsers, posting, transfer } from '../testing/ledgerFixtures.ts';
import { openTestDatabaseOn, testEngines } from '../testing/testDatabase.ts';
import { checkBooks } from './closings.ts';
import { seedHouseCapital } from '../house/houseCapital.ts';
import { postEntries, readBalance, readBalances, type LedgerEntry } from './ledger.ts';

const { BTC, LTC, USDT } = CURRENCY;

describe.each(await testEngines())('the ledger on %s', (engine) => {
  let opened: OpenDatabase;
  let db: Database;
  let ann: UserId;
  let bob: UserId;
  beforeAll(async () => {
    opened = await openTestDatabaseOn(engine);
    db = opened.db;
  });
  afterAll(async () => opened.close());
  beforeEach(async () => {
    [ann, bob] = (await insertUsers(db, 2)) as [UserId, UserId];
  });

  const post = (...entries: LedgerEntry[]) => db.transaction((tx) => postEntries(tx, entries));
  const entryOf = (...postings: LedgerEntry['postings'][number][]): LedgerEntry => ({
    kind: 'spot_fill',
    reference: 'test',
    postings,
  });
  const balanceOf = (userId: UserId, currencyId = USDT) => readBalance(db, accountOf(userId, currencyId));
  // Fault of the database, unwrapped from drizzle's error.
  const faultOf = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : error;
  };

  it('moves money between accounts and creates missing ones', async () => {
    await post(deposit(accountOf(ann, USDT), '100'));
    await post(transfer(accountOf(ann, USDT), accountOf(bob, USDT), '30.000000000000000001'));
    expect(await balanceOf(ann)).toEqual({ available: '69.999999999999999999', held: '0' });
    expect(await balanceOf(bob)).toEqual({ available: '30.000000000000000001', held: '0' });
  });

  it('reads zero for an account without postings', async () => {
    expect(await balanceOf(ann)).toEqual({ available: '0', held: '0' });
    expect(await readBalances(db, ann)).toEqual([]);
  });

  it('holds and releases within one account', async () => {
    const account = accountOf(ann, USDT);
    await post(deposit(account, '100'), entryOf(posting(account, '-40', '40')));
    expect(await balanceOf(ann)).toEqual({ available: '60', held: '40' });
    await post(entryOf(posting(account, '15.5', '-15.5')));
    expect(await balanceOf(ann)).toEqual({ available: '75.5', held: '24.5' });
  });

  it('posts a trade in two currencies with its fee as one entry', async () => {
    const house = { house: 'fees', currencyId: BTC } as const;
    const before = await readBalance(db, house);
    await post(deposit(accountOf(ann, USDT), '100'), deposit(accountOf(bob, BTC), '1'));
    await post(
      entryOf(
        posting(accountOf(ann, USDT), '-50'),
        posting(accountOf(bob, USDT), '50'),
        posting(accountOf(bob, BTC), '-0.002'),
        posting(accountOf(ann, BTC), '0.001998'),
        posting(house, '0.000002'),
      ),
    );
    expect([await balanceOf(ann, BTC), await balanceOf(bob)]).toEqual([
      { available: '0.001998', held: '0' },
      { available: '50', held: '0' },
    ]);
    expect(before.available).toBe('0');
    expect((await readBalance(db, house)).available).toBe('0.000002');
  });

  it('reads the balances of one kind or one currency', async () => {
    await post(deposit(accountOf(ann, USDT), '1'), deposit(accountOf(ann, BTC), '2'));
    await post(deposit(accountOf(ann, USDT, 'trust'), '3'));
    const names = async (filter?: Parameters<typeof readBalances>[2]) =>
      (await readBalances(db, ann, filter)).map(({ kind, currencyId }) => `${kind} ${currencyId}`);
    expect(await names()).toEqual(['spot 1', 'spot 3', 'trust 3']);
    expect(await names({ kind: 'trust' })).toEqual(['trust 3']);
    expect(await names({ currencyId: USDT })).toEqual(['spot 3', 'trust 3']);
    expect(await names({ kind: 'spot', currencyId: BTC })).toEqual(['spot 1']);
  });

  it('refuses an overdraft and rolls back the whole batch', async () => {
    await post(deposit(accountOf(ann, USDT), '10'));
    const tooMuch = transfer(accountOf(ann, USDT), accountOf(bob, USDT), '5.000000000000000001');
    await expect(post(transfer(accountOf(ann, USDT), accountOf(bob, USDT), '5'), tooMuch)).rejects.toMatchObject({
      name: 'BusinessError',
      code: 'INSUFFICIENT_BALANCE',
    });
    expect(await balanceOf(ann)).toEqual({ available: '10', held: '0' });
    expect(await balanceOf(bob)).toEqual({ available: '0', held: '0' });
  });

  it('refuses to release more than is held', async () => {
    const account = accountOf(ann, USDT);
    await post(deposit(account, '10'), entryOf(posting(account, '-4', '4')));
    await expect(post(entryOf(posting(account, '5', '-5')))).rejects.toThrow('INSUFFICIENT_BALANCE');
  });

  it('checks each ledger entry at its position in the batch', async () => {
    const [from, to] = [accountOf(ann, USDT), accountOf(bob, USDT)];
    await expect(post(transfer(from, to, '5'), deposit(from, '5'))).rejects.toThrow('INSUFFICIENT_BALANCE');
    await post(deposit(from, '5'), transfer(from, to, '5'), transfer(to, from, '2'));
    expect([await balanceOf(ann), await balanceOf(bob)]).toEqual([
      { available: '2', held: '0' },
      { available: '3', held: '0' },
    ]);
  });

  it('leaves the transaction usable after a refusal', async () => {
    await db.transaction(async (tx) => {
      await expect(postEntries(tx, [transfer(accountOf(ann, USDT), accountOf(bob, USDT), '1')])).rejects.toThrow();
      await postEntries(tx, [deposit(accountOf(ann, USDT), '7')]);
    });
    expect(await balanceOf(ann)).toEqual({ available: '7', held: '0' });
  });

  it('allows only the outside account to be negative', async () => {
    const accounts = ['fees', 'maker'] as const;
    for (const house of accounts) {
      const entry = transfer({ house, currencyId: CURRENCY.ETH }, accountOf(ann, CURRENCY.ETH), '1');
      await expect(post(entry)).rejects.toThrow('INSUFFICIENT_BALANCE');
    }
    await post(deposit(accountOf(ann, CURRENCY.ETH), '1'));
    expect((await readBalance(db, { house: 'outside', currencyId: CURRENCY.ETH })).available).toBe('-1');
    const hold = entryOf(posting({ house: 'outside', currencyId: CURRENCY.ETH }, '1', '-1'));
    await expect(post(hold)).rejects.toThrow('INSUFFICIENT_BALANCE');
  });

  it('refuses an entry that is unbalanced in a currency, even when amounts cancel out across currencies', async () => {
    await post(deposit(accountOf(ann, USDT), '10'), deposit(accountOf(ann, BTC), '10'));
    const entry = entryOf(posting(accountOf(ann, USDT), '-1'), posting(accountOf(bob, BTC), '1'));
    expect(await faultOf(post(entry))).toBe('ledger: movement 1 (spot_fill) is not in balance');
    const second = entryOf(
      posting(accountOf(ann, USDT), '-1'),
      posting(accountOf(bob, USDT), '0', '0.999999999999999999'),
    );
    expect(await faultOf(post(transfer(accountOf(ann, USDT), accountOf(bob, USDT), '1'), second))).toBe(
      'ledger: movement 2 (spot_fill) is not in balance',
    );
    expect(await balanceOf(ann)).toEqual({ available: '10', held: '0' });
  });

  it('refuses amounts that the columns would round', async () => {
    // The parser accepts no such decimal; a product of two decimals can still be one.
    const fine = '0.0000000000000000001' as Decimal;
    const minus = '-0.0000000000000000001' as Decimal;
    const entry = entryOf(
      { account: accountOf(ann, USDT), available: fine, held: minus },
      posting(accountOf(bob, USDT), '1', '-1'),
    );
    expect(await faultOf(post(entry))).toBe('ledger: movement 1 has more than 18 places');
  });

  it('refuses an entry without postings', async () => {
    expect(await faultOf(post(entryOf()))).toBe('ledger: movement 1 has no postings');
    const nothing = entryOf(posting(accountOf(ann, USDT), '0'), posting(accountOf(bob, USDT), '0'));
    expect(await faultOf(post(deposit(accountOf(ann, USDT), '1'), nothing))).toBe('ledger: movement 2 has no postings');
    expect(await faultOf(post(nothing, deposit(accountOf(ann, USDT), '1')))).toBe('ledger: movement 1 has no postings');
  });

  it('writes one posting per account, with the balance after it, in the order of the entries', async () => {
    const account = accountOf(ann, USDT);
    const twice = entryOf(
      posting(account, '-1', '3'),
      posting(account, '-2'),
      posting(accountOf(bob, USDT), '1', '-1'),
      posting(accountOf(bob, USDT), '-1', '1'),
    );
    await post(deposit(account, '100'), twice, transfer(account, accountOf(bob, USDT), '7'));
    const rows = await rowsOf(
      db,
      sql`select e.kind, p.available::float as available, p.held::float as held,
          p.available_after::float as available_after, p.held_after::float as held_after
        from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_accounts a on a.id = p.account_id
        where a.user_id = ${ann} order by e.id`,
    );
    expect(rows).toEqual([
      { kind: 'sandbox_fund', available: 100, held: 0, available_after: 100, held_after: 0 },
      { kind: 'spot_fill', available: -3, held: 3, available_after: 97, held_after: 3 },
      { kind: 'spot_fill', available: -7, held: 0, available_after: 90, held_after: 3 },
    ]);
  });

  it('stores a large balance exactly and refuses one that exceeds the columns', async () => {
    const most = '99999999999999999999.999999999999999999';
    const account = accountOf(ann, LTC);
    await post(deposit(account, most));
    expect(await balanceOf(ann, LTC)).toEqual({ available: most, held: '0' });
    expect(await faultOf(post(deposit(account, '0.000000000000000001')))).toMatch('overflow');
    expect(await balanceOf(ann, LTC)).toEqual({ available: most, held: '0' });
    await post(transfer(account, { house: 'outside', currencyId: LTC }, most));
  });

  it('posts nothing for an empty batch', async () => {
    const count = async () =>
      (await rowsOf<{ n: number }>(db, sql`select count(*)::int as n from ledger_entries`))[0]?.n;
    const before = await count();
    await post();
    expect(await count()).toBe(before);
  });

  it('never changes or loses an entry of the journal', async () => {
    await post(deposit(accountOf(ann, USDT), '1'));
    for (const statement of [
      sql`update ledger_postings set available = 0`,
      sql`delete from ledger_postings`,
      sql`update ledger_entries set kind = 'x'`,
      sql`truncate ledger_entries cascade`,
    ]) {
      expect(await faultOf(db.execute(statement))).toMatch(/^ledger_\w+ is append-only$/);
    }
  });

  it('posts the capital of the house once, for options and futures only in their currencies', async () => {
    const read = async () => ({
      maker: await readBalance(db, { house: 'maker', currencyId: USDT }),
      makerOfBtc: await readBalance(db, { house: 'maker', currencyId: BTC }),
      options: await readBalance(db, { house: 'options', currencyId: USDT }),
      optionsOfBtc: await readBalance(db, { house: 'options', currencyId: BTC }),
      contracts: await readBalance(db, { house: 'contracts', currencyId: USDT }),
      futuresOfBtc: await readBalance(db, { house: 'contracts', currencyId: BTC }),
      insurance: await readBalance(db, { house: 'insurance', currencyId: USDT }),
      trustOfBtc: await readBalance(db, { house: 'trust', currencyId: BTC }),
    });
    await seedHouseCapital(db);
    const capital = await read();
    await Promise.all([seedHouseCapital(db), seedHouseCapital(db)]);
    const full = { available: '1000000000', held: '0' };
    const none = { available: '0' };
    expect(capital).toMatchObject({ maker: full, makerOfBtc: full, options: full, optionsOfBtc: none });
    expect(capital).toMatchObject({ contracts: full, futuresOfBtc: none, insurance: full, trustOfBtc: full });
    expect(await read()).toEqual(capital);
  });

  it('finds no fault in right books, and every kind of fault in wrong ones', async () => {
    await post(deposit(accountOf(ann, USDT), '9'));
    await post(transfer(accountOf(ann, USDT), accountOf(bob, USDT), '4'));
    expect(await checkBooks(db)).toEqual([]);
    const rulesBrokenBy = async (...damage: ReturnType<typeof sql>[]) => {
      let rules: string[] = [];
      const rollback = new Error('rollback');
      const trial = db.transaction(async (tx) => {
        for (const statement of damage) await tx.execute(statement);
        rules = (await checkBooks(tx)).map(({ rule }) => rule);
        throw rollback;
      });
      await expect(trial).rejects.toBe(rollback);
      return rules;
    };
    const account = sql`(select id from ledger_accounts where user_id = ${ann} and currency_id = ${USDT})`;
    const openJournal = sql`alter table ledger_postings disable trigger ledger_postings_append_only`;
    const changePosting = (change: ReturnType<typeof sql>) =>
      sql`update ledger_postings p set ${change} where account_id = ${account}
        and entry_id = (select min(entry_id) from ledger_postings where account_id = ${account})`;

    expect(
      await rulesBrokenBy(sql`update ledger_accounts set available = available + 1 where id = ${account}`),
    ).toEqual(['currency-sums-to-zero', 'postings-make-balance']);
    expect(await rulesBrokenBy(openJournal, changePosting(sql`available_after = available_after + 1`))).toEqual([
      'after-values-follow',
    ]);
    expect(new Set(await rulesBrokenBy(openJournal, changePosting(sql`available = available + 1`)))).toEqual(
      new Set(['entry-balances', 'postings-make-balance', 'after-values-follow']),
    );
    expect(await rulesBrokenBy(sql`insert into ledger_entries (kind, reference) values ('x', 'y')`)).toEqual([
      'entry-balances',
    ]);
    const unguard = sql`alter table ledger_accounts drop constraint ledger_held_not_negative`;
    expect(
      await rulesBrokenBy(
        unguard,
        sql`update ledger_accounts set available = available + 1, held = held - 1 where id = ${account}`,
      ),
    ).toEqual(['postings-make-balance', 'not-negative']);
  });
});
