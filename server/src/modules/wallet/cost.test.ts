// Cost of coins and the tax file: a hand-counted history, the file's totals against those of the ledger, a cached fold
// that missed an entry, and unknown prices.
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getCosts,
  HOLDINGS_CSV_PATH,
  TAX_CSV_PATH,
  type HOLDINGS_CSV_COLUMNS,
  type TAX_CSV_COLUMNS,
} from '@halyard/contract/wallet/costCalls';
import type { CurrencyId } from '@halyard/contract/ids';
import { add, decimal, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { postEntries, type EntryKind, type HouseAccount, type Posting } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, posting } from '../../testing/ledgerFixtures.ts';
import { inLedgerAt } from '../../testing/ledgerTime.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const { BTC, ETH, LTC, USDT } = CURRENCY;
const NOW = '2023-03-31T15:00:00.000Z';

type TaxRow = Record<(typeof TAX_CSV_COLUMNS)[number], string>;
type HoldingRow = Record<(typeof HOLDINGS_CSV_COLUMNS)[number], string>;

describe('what coins cost', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer({ clock: createTestClock(Date.parse(NOW)) });
    await server.feed.append(
      'BTC/USDT',
      { at: '2022-12-01T10:00:00.000Z', price: '17000' },
      { at: '2023-03-01T10:00:00.000Z', price: '20000' },
      { at: '2023-03-24T12:00:00.000Z', price: '24000' },
      { at: '2023-03-31T14:00:00.000Z', price: '26000' },
    );
    await server.feed.append(
      'ETH/USDT',
      { at: '2023-03-10T08:00:00.000Z', price: '1500' },
      { at: '2023-03-24T12:00:00.000Z', price: '1600' },
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  const read = () => server.call(getCosts, {}, { token: user.token });
  const post = (at: string, kind: EntryKind, ...postings: readonly Posting[]) =>
    inLedgerAt(server.db, at, () =>
      server.db.transaction((tx) => postEntries(tx, [{ kind, reference: 'test:1', postings }])),
    );
  const own = (currencyId: CurrencyId, available: string, held = '0') =>
    posting(accountOf(user.id, currencyId), available, held);
  const house = (name: HouseAccount, currencyId: CurrencyId, available: string) =>
    posting({ house: name, currencyId }, available);
  const payIn = (at: string, currencyId: CurrencyId, amount: string) =>
    post(at, 'deposit', house('outside', currencyId, negate(decimal(amount))), own(currencyId, amount));
  const file = async <Row>(path: string): Promise<Row[]> => {
    const response = await fetch(`${server.url}/api/${path}`, { headers: { authorization: user.token } });
    expect(response.status).toBe(200);
    return parse(await response.text(), { columns: true });
  };
  const taxOf = (year: number) => file<TaxRow>(`${TAX_CSV_PATH}?year=${year}`);
  /** Totals of a currency in the ledger: sums over the postings by kind. */
  const inLedger = async (kinds: readonly EntryKind[], year: number) => {
    const rows = await rowsOf<{ currency: string; change: string }>(
      server.db,
      sql`select c.name as currency, sum(p.available + p.held)::text as change
        from ledger_postings p join ledger_accounts a on a.id = p.account_id join ledger_entries e on e.id = p.entry_id
        join currencies c on c.id = a.currency_id
        where a.user_id = ${user.id} and e.kind in (${sql.join(
          kinds.map((kind) => sql`${kind}`),
          sql`, `,
        )}) and extract(year from e.created_at at time zone 'UTC') = ${year} group by c.name`,
    );
    return new Map(rows.map(({ currency, change }) => [currency, decimal(change)]));
  };
  const sum = (rows: readonly TaxRow[], column: keyof TaxRow) => add(ZERO, ...rows.map((row) => decimal(row[column])));

  /** Deposits, trades with fees, a swap, interest, an option and a position, a fee of a withdrawal. */
  const liveThrough = async () => {
    await payIn('2022-12-01T10:30:00.000Z', BTC, '0.5');
    await payIn('2023-03-01T10:05:00.000Z', USDT, '10000');
    // Bought at 20,000, less a fee: 4,000 for 0.1999.
    await post(
      '2023-03-01T10:10:00.000Z',
      'spot_fill',
      own(USDT, '-4000'),
      house('maker', USDT, '4000'),
      own(BTC, '0.1999'),
      house('fees', BTC, '0.0001'),
      house('maker', BTC, '-0.2'),
    );
    // Coin for coin: 4 ETH less a fee for 0.3 BTC, at 1,500.
    await post(
      '2023-03-10T08:10:00.000Z',
      'spot_fill',
      own(BTC, '-0.3'),
      house('maker', BTC, '0.3'),
      own(ETH, '3.996'),
      house('fees', ETH, '0.004'),
      house('maker', ETH, '-4'),
    );
    await post('2023-03-10T08:20:00.000Z', 'transfer', own(ETH, '-1'), posting(accountOf(user.id, ETH, 'trust'), '1'));
    await post(
      '2023-03-24T12:10:00.000Z',
      'trust_interest',
      posting(accountOf(user.id, ETH, 'trust'), '0.01'),
      house('trust', ETH, '-0.01'),
    );
    await post(
      '2023-03-24T12:20:00.000Z',
      'spot_fill',
      own(ETH, '-1.003'),
      house('maker', ETH, '1.003'),
      own(USDT, '1603.19'),
      house('fees', USDT, '1.61'),
      house('maker', USDT, '-1604.8'),
    );
    await post(
      '2023-03-24T12:30:00.000Z',
      'option_lose',
      own(USDT, '-100'),
      house('options', USDT, '98'),
      house('fees', USDT, '2'),
    );
    await post('2023-03-24T12:31:00.000Z', 'contract_close', own(USDT, '55.5'), house('contracts', USDT, '-55.5'));
    await post(
      '2023-03-24T12:32:00.000Z',
      'contract_fee',
      own(USDT, '-1.5'),
      house('fees', USDT, '1.35'),
      house('insurance', USDT, '0.15'),
    );
    await post(
      '2023-03-24T12:40:00.000Z',
      'withdraw_settle',
      own(BTC, '-0.1'),
      house('outside', BTC, '0.099'),
      house('fees', BTC, '0.001'),
    );
  };

  it('equals a hand-counted history, with fees and without transfers', async () => {
    await liveThrough();
    const { since, positions } = await read();
    expect(since).toBe('2022-12-01T10:30:00.000Z');
    // 8,500 and 4,000 for 0.6999 BTC; 0.3 and 0.1 of it left at the average.
    const average = '17859.694242034576368053';
    expect(positions).toMatchObject([
      { currency: 'BTC', amount: '0.2999', unknownSince: null },
      { currency: 'ETH', amount: '3.003', unknownSince: null },
    ]);
    expect(positions[0]?.cost).toBe('5356.122303186169452779');
    const holdings = await file<HoldingRow>(HOLDINGS_CSV_PATH);
    const [, btc] = holdings;
    expect(holdings.map(({ currency }) => currency)).toEqual(['USDT', 'BTC', 'ETH']);
    expect(btc).toMatchObject({
      price_usdt: '26000',
      cost_usdt: positions[0]?.cost,
      worth_usdt: '7797.4',
      method: 'average cost',
    });
    expect(btc?.average_cost_usdt.slice(0, 20)).toBe(average.slice(0, 20));
    expect(btc?.unrealised_profit_usdt).toBe(subtract(decimal('7797.4'), positions[0]?.cost ?? ZERO));
  });

  it('a file of a year equals the ledger, to the last digit', async () => {
    await liveThrough();
    const before = await taxOf(2022);
    const rows = await taxOf(2023);
    expect(before).toEqual([]);
    expect(rows.map(({ event, currency }) => `${event} ${currency}`)).toEqual([
      'disposal BTC',
      'income ETH',
      'disposal ETH',
      'option_result USDT',
      'contract_result USDT',
      'fee USDT',
      'fee BTC',
    ]);
    // Amounts that the ledger moved.
    const of = (...events: readonly string[]) => rows.filter(({ event }) => events.includes(event));
    const income = await inLedger(['trust_interest'], 2023);
    expect(sum(of('income'), 'amount')).toBe(income.get('ETH'));
    const results = await inLedger(['option_lose', 'contract_close', 'contract_fee'], 2023);
    const inUsdt = rows.filter(({ currency, event }) => currency === 'USDT' && event !== 'disposal');
    expect(sum(inUsdt, 'gain_usdt')).toBe(results.get('USDT'));
    const fills = await inLedger(['spot_fill'], 2023);
    const sold = sum(
      of('disposal').filter(({ currency }) => currency === 'BTC'),
      'amount',
    );
    expect(add(sold, decimal('0.1999'))).toBe(fills.get('BTC'));
    expect(rows.map(({ fee, fee_currency }) => `${fee} ${fee_currency}`.trim())).toEqual([
      '0.004 ETH',
      '0',
      '1.61 USDT',
      '2 USDT',
      '0',
      '0',
      '0.001 BTC',
    ]);
    for (const row of rows) {
      expect(row.gain_usdt).toBe(subtract(decimal(row.proceeds_usdt), decimal(row.cost_usdt)));
    }
    // The gain is the present amount, in money and at cost, less deposits and plus withdrawals at cost.
    const { positions } = await read();
    const left = (await inLedger(['deposit', 'spot_fill', 'option_lose', 'contract_close', 'contract_fee'], 2023)).get(
      'USDT',
    );
    const there = add(left ?? ZERO, ...positions.map(({ cost }) => cost ?? ZERO));
    const paidIn = decimal('18500');
    const fee = of('fee').find(({ currency }) => currency === 'BTC');
    // 0.099 of the 0.1 that left arrived; both parts at one average.
    const paidOut = subtract(withdrawnCost(positions[0]?.cost), decimal(fee?.cost_usdt ?? '0'));
    expect(subtract(add(there, paidOut), paidIn)).toBe(sum(rows, 'gain_usdt'));
  });

  /** Cost of the 0.1 BTC that left: all incoming less the swap and the rest. */
  function withdrawnCost(left: Decimal | null | undefined): Decimal {
    const swapped = decimal('5357.908272610372910416');
    return subtract(subtract(decimal('12500'), swapped), left ?? ZERO);
  }

  it('is unknown without a price of that time, with the date since when', async () => {
    await payIn('2023-03-20T12:00:00.000Z', LTC, '2');
    // The last price of BTC is three weeks old.
    await payIn('2023-03-20T13:00:00.000Z', BTC, '1');
    const { positions } = await read();
    expect(positions).toMatchObject([
      { currency: 'BTC', cost: null, unknownSince: '2023-03-20T13:00:00.000Z' },
      { currency: 'LTC', cost: null, unknownSince: '2023-03-20T12:00:00.000Z' },
    ]);
    await post(
      '2023-03-31T14:10:00.000Z',
      'spot_fill',
      own(BTC, '-0.5'),
      house('maker', BTC, '0.5'),
      own(USDT, '13000'),
      house('maker', USDT, '-13000'),
    );
    expect(await taxOf(2023)).toMatchObject([{ proceeds_usdt: '13000', cost_usdt: 'unknown', gain_usdt: 'unknown' }]);
    const holdings = await file<HoldingRow>(HOLDINGS_CSV_PATH);
    expect(holdings.find(({ currency }) => currency === 'LTC')).toMatchObject({
      price_usdt: 'unknown',
      worth_usdt: 'unknown',
      average_cost_usdt: 'unknown',
      unrealised_profit_usdt: 'unknown',
      cost_unknown_since_utc: '2023-03-20T12:00:00.000Z',
    });
  });

  it('continues from the cached fold, and is computed again after a missed entry', async () => {
    await payIn('2023-03-01T10:05:00.000Z', BTC, '1');
    expect((await read()).positions).toMatchObject([{ amount: '1', cost: '20000' }]);
    await payIn('2023-03-24T12:05:00.000Z', BTC, '1');
    expect((await read()).positions).toMatchObject([{ amount: '2', cost: '44000' }]);
    // As if an entry with a lower number had been committed after the fold.
    await server.db.execute(
      sql`update cost_books set book = '{"BTC":{"amount":"1","cost":"20000","unknownSince":null}}' where user_id = ${user.id}`,
    );
    expect((await read()).positions).toMatchObject([{ amount: '2', cost: '44000' }]);
  });

  it('is the caller’s own', async () => {
    await payIn('2023-03-01T10:05:00.000Z', BTC, '1');
    user = await server.registerUser();
    expect(await read()).toEqual({ since: null, positions: [] });
    expect(await taxOf(2023)).toEqual([]);
    await expect(server.call(getCosts, {})).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
  });
});
