// Converts through the real server: what is posted is what was quoted, a quote is executed once and only while its
// price holds, and all users together never take more than the house's limit.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptConvert, quoteConvert, quoteSmallBalances, type ConvertQuote } from '@halyard/contract/convert/calls';
import type { CurrencyId } from '@halyard/contract/ids';
import { add, compare, decimal, multiply, negate, subtract, ZERO } from '@halyard/contract/money';
import { freezeAccount } from '@halyard/contract/security/freezeCalls';
import { getCosts, TAX_CSV_PATH } from '@halyard/contract/wallet/costCalls';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { rowsOf } from '../../db/database.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { postEntries, readBalance } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, posting } from '../../testing/ledgerFixtures.ts';
import { createTestClock, type TestClock } from '../../testing/testClock.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const { BTC, ETH, USDT } = CURRENCY;
const engines = await testEnginesByNight();
const AT_ONCE = 64;

let server: TestServer;
let clock: TestClock;
let user: TestUser;
beforeAll(async () => {
  clock = createTestClock(Date.parse('2026-03-02T12:00:00.000Z'));
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.feed.append('BTC/USDT', { price: '30000' });
  await server.feed.append('ETH/USDT', { price: '2000' });
  user = await server.registerUser();
  await server.fund(user, BTC, '1');
});
afterEach(async () => {
  const [fault] = await checkBooks(server.db);
  if (fault !== undefined) throw new Error(`${fault.rule}: ${fault.subject}`);
});

const quote = (fromId: CurrencyId, toId: CurrencyId, amount: string, of = user) =>
  server.call(quoteConvert, { fromId, toId, amount: decimal(amount) }, { token: of.token });
const accept = ({ id, rows }: ConvertQuote, of = user, clientRequestId = randomUUID()) =>
  server.call(acceptConvert, { quote: id, to: rows[0]?.to ?? '', clientRequestId }, { token: of.token });
const owned = async (currencyId: CurrencyId, of = user) =>
  (await readBalance(server.db, accountOf(of.id, currencyId))).available;
const house = async (currencyId: CurrencyId) =>
  (await readBalance(server.db, { house: 'maker', currencyId })).available;
const receivedOf = ({ rows }: Pick<ConvertQuote, 'rows'>) => add(ZERO, ...rows.map(({ received }) => received));
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('a quote', () => {
  it('has its rate, spread and end, and is posted exactly, through USDT where there is no market', async () => {
    const before = await Promise.all([house(BTC), house(USDT), house(ETH)]);
    const quoted = await quote(BTC, ETH, '0.5');
    expect(quoted).toMatchObject({ at: '2026-03-02T12:00:00.000Z', validUntil: '2026-03-02T12:00:10.000Z' });
    const [row] = quoted.rows;
    expect(row).toMatchObject({ from: 'BTC', to: 'ETH', amount: '0.5' });
    expect(await accept(quoted)).toEqual({ id: quoted.id, rows: quoted.rows, at: quoted.at });
    expect([await owned(BTC), await owned(USDT), await owned(ETH)]).toEqual(['0.5', '0', row?.received]);
    expect([await house(BTC), await house(USDT), await house(ETH)]).toEqual([
      add(before[0] ?? ZERO, decimal('0.5')),
      before[1],
      subtract(before[2] ?? ZERO, row?.received ?? ZERO),
    ]);
    const { rows: entries } = await server.call(listEntries, { kind: 'convert' }, { token: user.token });
    expect(entries.map(({ currency, trade }) => [currency, trade?.symbol, trade?.side])).toEqual(
      expect.arrayContaining([
        ['BTC', 'BTC/USDT', 'sell'],
        ['USDT', 'BTC/USDT', 'sell'],
        ['USDT', 'ETH/USDT', 'buy'],
        ['ETH', 'ETH/USDT', 'buy'],
      ]),
    );
    // A sale and a purchase at the quoted prices: the cost of the new coin is the USDT in between.
    const [{ total } = { total: '' }] = await rowsOf<{ total: string }>(
      server.db,
      sql`select trim_scale(quote_amount)::text as total from converts where user_id = ${user.id} and side = 'sell'`,
    );
    const { positions } = await server.call(getCosts, {}, { token: user.token });
    expect(positions.find(({ currency }) => currency === 'ETH')).toMatchObject({ amount: row?.received, cost: total });
    const headers = { authorization: user.token };
    const tax = await (
      await fetch(`${server.url}/api/${TAX_CSV_PATH}?year=${new Date().getUTCFullYear()}`, { headers })
    ).text();
    expect(tax.split('\n').filter((line) => line.includes('convert'))).toEqual([
      expect.stringMatching(new RegExp(`disposal.*BTC.*-0\\.5.*${total}`)),
    ]);
  });

  it('is executed once: the same request gets the same answer, another one is refused', async () => {
    const quoted = await quote(BTC, USDT, '0.1');
    const id = randomUUID();
    const answers = await Promise.all([accept(quoted, user, id), accept(quoted, user, id)]);
    expect(answers[0]).toEqual(answers[1]);
    await expect(accept(quoted)).rejects.toEqual(code('QUOTE_EXPIRED'));
    expect([await owned(BTC), await owned(USDT)]).toEqual(['0.9', receivedOf(quoted)]);
  });

  it('ends after ten seconds, and belongs to its user', async () => {
    const quoted = await quote(BTC, USDT, '0.1');
    const other = await server.registerUser();
    await expect(accept(quoted, other)).rejects.toEqual(code('QUOTE_EXPIRED'));
    clock.advance(10_001);
    await expect(accept(quoted)).rejects.toEqual(code('QUOTE_EXPIRED'));
    expect(await owned(BTC)).toBe('1');
  });

  it('holds while the price moves by the margin, in a market that trades', async () => {
    const quoted = await quote(BTC, USDT, '0.1');
    await server.feed.append('BTC/USDT', { price: '29969.99' });
    await expect(accept(quoted)).rejects.toEqual(code('PRICE_MOVED'));
    await server.feed.append('BTC/USDT', { price: '30030.01' });
    await expect(accept(quoted)).rejects.toEqual(code('PRICE_MOVED'));
    await server.feed.append('BTC/USDT', { price: '29970' });
    await server.feed.setStatus('BTC/USDT', 'feed-stalled');
    await expect(accept(quoted)).rejects.toEqual(code('MARKET_SUSPENDED'));
    await expect(quote(BTC, USDT, '0.1')).rejects.toEqual(code('MARKET_SUSPENDED'));
    await server.feed.setStatus('BTC/USDT', 'trading');
    await expect(accept(quoted)).resolves.toBeDefined();
  });

  it('on live prices is worse by what a second may move the price', async () => {
    const now = receivedOf(await quote(BTC, USDT, '0.1'));
    await server.db.execute(sql`update price_series set source = 'live'`);
    const quoted = await quote(BTC, USDT, '0.1');
    const live = receivedOf(quoted);
    clock.advance(3001);
    await expect(accept(quoted)).rejects.toEqual(code('PRICE_STALE'));
    await expect(quote(BTC, USDT, '0.1')).rejects.toEqual(code('PRICE_STALE'));
    await server.db.execute(sql`update price_series set source = 'simulated'`);
    expect(subtract(now, live)).toBe(multiply(decimal('3000'), decimal('0.001')));
  });

  it.each([
    [BTC, BTC, '1', 'MARKET_NOT_FOUND'],
    [77 as CurrencyId, USDT, '1', 'CURRENCY_NOT_FOUND'],
    [BTC, USDT, '0.00001', 'AMOUNT_TOO_SMALL'],
    [BTC, USDT, '2', 'AMOUNT_TOO_LARGE'],
  ])('from %i to %i of %s is refused with %s', async (from, to, amount, expected) => {
    await expect(quote(from, to, amount)).rejects.toEqual(code(expected));
  });

  it('above the balance is refused when it is accepted', async () => {
    await expect(accept(await quote(BTC, USDT, '1.1'))).rejects.toEqual(code('INSUFFICIENT_BALANCE'));
  });
});

describe('small balances', () => {
  it('are converted together, and others stay', async () => {
    await server.fund(user, ETH, '0.002');
    await server.fund(user, CURRENCY.LTC, '0.01');
    await server.feed.append('LTC/USDT', { price: '80' });
    const quoted = await server.call(quoteSmallBalances, {}, { token: user.token });
    expect(quoted.rows.map(({ from, amount, to }) => [from, amount, to])).toEqual([
      ['ETH', '0.002', 'USDT'],
      ['LTC', '0.01', 'USDT'],
    ]);
    await accept(quoted);
    expect([await owned(BTC), await owned(ETH), await owned(CURRENCY.LTC), await owned(USDT)]).toEqual([
      '1',
      '0',
      '0',
      receivedOf(quoted),
    ]);
    const again = server.call(quoteSmallBalances, {}, { token: user.token });
    await expect(again).rejects.toEqual(code('NO_SMALL_BALANCES'));
  });
});

describe('a frozen account, and one in a country without spot trading', () => {
  it('converts into USDT alone', async () => {
    const [buying, selling] = [await quote(BTC, ETH, '0.1'), await quote(BTC, USDT, '0.1')];
    await server.call(freezeAccount, {}, { token: user.token });
    await expect(accept(buying)).rejects.toEqual(code('ACCOUNT_FROZEN'));
    await expect(server.call(acceptConvert, { quote: buying.id, to: 'USDT' }, { token: user.token })).rejects.toEqual(
      code('QUOTE_EXPIRED'),
    );
    await expect(accept(selling)).resolves.toBeDefined();
  });
});

describe.each(engines)(`${AT_ONCE} users at once on %s`, (engine) => {
  beforeAll(async () => {
    await server.close();
    server = await startTestServer({ clock, engine });
  });

  it('get exactly what they were quoted or nothing, and together no more than the house can give', async () => {
    const users = await Promise.all(Array.from({ length: AT_ONCE }, () => server.registerUser()));
    for (const one of users) await server.fund(one, USDT, '3000');
    // From half of what the house gives at first to more than it gives after a few of them.
    const paid = users.map((_, index) => decimal(String(1500 + 20 * index)));
    // The quotes are made while the house is rich, and accepted when it has one coin.
    const quotes = await Promise.all(users.map((one, index) => quote(USDT, BTC, paid[index] ?? '', one)));
    await leaveToHouse('1');
    const before = await house(USDT);
    // Each user sends twice: a repeated request, or a second one for the same quote.
    const answers = await Promise.all(
      users.map(async (one, index) => {
        const quoted = quotes[index] as ConvertQuote;
        const id = randomUUID();
        return Promise.allSettled([accept(quoted, one, id), accept(quoted, one, index % 2 === 0 ? id : randomUUID())]);
      }),
    );
    const isDone = answers.map((tries) => tries.some(({ status }) => status === 'fulfilled'));
    const [taken, left] = [new Set(isDone), await house(BTC)];
    expect(taken).toEqual(new Set([true, false]));
    for (const [index, one] of users.entries()) {
      const { rows } = quotes[index] as ConvertQuote;
      const amount = isDone[index] === true ? (paid[index] ?? ZERO) : ZERO;
      expect([index, await owned(USDT, one), await owned(BTC, one)]).toEqual([
        index,
        subtract(decimal('3000'), amount),
        isDone[index] === true ? receivedOf({ rows }) : '0',
      ]);
      const refusals = (answers[index] ?? []).flatMap((answer) =>
        answer.status === 'rejected' ? [answer.reason] : [],
      );
      for (const reason of refusals as { code: string }[])
        expect(isDone[index] === true ? 'QUOTE_EXPIRED' : 'HOUSE_LIMIT').toBe(reason.code);
    }
    const given = await rowsOf<{ base: string; quote: string }>(
      server.db,
      sql`select base_amount::text as base, quote_amount::text as quote from converts
        where user_id = any(${sql.param(users.map(({ id }) => id))}::int[]) order by id`,
    );
    expect(given).toHaveLength(isDone.filter(Boolean).length);
    // In the order of execution none took more than a tenth of what the house had then.
    const end = given.reduce((rest, { base }) => {
      expect(compare(decimal(base), multiply(rest, decimal('0.1')))).toBeLessThanOrEqual(0);
      return subtract(rest, decimal(base));
    }, decimal('1'));
    expect(left).toBe(end);
    expect(await house(USDT)).toBe(add(before, ...given.map((row) => decimal(row.quote))));
    // Those that were refused are beyond what is left, and keep their quotes.
    const [refused] = isDone.flatMap((done, index) => (done ? [] : [index]));
    for (const [index, done] of isDone.entries())
      if (!done) expect(compare(receivedOf(quotes[index] as ConvertQuote), multiply(left, decimal('0.1')))).toBe(1);
    await leaveToHouse('10');
    await expect(accept(quotes[refused ?? 0] as ConvertQuote, users[refused ?? 0])).resolves.toBeDefined();
  });

  /** Gives or takes capital of the house, so that it has this much BTC. */
  async function leaveToHouse(amount: string): Promise<void> {
    const change = subtract(decimal(amount), await house(BTC));
    const postings = [
      posting({ house: 'maker', currencyId: BTC }, change),
      posting({ house: 'outside', currencyId: BTC }, negate(change)),
    ];
    await server.db.transaction((tx) => postEntries(tx, [{ kind: 'maker_capital', reference: 'test', postings }]));
  }
});
