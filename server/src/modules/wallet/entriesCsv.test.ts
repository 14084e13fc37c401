// The CSV file has every ledger entry of the user once, for any number of them and during writes: read over a real
// connection by an independent CSV parser.
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import {
  listEntries,
  type ENTRIES_CSV_COLUMNS,
  ENTRIES_CSV_PATH,
  transferFunds,
} from '@halyard/contract/wallet/entryCalls';
import { add, decimal } from '@halyard/contract/money';
import { cell } from '../../calls/csvFile.ts';
import { rowsOf } from '../../db/database.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit, posting } from '../../testing/ledgerFixtures.ts';
import { inLedgerAt } from '../../testing/ledgerTime.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { readEntriesCsv } from './entriesCsv.ts';

const { BTC, USDT } = CURRENCY;
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
