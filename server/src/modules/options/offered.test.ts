// Answers before a purchase, over the real server: delivery times with their terms, `even` by its chance, quotes, the
// house's figures, stake currencies, and a purchase on the wire.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOptionFigures, quoteOption } from '@halyard/contract/options/receiptCalls';
import type { CurrencyId, MarketId } from '@halyard/contract/ids';
import { listMarkets } from '@halyard/contract/market/calls';
import {
  buyOption,
  listDeliveryTimes,
  listStakeCurrencies,
  getSelfLimits,
  setSelfLimits,
} from '@halyard/contract/options/calls';
import { decimal, toModelNumber, ZERO } from '@halyard/contract/money';
import { evenChance } from '@halyard/contract/options/evenChance';
import { evenHouseEdge, evenRatio } from '@halyard/contract/options/rules';
import { hashTerms } from '@halyard/contract/options/terms';
import { rowsOf } from '../../db/database.ts';
import { identityOf } from '../../testing/identities.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { marketIdOf, openOptionMarket } from '../../testing/optionMarket.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { versionAt } from './currentTerms.ts';
import { publishFirstTerms } from './index.ts';

const NOW = Date.parse('2026-03-06T00:00:00.000Z');
const SYMBOL = 'BTC/USDT';

const clock = createTestClock(NOW - 1000);
let server: TestServer;
let user: TestUser;
let marketId: MarketId;
beforeAll(async () => {
  server = await startTestServer({ clock });
  marketId = (await marketIdOf(server.db, SYMBOL)) as MarketId;
  clock.advance(1000);
  user = await server.registerUser();
  const identity = identityOf(server, user);
  await identity.basic();
  await identity.approve();
  await server.fund(user, CURRENCY.USDT, '1000', 'option');
});
afterAll(() => server.close());

/** Appends prices of today, a second each. */
async function say(...prices: readonly string[]): Promise<void> {
  for (const price of prices) {
    clock.advance(1000);
    await server.feed.append(SYMBOL, { price });
  }
}
const times = () => server.call(listDeliveryTimes, { marketId });
const quote = (changes: object = {}) =>
  server.call(quoteOption, { marketId, direction: 'up', seconds: 60, stake: decimal('100'), ...changes });
const raw = async (path: string) => (await server.app.inject({ method: 'GET', url: `/api/${path}` })).json() as unknown;
const refused = (code: string) => expect.objectContaining({ code });

describe('delivery times', () => {
  it('without a market are rows with the fields of legacy clients alone', async () => {
    expect(await raw('microtrade/seconds?lang=en')).toMatchObject({
      type: 'ok',
      message: [
        {
          id: 1,
          seconds: 30,
          status: 1,
          profit_ratio: '80.0000',
          loss_ratio: '100.0000',
          min_num: '10',
          max_amount: '5000',
        },
        { seconds: 60, profit_ratio: '85.0000', min_amount: '10', created_at: '2026-03-05 23:59:59' },
        { seconds: 120 },
        { seconds: 180, profit_ratio: '88.0000' },
        { seconds: 300, profit_ratio: '90.0000' },
      ],
    });
    expect(Object.keys((await server.call(listDeliveryTimes, {}))[0] ?? {})).not.toContain('terms');
  });

  it('with a market carry terms and digest, and no even before the first price', async () => {
    const rows = await times();
    expect(rows.map(({ terms, termsHash }) => terms && hashTerms(terms) === termsHash)).toEqual(rows.map(() => true));
    expect(rows[1]).toMatchObject({
      terms: { kind: 'up_down', symbol: SYMBOL, seconds: 60, version: 1 },
      evenRatio: null,
    });
    expect(rows.every(({ evenChance: chance }) => chance === null)).toBe(true);
  });

  it('refuse unknown markets and currencies', async () => {
    const unknown = server.call(listDeliveryTimes, { marketId: 99 as MarketId });
    await expect(unknown).rejects.toEqual(refused('MARKET_NOT_FOUND'));
    const currencyId = CURRENCY.BTC as CurrencyId;
    await expect(server.call(listDeliveryTimes, { marketId, currencyId })).rejects.toEqual(
      refused('CURRENCY_NOT_FOUND'),
    );
  });
});

describe('even', () => {
  it('has a band, its chance from the last price on, and the resulting ratio at each delivery time', async () => {
    await say('60000.15');
    const rows = await times();
    // Bought at the tick itself it ends after as many ticks as it has seconds.
    const [model, band] = [
      { symbol: SYMBOL, pricePlaces: 2, price: decimal('60000.15') },
      rows[1]?.evenTerms?.evenBand,
    ];
    const chance = evenChance({ ...model, ticks: 60, band: band ?? ZERO });
    const ratio = evenRatio(chance ?? ZERO, decimal('7.5'));
    expect(rows[1]).toMatchObject({ evenChance: chance, evenRatio: ratio });
    expect(rows[1]?.evenTerms).toMatchObject({
      rule: 'option/2',
      kind: 'even',
      profitRatio: ratio,
      evenBand: '5.19',
      evenEdge: '7.5',
      evenChance: chance,
    });
    for (const { evenTerms, evenTermsHash, evenChance: percent } of rows) {
      expect(evenTerms && hashTerms(evenTerms)).toBe(evenTermsHash);
      expect(toModelNumber(percent ?? ZERO)).toBeCloseTo(10, 0);
    }
    const quoted = await quote({ direction: 'even', stake: decimal('10') });
    expect(quoted).toMatchObject({ terms: rows[1]?.evenTerms, termsHash: rows[1]?.evenTermsHash });
    expect(quoted.houseEdge).toBe(evenHouseEdge(chance ?? ZERO, quoted.terms));
  });

  it.each(['replay', 'live'])('is not offered on a %s, whose chances are unknown', async (source) => {
    await server.db.execute(sql`update price_series set source = ${source}`);
    expect((await times())[1]).toMatchObject({
      evenTerms: null,
      evenTermsHash: null,
      evenRatio: null,
      evenChance: null,
    });
    await expect(quote({ direction: 'even' })).rejects.toEqual(refused('EVEN_NOT_OFFERED'));
    await server.db.execute(sql`update price_series set source = 'simulated'`);
  });
});

describe('a quote', () => {
  it('shows the cost and payout of an option, matching the published figures', async () => {
    expect(await quote()).toMatchObject({
      stake: '100',
      fee: '0',
      payout: '85',
      held: '100',
      breakEven: '54.054054',
      houseEdge: '7.5',
      maxNow: '5000',
    });
  });

  it('refuses requests that cannot be quoted', async () => {
    await expect(quote({ seconds: 61, marketId: 99 as MarketId })).rejects.toEqual(refused('SECONDS_INVALID'));
    await expect(quote({ marketId: 99 as MarketId })).rejects.toEqual(refused('MARKET_NOT_FOUND'));
    await expect(quote({ currencyId: CURRENCY.BTC })).rejects.toEqual(refused('CURRENCY_NOT_FOUND'));
    await expect(quote({ stake: decimal('0') })).rejects.toEqual(refused('AMOUNT_REQUIRED'));
    await expect(quote({ stake: decimal('0.000000001') })).rejects.toEqual(refused('AMOUNT_PRECISION'));
  });
});

describe('a user', () => {
  const as = () => ({ token: user.token });

  it('sees the option account, and buys with the fields of legacy clients', async () => {
    const [currency] = await server.call(listStakeCurrencies, {}, as());
    expect(currency).toMatchObject({ name: 'USDT', minStake: '10', maxStake: '5000', openMax: 20, feeRate: '0' });
    expect(currency?.quickStakes.map(({ stake }) => stake)).toEqual(['10', '50', '100', '500', '1000']);
    expect(currency?.wallet).toEqual({ available: '1000', held: '0', insured: '0' });

    const payload = `match_id=${marketId}&currency_id=3&type=1&seconds=60&number=50&lang=en`;
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/microtrade/submit?_timespan=17',
      headers: { authorization: user.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
    expect(response.json()).toMatchObject({
      type: 'ok',
      message: {
        type: 1,
        seconds: 60,
        number: '50',
        open_price: '60000.15',
        end_price: '0',
        status: 1,
        profit_ratio: '85.0000',
      },
    });
    const [after] = await server.call(listStakeCurrencies, {}, as());
    expect(after?.wallet).toEqual({ available: '950', held: '50', insured: '0' });
  });

  it.each([
    ['seconds=&', 'TIME_REQUIRED'],
    ['seconds=abc&', 'SECONDS_INVALID'],
    ['seconds=60&type=7&', 'DIRECTION_INVALID'],
    ['seconds=60&type=1&match_id=x&', 'MARKET_NOT_FOUND'],
  ])('reads %s as %s', async (fields, code) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/microtrade/submit',
      headers: { authorization: user.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${fields}number=50`,
    });
    expect(response.json()).toMatchObject({ type: 'error', code });
  });

  it('is sent to verification first, with the answer of legacy clients', async () => {
    const other = await server.registerUser();
    const buying = server.call(buyOption, { marketId }, { token: other.token });
    await expect(buying).rejects.toEqual(refused('NO_IDENTITY'));
    const { id } = other;
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/microtrade/submit',
      headers: { authorization: other.token },
      payload: {},
    });
    expect(response.json()).toMatchObject({ type: '998', code: 'NO_IDENTITY' });
    expect(id).not.toBe(user.id);
  });

  it('sets and lifts self-imposed limits', async () => {
    expect(await server.call(setSelfLimits, { dailyStake: decimal('60'), reminderMinutes: 15 }, as())).toMatchObject({
      dailyStake: '60',
      reminderMinutes: 15,
      stakedToday: '50',
      lostToday: '50',
    });
    expect(await server.call(setSelfLimits, { dailyStake: null }, as())).toMatchObject({
      dailyStake: '60',
      next: { dailyStake: null },
    });
    expect(await server.call(getSelfLimits, {}, as())).toMatchObject({ dailyStake: '60', reminderMinutes: 15 });
  });
});

describe('the house', () => {
  it('shows its capital, shares and promised payouts, to two digits', async () => {
    const figures = await server.call(getOptionFigures, {});
    expect(figures).toMatchObject({
      currency: 'USDT',
      capital: '1000000000',
      promised: '42',
      shares: { order: '1', user: '2', side: '5', all: '50' },
      version: 1,
      next: null,
      statistics: [],
    });
    expect(figures.sides).toContainEqual({
      symbol: SYMBOL,
      direction: 'up',
      payout: '42',
      max: '50000000',
    });
    expect(figures.sides).toContainEqual({
      symbol: 'DOGE/USDT',
      direction: 'even',
      payout: '0',
      max: '50000000',
    });
  });

  it('compares results with their expectation, at most a minute late', async () => {
    clock.advance(60_000);
    await say('60000.16');
    await expect
      .poll(async () => (await rowsOf(server.db, sql`select 1 from options where settled_at is null`)).length)
      .toBe(0);
    clock.advance(60_000);
    const { statistics, promised } = await server.call(getOptionFigures, {});
    expect(statistics).toEqual([
      { kind: 'up_down', seconds: 60, won: 1, lost: 0, tied: 0, voided: 0, expected: '0.5', deviations: '1' },
    ]);
    expect(promised).toBe('0');
  });
});

it('market rows show that options are open, and their fee', async () => {
  const [group] = await server.call(listMarkets, {});
  expect(
    group?.markets.every(({ isOptionOpen, optionFeeRate }) => isOptionOpen === true && optionFeeRate === '0'),
  ).toBe(true);
  expect(await raw('currency/quotation_new')).toMatchObject({
    message: [{ quotation: [{ open_microtrade: 1, micro_trade_fee: '0.0000' }, {}, {}, {}, {}, {}] }],
  });
});

it.each([
  ['live', [30, 60, 120, 180, 300, 900, 3600, 14_400, 86_400]],
  ['simulated', [30, 60, 120, 180, 300]],
] as const)('a sandbox with %s prices begins with delivery times up to its longest', async (feed, expected) => {
  const { db, close } = await openOptionMarket();
  await publishFirstTerms(db, clock, feed);
  const version = await versionAt(db, clock.nowMs());
  await close();
  expect(version?.times.map(({ seconds }) => seconds)).toEqual(expected);
});
