// Ledger entries in wallet/legal_log: every entry of the user once and of no other user, in the format of legacy
// clients and of the app, filtered, and in stable pages while rows arrive.
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { add, decimal, isZero } from '@halyard/contract/money';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import {
  ENTRIES_CSV_PATH,
  ENTRY_KINDS,
  listEntries,
  type ENTRIES_CSV_COLUMNS,
  type UserEntryKind,
} from '@halyard/contract/wallet/entryCalls';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { cell } from '../../calls/csvFile.ts';
import { rowsOf } from '../../db/database.ts';
import { postEntries, type LedgerEntry, type Posting } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit, posting } from '../../testing/ledgerFixtures.ts';
import { inLedgerAt } from '../../testing/ledgerTime.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { readEntriesCsv } from './entries.ts';

const { BTC, USDT } = CURRENCY;

type Rows = AnswerOf<typeof listEntries>['rows'];

describe('ledger entries', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  const read = (request: RequestOf<typeof listEntries> = {}, language: Language = 'en') =>
    server.call(listEntries, { limit: 100, ...request }, { token: user.token, language });
  const post = (kind: UserEntryKind, reference: string, ...postings: Posting[]) =>
    server.db.transaction((tx) => postEntries(tx, [{ kind, reference, postings }]));
  const own = (available: string, held = '0') => posting(accountOf(user.id, USDT), available, held);
  const house = (name: 'outside' | 'fees', available: string) => posting({ house: name, currencyId: USDT }, available);
  const move = (from: AccountKind, to: AccountKind, amount: string) =>
    server.call(transferFunds, { currencyId: USDT, from, to, amount: decimal(amount) }, { token: user.token });
  const valuesOf = (rows: Rows) => rows.map(({ value }) => value);

  it('have the fields of legacy clients and those of the app', async () => {
    await post('deposit', 'deposit:1', house('outside', '-100'), own('100'));
    await post('withdraw_hold', 'withdrawal:1', own('-30', '30'));
    await post('withdraw_settle', 'withdrawal:1', own('0', '-30'), house('outside', '29'), house('fees', '1'));
    await move('spot', 'futures', '20');
    const { rows, total } = await read();
    expect(total).toBe(5);
    const shown = rows.map(({ value, before, after, isHold, type, info, account, availableChange, heldChange }) =>
      [value, before, after, isHold, type, info, account, availableChange, heldChange].join(' | '),
    );
    expect(shown).toEqual([
      '20 | 0 | 20 | false | 16 | Transfer from spot account | futures | 20 | 0',
      '-20 | 70 | 50 | false | 11 | Transfer to futures account | spot | -20 | 0',
      '-30 | 100 | 70 | false | 100 | Withdrawal paid out | spot | 0 | -30',
      '-30 | 100 | 70 | true | 99 | Withdrawal requested: amount held | spot | -30 | 30',
      '100 | 0 | 100 | false | 200 | Deposit | spot | 100 | 0',
    ]);
    expect(rows.at(-1)).toMatchObject({
      userId: user.id,
      currencyId: USDT,
      currency: 'USDT',
      kind: 'deposit',
      reference: 'deposit:1',
    });
    for (const { at, createdAt } of rows) expect(at?.slice(0, 19)).toBe(createdAt.slice(0, 19));
    expect(await read({ limit: 1 })).toMatchObject({ limit: 1, total: 5 });
  });

  it('of a withdrawal have its outcome, once it is over', async () => {
    await post('deposit', 'deposit:1', house('outside', '-100'), own('100'));
    await post('withdraw_hold', 'withdrawal:1', own('-30', '30'));
    await post('withdraw_hold', 'withdrawal:2', own('-20', '20'));
    await post('withdraw_hold', 'withdrawal:3', own('-10', '10'));
    const requests = async () => (await read({ kind: 'withdraw_hold' })).rows;
    const before = await requests();
    expect(before.map(({ outcome, partOf }) => [outcome, partOf])).toEqual(before.map(() => [undefined, undefined]));
    await post('withdraw_settle', 'withdrawal:1', own('0', '-30'), house('outside', '29'), house('fees', '1'));
    await post('withdraw_release', 'withdrawal:2', own('20', '-20'));
    const { rows } = await read({ kind: 'withdrawal' });
    const [release, settle] = rows;
    const [third, second, first] = before;
    expect(await requests()).toEqual([
      third,
      { ...second, outcome: 'withdraw_release', outcomeAt: release?.at },
      // For legacy clients the text stays the same.
      { ...first, outcome: 'withdraw_settle', outcomeAt: settle?.at },
    ]);
    const steps = rows.map(({ kind, partOf = '' }) => `${kind} ${partOf}`.trim());
    expect(steps).toEqual([
      `withdraw_release ${second?.id}`,
      `withdraw_settle ${first?.id}`,
      'withdraw_hold',
      'withdraw_hold',
      'withdraw_hold',
    ]);
    // Texts of another user's entries are independent.
    user = await server.registerUser();
    await post('deposit', 'deposit:2', house('outside', '-100'), own('100'));
    await post('withdraw_hold', 'withdrawal:1', own('-5', '5'));
    for (const request of await requests()) expect(request.outcome).toBeUndefined();
  });

  it('of trading have pair, side and price, to each side its own', async () => {
    await server.feed.append('BTC/USDT', { price: '28000' });
    const seller = user;
    const buyer = await server.registerUser();
    await server.fund(seller, BTC, '1');
    await server.fund(buyer, USDT, '1000');
    const order = (owner: TestUser, side: 'buy' | 'sell', price: string) =>
      server.call(
        placeOrder,
        { baseId: BTC, quoteId: USDT, side, quantity: decimal('0.01'), price: decimal(price) },
        { token: owner.token },
      );
    await order(seller, 'sell', '28000');
    await order(buyer, 'buy', '28001');
    const tradesOf = async (owner: TestUser) => {
      user = owner;
      const { rows } = await read();
      return rows.map(({ kind, currency, trade }) =>
        [kind, currency, trade?.side, trade?.symbol, trade?.price].filter(Boolean).join(' '),
      );
    };
    expect(await tradesOf(seller)).toEqual([
      'spot_fill USDT sell BTC/USDT 28000',
      'spot_fill BTC sell BTC/USDT 28000',
      'spot_hold BTC sell BTC/USDT 28000',
      'sandbox_fund BTC',
    ]);
    expect((await tradesOf(buyer)).toSorted()).toEqual([
      'sandbox_fund USDT',
      'spot_fill BTC buy BTC/USDT 28000',
      'spot_fill USDT buy BTC/USDT 28000',
      'spot_hold USDT buy BTC/USDT 28001',
      'spot_release USDT buy BTC/USDT 28001',
    ]);
  });

  it('have a text in each language', async () => {
    await post('deposit', 'test', house('outside', '-100'), own('100'));
    for (const kind of ENTRY_KINDS) await post(kind, 'test', own('-1', '1'));
    await move('spot', 'trust', '1');
    const texts = new Map<Language, string[]>();
    for (const language of LANGUAGES)
      texts.set(
        language,
        (await read({}, language)).rows.map(({ info }) => info),
      );
    const english = texts.get('en') ?? [];
    // One of each kind, and of both sides of the transfer.
    expect(new Set(english).size).toBe(ENTRY_KINDS.length + 2);
    for (const language of LANGUAGES.filter((other) => other !== 'en')) {
      const lines = texts.get(language) ?? [];
      expect(new Set(lines).size, language).toBe(new Set(english).size);
      for (const [index, line] of lines.entries()) {
        expect(line, language).not.toMatch(/[{}]/);
        expect(line, language).not.toBe(english[index]);
      }
    }
  });

  it('are filtered by account, currency, kind and all of them', async () => {
    await server.fund(user, USDT, '10');
    await server.fund(user, BTC, '2');
    await server.fund(user, USDT, '3', 'option');
    await move('spot', 'trust', '4');
    expect(valuesOf((await read({ currencyId: BTC })).rows)).toEqual(['2']);
    expect(valuesOf((await read({ accountNumber: 'spot' })).rows)).toEqual(['-4', '2', '10']);
    expect(valuesOf((await read({ accountNumber: 'option' })).rows)).toEqual(['3']);
    expect(valuesOf((await read({ accountNumber: 'trust' })).rows)).toEqual(['4']);
    expect(await read({ accountNumber: 'legal' })).toEqual({ rows: [], total: 0, limit: 100 });
    expect(valuesOf((await read({ kind: 'transfer' })).rows)).toEqual(['4', '-4']);
    const both = await read({ kind: 'sandbox_fund', accountNumber: 'spot', currencyId: USDT });
    expect(both).toMatchObject({ total: 1, rows: [{ value: '10' }] });
    expect(await read({ kind: 'deposit' })).toMatchObject({ total: 0, rows: [] });
  });

  it('are filtered by UTC days, both ends included', async () => {
    const instants = [
      '2023-02-28T23:59:59.999Z',
      '2023-03-01T00:00:00.000Z',
      '2023-03-01T23:59:59.999Z',
      '2023-03-02T00:00:00.000Z',
    ];
    for (const [index, at] of instants.entries()) {
      await inLedgerAt(server.db, at, () => server.fund(user, USDT, String(index + 1)));
    }
    await server.fund(user, USDT, '5');
    const between = async (from?: string, to?: string) => {
      const { rows, total } = await read({ from, to });
      expect(total).toBe(rows.length);
      return valuesOf(rows).join(' ');
    };
    expect(await between('2023-03-01', '2023-03-01')).toBe('3 2');
    expect(await between('2023-02-28', '2023-03-01')).toBe('3 2 1');
    expect(await between('2023-03-02')).toBe('5 4');
    expect(await between(undefined, '2023-02-28')).toBe('1');
    expect(await between(undefined, '2022-12-31')).toBe('');
    expect(await between('9998-12-31')).toBe('');
    // Dates that the database rejects are filters all the same.
    expect(await between('0000-01-01', '9999-12-31')).toBe('5 4 3 2 1');
    await expect(read({ from: '2023-03-02', to: '2023-03-01' })).rejects.toMatchObject({ code: 'RANGE_INVALID' });
    await expect(read({ from: '2023-02-30' })).rejects.toThrow();
  });

  it('stay in their pages while rows arrive, each seen once, also when a page ends within a transfer', async () => {
    await server.fund(user, USDT, '100');
    for (let amount = 1; amount <= 6; amount += 1) await move('spot', 'option', String(amount));
    const before = (await read()).rows.map(({ id }) => id);
    expect(before).toHaveLength(13);
    const seen: string[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const { rows }: { rows: Rows } = await read({ limit: 4, ...(after === '' ? {} : { after }) });
      seen.push(...rows.map(({ id }) => id));
      after = rows.at(-1)?.id;
      await move('spot', 'futures', '1');
    }
    expect(seen).toEqual(before);
    expect(await read({ after: before[6], page: 3, limit: 2 })).toMatchObject({
      rows: [{ id: before[7] }, { id: before[8] }],
      limit: 2,
    });
  });

  it('come in numbered pages too, also after a cursor of a missing one', async () => {
    for (const amount of ['1', '2', '3']) await server.fund(user, USDT, amount);
    expect(valuesOf((await read({ limit: 2 })).rows)).toEqual(['3', '2']);
    expect(valuesOf((await read({ limit: 2, page: 2 })).rows)).toEqual(['1']);
    expect(await read({ limit: 2, page: 9 })).toMatchObject({ rows: [], total: 3 });
    expect(await read({ after: '999999999999999999:9999999999' })).toMatchObject({ total: 3 });
    expect((await read({ after: '0:1' })).rows).toEqual([]);
  });

  it('are never those of another user, with any filter', async () => {
    await server.fund(user, USDT, '7');
    const [theirs] = (await read()).rows;
    if (theirs === undefined) throw new Error('nothing was funded');
    user = await server.registerUser();
    for (const request of [
      {},
      { currencyId: USDT },
      { kind: 'sandbox_fund' },
      { page: 2 },
      { from: '2023-01-01' },
    ] as const) {
      expect(await read(request)).toMatchObject({ rows: [], total: 0 });
    }
    await server.fund(user, USDT, '8');
    // A cursor of another user's entry is only a position.
    const [entry = '', account = ''] = theirs.id.split(':');
    expect(valuesOf((await read({ after: `${BigInt(entry) + 1000n}:${account}` })).rows)).toEqual(['8']);
    await expect(server.call(listEntries, {})).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
  });

  it('sum up to the balance of each account', async () => {
    await server.fund(user, USDT, '50');
    await move('spot', 'futures', '20');
    await move('futures', 'trust', '5');
    await post('spot_hold', 'order:1', own('-7', '7'));
    const { rows } = await read();
    for (const account of ACCOUNT_KINDS) {
      const mine = rows.filter((row) => row.account === account);
      const owned = add(...mine.filter(({ isHold }) => !isHold).map(({ value }) => value));
      expect(owned).toBe({ spot: '30', futures: '15', trust: '5', option: '0' }[account]);
      expect(
        isZero(
          add(
            ...mine
              .filter(({ isHold }) => isHold)
              .map((row) => add(row.availableChange ?? row.value, row.heldChange ?? row.value)),
          ),
        ),
      ).toBe(true);
    }
  });
});

// The CSV file has every ledger entry of the user once, for any number of them and during writes: read over a real
// connection by an independent CSV parser.
const MANY = 5000;
const PER_BATCH = 250;
const clock = createTestClock(Date.parse('2023-03-01T12:00:00.000Z'));

type Row = Record<(typeof ENTRIES_CSV_COLUMNS)[number], string>;

describe('the CSV file', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  const get = (query = '', headers: Record<string, string> = { authorization: user.token }) =>
    fetch(`${server.url}/api/${ENTRIES_CSV_PATH}${query}`, { headers });
  const read = async (query = ''): Promise<Row[]> => parse(await (await get(query)).text(), { columns: true });
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const move = (amount: string) =>
    server.call(
      transferFunds,
      { currencyId: USDT, from: 'spot', to: 'futures', amount: decimal(amount) },
      { token: user.token },
    );
  /** The entries of the ledger, newest first. */
  const idsInLedger = async () => {
    const rows = await rowsOf<{ id: string }>(
      server.db,
      sql`select p.entry_id || ':' || p.account_id as id from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where a.user_id = ${user.id} order by p.entry_id desc, p.account_id desc`,
    );
    return idsOf(rows);
  };
  const postMany = async () => {
    const account = accountOf(user.id, USDT);
    const trade = (index: number): LedgerEntry => ({
      kind: 'spot_hold',
      reference: `order:${index}`,
      postings: [posting(account, '-0.5', '0.5')],
    });
    await server.db.transaction((tx) => postEntries(tx, [deposit(account, '1000000')]));
    for (let done = 1; done < MANY; done += PER_BATCH) {
      const size = Math.min(PER_BATCH, MANY - done);
      const batch = Array.from({ length: size }, (_, index) => trade(done + index));
      await server.db.transaction((tx) => postEntries(tx, batch));
    }
  };

  it('is a file with a dated name that caches do not store', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="halyard-movements-2023-03-01.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await response.text()).toBe(
      'at,account,currency,kind,change_available,change_held,available_after,held_after,reference,id\r\n',
    );
  });

  it('shows the effect of each ledger entry, to the last digit', async () => {
    await inLedgerAt(server.db, '2023-02-28T23:59:59.999Z', () =>
      server.fund(user, BTC, '1.000000000000000001', 'trust'),
    );
    await server.fund(user, USDT, '100');
    await move('12.5');
    const [last, , fund, first] = await read();
    expect(first).toEqual({
      at: '2023-02-28T23:59:59.999Z',
      account: 'trust',
      currency: 'BTC',
      kind: 'sandbox_fund',
      change_available: '1.000000000000000001',
      change_held: '0',
      available_after: '1.000000000000000001',
      held_after: '0',
      reference: `user:${user.id}`,
      id: (await idsInLedger()).at(-1),
    });
    expect(fund).toMatchObject({ account: 'spot', currency: 'USDT', change_available: '100' });
    expect(last).toMatchObject({
      account: 'contract',
      kind: 'transfer',
      change_available: '12.5',
      available_after: '12.5',
    });
    expect(last?.reference).toMatch(/^transfer:\d+$/);
  });

  it('accepts the filters of the list and has the same entries', async () => {
    await inLedgerAt(server.db, '2023-02-28T12:00:00.000Z', () => server.fund(user, USDT, '100'));
    await server.fund(user, BTC, '1');
    await move('5');
    const same = async (query: string, request: RequestOf<typeof listEntries>) => {
      const list = await server.call(listEntries, { limit: 100, ...request }, { token: user.token });
      const rows = await read(query);
      expect(idsOf(rows), query).toEqual(idsOf(list.rows));
      return rows.length;
    };
    expect(await same('', {})).toBe(4);
    expect(await same('?currency=1', { currencyId: BTC })).toBe(1);
    expect(await same('?type=3', { accountNumber: 'futures' })).toBe(1);
    expect(await same('?kind=transfer', { kind: 'transfer' })).toBe(2);
    const account = accountOf(user.id, USDT);
    const steps = [
      { kind: 'withdraw_hold', reference: 'withdrawal:1', postings: [posting(account, '-2', '2')] },
      { kind: 'withdraw_release', reference: 'withdrawal:1', postings: [posting(account, '2', '-2')] },
    ] as const;
    await server.db.transaction((tx) => postEntries(tx, steps));
    // The app shows one row; the file has both steps.
    expect(await same('?kind=withdrawal', { kind: 'withdrawal' })).toBe(2);
    expect(await same('?to=2023-02-28', { to: '2023-02-28' })).toBe(1);
    expect(await same('?from=2023-03-01&currency=3', { from: '2023-03-01', currencyId: USDT })).toBe(4);
    expect(await read('?type=1')).toEqual([]);
  });

  it('is refused like any call', async () => {
    const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
    expect(await codeOf(await get('', {}))).toBe('NOT_LOGGED_IN');
    expect(await codeOf(await get('', { authorization: '0'.repeat(64) }))).toBe('NOT_LOGGED_IN');
    expect(await codeOf(await get('?from=2023-03-02&to=2023-03-01'))).toBe('RANGE_INVALID');
    expect(await codeOf(await get('?kind=theft'))).toBe('PARAMETER_INVALID');
    expect(await codeOf(await get('?page=2'))).toBe('PARAMETER_UNKNOWN');
  });

  it(`holds ${MANY} ledger entries, each once, and nobody else's`, async () => {
    const stranger = await server.registerUser();
    await server.fund(stranger, USDT, '77');
    await postMany();
    const rows = await read();
    expect(rows).toHaveLength(MANY);
    expect(idsOf(rows)).toEqual(await idsInLedger());
    expect(add(...rows.map((row) => decimal(row.change_available)))).toBe(rows[0]?.available_after);
    expect(add(...rows.map((row) => decimal(row.change_held)))).toBe(rows[0]?.held_after);
  });

  it('has every ledger entry once while others are written', async () => {
    await postMany();
    const before = await idsInLedger();
    let text = '';
    let pieces = 0;
    for await (const piece of await readEntriesCsv(server.db, user.id, {})) {
      text += piece;
      pieces += 1;
      await move('1');
    }
    const ids = idsOf(parse<Row>(text, { columns: true }));
    expect(pieces).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
    const found = new Set(ids);
    expect(before.filter((id) => !found.has(id))).toEqual([]);
    expect((await idsInLedger()).length).toBeGreaterThan(before.length);
  });
});

describe('a cell', () => {
  it('is quoted where necessary and never runs as a formula', () => {
    const texts = [
      'order:17',
      'a,b',
      'say "so"',
      'two\r\nlines',
      '=1+1',
      '+1',
      '-1',
      '@sum',
      '\tx',
      '=HYPERLINK("x","y")',
    ];
    const [row = []] = parse(texts.map(cell).join(','), { columns: false }) as string[][];
    expect(row).toEqual([
      'order:17',
      'a,b',
      'say "so"',
      'two\r\nlines',
      "'=1+1",
      "'+1",
      "'-1",
      "'@sum",
      "'\tx",
      '\'=HYPERLINK("x","y")',
    ]);
  });
});
