// A user's results against a naive fold and the sums of the ledger: by day at UTC offsets, over months with and without
// stored books, and each figure against the entries that it opens.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CurrencyId } from '@halyard/contract/ids';
import {
  absolute,
  add,
  compare,
  decimal,
  divide,
  isPositive,
  isZero,
  multiply,
  negate,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import {
  getResults,
  listResultEntries,
  RESULT_ENTRIES_PAGE,
  type ResultEntry,
  type ResultLine,
} from '@halyard/contract/wallet/resultCalls';
import { RESULT_FIGURES, type ResultFigure, type ResultSource } from '@halyard/contract/wallet/results';
import { rowsOf } from '../../db/database.ts';
import { postEntries, type EntryKind, type HouseAccount, type Posting } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, posting } from '../../testing/ledgerFixtures.ts';
import { inLedgerAt } from '../../testing/ledgerTime.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const { BTC, LTC, USDT } = CURRENCY;
const NOW = '2023-06-30T15:00:00.000Z';
const HALF_HOUR_MS = 30 * 60_000;
const EVENTS = 160;
const OFFSETS = [0, 345, -720, 840];
const TICKS = Array.from({ length: 2900 }, (_, index) => ({
  at: new Date(Date.parse('2023-03-01T00:00:00.000Z') + index * 60 * 60_000).toISOString(),
  price: String(20_000 + ((index * 37) % 911)),
}));

/** A posted entry, as the naive fold sees it. */
type Event = { at: string; kind: EntryKind; source: ResultSource | undefined; coin: Decimal; usdt: Decimal };
type Profits = Map<string, Decimal>;

/** A random number generator with the same sequence on every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function priceAt(at: string): Decimal {
  const last = TICKS.findLast((tick) => tick.at <= at);
  if (last === undefined) throw new Error(`no price at ${at}`);
  return decimal(last.price);
}

const dayOf = (at: string, offsetMinutes: number) =>
  new Date(Date.parse(at) + offsetMinutes * 60_000).toISOString().slice(0, 10);

/** Profit by day, source and coin, one event after another from the first on. */
function naiveProfits(events: readonly Event[], offsetMinutes: number): Profits {
  const profits: Profits = new Map();
  let held = { owned: ZERO, cost: ZERO };
  for (const event of events) {
    const { at, source, coin } = event;
    const naive = naiveProfit(held, event);
    held = naive.held;
    if (source === undefined || isZero(naive.profit)) continue;
    const key = `${dayOf(at, offsetMinutes)} ${source} ${isZero(coin) ? 'USDT' : 'BTC'}`;
    profits.set(key, add(profits.get(key) ?? ZERO, naive.profit));
  }
  return profits;
}

function naiveProfit({ owned, cost }: { owned: Decimal; cost: Decimal }, { at, coin, usdt }: Event) {
  const isSwap = !isZero(usdt);
  if (isZero(coin)) return { held: { owned, cost }, profit: usdt };
  if (isPositive(coin)) {
    const value = isSwap ? negate(usdt) : multiply(coin, priceAt(at));
    return { held: { owned: add(owned, coin), cost: add(cost, value) }, profit: isSwap ? ZERO : value };
  }
  const out = absolute(coin);
  const spent = compare(out, owned) >= 0 ? cost : divide(multiply(cost, out), owned, 18, 'half-even');
  return { held: { owned: subtract(owned, out), cost: subtract(cost, spent) }, profit: subtract(usdt, spent) };
}

function sumsBy(lines: readonly ResultLine[], keyOf: (line: ResultLine) => string, field: 'profit' | 'amount') {
  const sums = new Map<string, Decimal>();
  for (const line of lines)
    sums.set(keyOf(line), add(sums.get(keyOf(line)) ?? ZERO, line[field] ?? decimal('999999999')));
  return new Map([...sums].filter(([, value]) => !isZero(value)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const sorted = (values: Profits) => new Map([...values].toSorted(([a], [b]) => (a < b ? -1 : 1)));

describe('results', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer({ clock: createTestClock(Date.parse(NOW)) });
    await server.feed.append('BTC/USDT', ...TICKS);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  const read = (from: string, to: string, offsetMinutes = 0) =>
    server.call(getResults, { from, to, offsetMinutes }, { token: user.token });
  const own = (currencyId: CurrencyId, available: string, held = '0') =>
    posting(accountOf(user.id, currencyId), available, held);
  const house = (name: HouseAccount, currencyId: CurrencyId, available: string) =>
    posting({ house: name, currencyId }, available);
  const post = (at: string, kind: EntryKind, ...postings: readonly Posting[]) =>
    inLedgerAt(server.db, at, () =>
      server.db.transaction((tx) => postEntries(tx, [{ kind, reference: 'test:1', postings }])),
    );
  const payIn = (at: string, currencyId: CurrencyId, amount: string) =>
    post(at, 'deposit', house('outside', currencyId, negate(decimal(amount))), own(currencyId, amount));
  const entriesOf = async (figure: ResultFigure, filter: Partial<Parameters<typeof page>[0]>) => {
    const rows: ResultEntry[] = [];
    for (;;) {
      const after = rows.at(-1)?.id;
      const answer = await page({ from: '2023-03', to: '2023-06', offsetMinutes: 345, figure, ...filter, after });
      rows.push(...answer.rows);
      if (answer.rows.length < RESULT_ENTRIES_PAGE) return { ...answer, rows };
    }
  };
  const page = (request: Parameters<typeof server.call<typeof listResultEntries>>[1]) =>
    server.call(listResultEntries, request, { token: user.token });

  /** One of everything that a ledger may have, at random; amounts are small beside what is owned. */
  const postRandom = async (draw: (below: number) => number, at: string): Promise<Event> => {
    const amount = decimal(`0.00${1 + draw(9)}`);
    const paid = round(multiply(amount, priceAt(at)), 8, 'down');
    const small = `${1 + draw(40)}.5`;
    const event = (kind: EntryKind, source: ResultSource | undefined, coin: Decimal, usdt: Decimal) => ({
      at,
      kind,
      source,
      coin,
      usdt,
    });
    const simple = async (
      kind: EntryKind,
      source: ResultSource | undefined,
      of: { account: HouseAccount; currency: CurrencyId; change: string },
    ) => {
      const { account, currency, change } = of;
      await post(at, kind, house(account, currency, negate(decimal(change))), own(currency, change));
      const isCoin = currency === BTC;
      return event(kind, source, isCoin ? decimal(change) : ZERO, isCoin ? ZERO : decimal(change));
    };
    switch (draw(9)) {
      case 0: {
        const received = subtract(amount, decimal('0.00001'));
        await post(
          at,
          'spot_fill',
          own(USDT, negate(paid)),
          house('maker', USDT, paid),
          own(BTC, received),
          house('fees', BTC, '0.00001'),
          house('maker', BTC, negate(amount)),
        );
        return event('spot_fill', 'spot', received, negate(paid));
      }
      case 1: {
        const received = subtract(paid, decimal('0.02'));
        await post(
          at,
          'spot_fill',
          own(BTC, negate(amount)),
          house('maker', BTC, amount),
          own(USDT, received),
          house('fees', USDT, '0.02'),
          house('maker', USDT, negate(paid)),
        );
        return event('spot_fill', 'spot', negate(amount), received);
      }
      case 2:
        return simple('option_win', 'options', { account: 'options', currency: USDT, change: small });
      case 3:
        return simple('option_lose', 'options', { account: 'options', currency: USDT, change: `-${small}` });
      case 4:
        return simple('contract_close', 'futures', {
          account: 'contracts',
          currency: USDT,
          change: draw(2) ? small : `-${small}`,
        });
      case 5:
        return simple('contract_fee', 'futures', { account: 'fees', currency: USDT, change: '-0.75' });
      case 6:
        return simple('trust_interest', 'trust', { account: 'trust', currency: BTC, change: '0.0001' });
      case 7:
        return simple('rebate_pay', 'rebates', { account: 'fees', currency: USDT, change: '0.3' });
      default:
        return simple('deposit', undefined, { account: 'outside', currency: USDT, change: small });
    }
  };

  it('of a random history equal a naive fold, the ledger and the entries that they open', async () => {
    const draw = numbersFrom(11);
    const start = Date.parse('2023-03-02T00:00:00.000Z');
    await payIn(new Date(start).toISOString(), BTC, '2');
    await payIn(new Date(start).toISOString(), USDT, '10000');
    // Money of the house.
    await post(
      new Date(start).toISOString(),
      'maker_capital',
      house('outside', USDT, '-900'),
      house('fees', USDT, '900'),
    );
    const events: Event[] = [
      { at: new Date(start).toISOString(), kind: 'deposit', source: undefined, coin: decimal('2'), usdt: ZERO },
    ];
    const stepMs = Math.floor((Date.parse('2023-06-29T00:00:00.000Z') - start) / EVENTS);
    for (let index = 0; index < EVENTS; index += 1) {
      // Half of them within the half hour around a midnight that begins a day somewhere.
      const midnight = start + Math.ceil((index * stepMs) / HALF_HOUR_MS) * HALF_HOUR_MS;
      const at = midnight + (draw(2) ? draw(HALF_HOUR_MS) : ([0, 1, HALF_HOUR_MS - 1][draw(3)] ?? 0));
      events.push(await postRandom(draw, new Date(at).toISOString()));
    }

    for (const offset of OFFSETS) {
      const { lines } = await read('2023-03', '2023-06', offset);
      const expected = naiveProfits(events, offset);
      expect(
        sumsBy(lines, (line) => `${line.day} ${line.source} ${line.currency}`, 'profit'),
        `${offset}`,
      ).toEqual(sorted(expected));
      // Stored months and books change nothing, with or without the other.
      expect((await read('2023-03', '2023-06', offset)).lines).toEqual(lines);
      await server.db.execute(sql`delete from result_months where user_id = ${user.id}`);
      expect((await read('2023-03', '2023-06', offset)).lines).toEqual(lines);
      await server.db.execute(sql`delete from result_books where user_id = ${user.id}`);
      const months = [];
      for (const month of ['2023-03', '2023-04', '2023-05', '2023-06'])
        months.push((await read(month, month, offset)).lines);
      expect(months.flat()).toEqual(lines);
    }
    const [stored] = await rowsOf<{ months: number }>(
      server.db,
      sql`select count(*)::int as months from result_books where user_id = ${user.id}`,
    );
    expect(stored?.months).toBe(3);

    const { lines } = await read('2023-03', '2023-06', 345);
    const inLedger = await rowsOf<{ source: string; change: string }>(
      server.db,
      sql`select e.kind || ' ' || c.name || ' ' || ((e.created_at + interval '345 minutes') at time zone 'UTC')::date as source,
          sum(p.available + p.held)::text as change
        from ledger_postings p join ledger_accounts a on a.id = p.account_id join ledger_entries e on e.id = p.entry_id
        join currencies c on c.id = a.currency_id
        where a.user_id = ${user.id} and e.kind in ('spot_fill', 'trust_interest', 'rebate_pay')
          and (e.kind <> 'spot_fill' or c.name = 'BTC') group by 1`,
    );
    const kinds: Readonly<Record<string, string>> = {
      spot: 'spot_fill',
      trust: 'trust_interest',
      rebates: 'rebate_pay',
    };
    expect(
      sumsBy(
        lines.filter(({ source }) => kinds[source] !== undefined),
        (line) => `${kinds[line.source]} ${line.currency} ${line.day}`,
        'amount',
      ),
    ).toEqual(
      new Map(
        inLedger
          .map(({ source, change }) => [source, decimal(change)] as const)
          .filter(([, change]) => !isZero(change))
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    );

    const values = { profit: 'profit', fees: 'fees', won: 'gains', lost: 'losses' } as const;
    for (const figure of RESULT_FIGURES.filter((each) => each !== 'closed')) {
      const { rows, sum, total } = await entriesOf(figure, {});
      const whole = add(ZERO, ...lines.map((line) => line[values[figure]] ?? ZERO));
      expect(add(ZERO, ...rows.map((row) => (figure === 'fees' ? row.fees : row.profit) ?? ZERO)), figure).toBe(whole);
      expect([sum, total]).toEqual([whole, rows.length]);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
      for (const { day, source, currency, ...line } of lines.slice(0, 12)) {
        expect((await entriesOf(figure, { day, source, currency })).sum).toBe(line[values[figure]]);
      }
    }
    const closed = lines.reduce((count, { won, lost }) => count + won + lost, 0);
    expect((await entriesOf('closed', {})).total).toBe(closed);
    expect(closed).toBe(events.filter(({ kind }) => /^option_|_close$/.test(kind)).length);
  });

  it('count fees in USDT once, and payments in as the base of percentages', async () => {
    await payIn('2023-04-10T10:00:00.000Z', USDT, '1000');
    await post(
      '2023-05-01T10:00:00.000Z',
      'spot_fill',
      own(USDT, '-200'),
      house('maker', USDT, '200'),
      own(BTC, '0.0099'),
      house('fees', BTC, '0.0001'),
      house('maker', BTC, '-0.01'),
    );
    await post('2023-05-02T10:00:00.000Z', 'deposit', house('outside', USDT, '-50'), own(USDT, '50'));
    await post(
      '2023-05-31T23:59:59.999Z',
      'withdraw_settle',
      own(USDT, '-100'),
      house('outside', USDT, '95'),
      house('fees', USDT, '5'),
    );
    const { lines, base } = await read('2023-05', '2023-05');
    expect(base).toBe('1050');
    expect(lines).toMatchObject([
      { day: '2023-05-01', source: 'spot', currency: 'BTC', profit: '0', fees: '2' },
      { day: '2023-05-31', source: 'withdrawals', currency: 'USDT', amount: '-5', profit: '-5', fees: '5' },
    ]);
    // A quarter of an hour east of UTC it is June.
    expect((await read('2023-05', '2023-05', 15)).lines).toHaveLength(1);
    expect((await read('2023-06', '2023-06', 15)).lines).toMatchObject([{ day: '2023-06-01' }]);
  });

  it('are unknown without a price, and never zero', async () => {
    await payIn('2023-05-10T10:00:00.000Z', LTC, '2');
    await post(
      '2023-05-11T10:00:00.000Z',
      'trust_interest',
      posting(accountOf(user.id, LTC, 'trust'), '0.01'),
      house('trust', LTC, '-0.01'),
    );
    const { lines, base, unrealised } = await read('2023-05', '2023-06');
    expect(lines).toMatchObject([{ source: 'trust', currency: 'LTC', amount: '0.01', profit: null, fees: '0' }]);
    expect(base).toBeNull();
    expect(unrealised).toEqual([{ currency: 'LTC', amount: '2.01', cost: null, profit: null }]);
  });

  it('refuse more than a year, months in the wrong order, and offsets that do not exist', async () => {
    await expect(read('2022-07', '2023-07')).rejects.toMatchObject({ code: 'RANGE_INVALID' });
    await expect(read('2023-07', '2023-06')).rejects.toMatchObject({ code: 'RANGE_INVALID' });
    expect((await read('2022-08', '2023-07')).lines).toEqual([]);
    const raw = await fetch(`${server.url}/api/wallet/results?from=2023-01&to=2023-01&utc_offset=7`, {
      headers: { authorization: user.token },
    });
    expect(await raw.json()).toMatchObject({ type: 'error' });
  });
});
