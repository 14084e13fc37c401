// A user's value and profit: a hand-counted history, a random one against a fold that goes forward in time (the
// exchange goes back from the present balances), and unknown prices.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import {
  add,
  decimal,
  isPositive,
  multiply,
  negate,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { getPerformance } from '@halyard/contract/wallet/entryCalls';
import { postEntries, type EntryKind, type HouseAccount, type Posting } from '../../ledger/ledger.ts';
import { followSeries, listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { openSeries } from '../../market/series.ts';
import { usdtPriceOf } from '../../market/usdtPrice.ts';
import { accountOf, CURRENCY, posting } from '../../testing/ledgerFixtures.ts';
import { inLedgerAt } from '../../testing/ledgerTime.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { spotFeeRateOf, usdtTotalOf } from './performance.ts';

const { BTC, ETH, LTC, USDT } = CURRENCY;
const NOW = '2023-03-31T15:00:00.000Z';
const EVENTS = 300;
const BTC_TICKS = [
  { at: '2023-03-01T10:00:00.000Z', price: '20000' },
  { at: '2023-03-24T12:00:00.000Z', price: '24000' },
  { at: '2023-03-30T23:59:59.999Z', price: '25000' },
  { at: '2023-03-31T00:00:00.001Z', price: '25500' },
  { at: '2023-03-31T14:00:00.000Z', price: '26000' },
];
/** A price that moves every five hours, by a simple rule. */
const ETH_TICKS = Array.from({ length: 160 }, (_, index) => ({
  at: new Date(Date.parse('2023-02-27T00:00:00.000Z') + index * 5 * 3_600_000).toISOString(),
  price: String(1500 + ((index * 37) % 211)),
})).filter(({ at }) => at < NOW);

type Event = {
  readonly at: string;
  readonly currencyId: CurrencyId;
  readonly change: Decimal;
  readonly inflow: Decimal;
};

/** A random number generator with the same sequence on every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

function ethPriceAt(at: string): Decimal {
  const last = ETH_TICKS.findLast((tick) => tick.at <= at);
  if (last === undefined) throw new Error(`no price of ETH at ${at}`);
  return decimal(last.price);
}

/** The fold that goes forward: sums of the events before an instant, at the prices of that instant. */
function equityAt(events: readonly Event[], at: string): Decimal {
  const before = events.filter((event) => event.at < at);
  const amountOf = (id: CurrencyId) =>
    add(...before.filter((event) => event.currencyId === id).map(({ change }) => change));
  return round(add(amountOf(USDT), multiply(amountOf(ETH), ethPriceAt(at))), 8, 'down');
}

function profitSince(events: readonly Event[], from: string): Decimal {
  const flows = events
    .filter(({ at }) => at >= from)
    .map(({ at, currencyId, inflow }) => (currencyId === ETH ? multiply(inflow, ethPriceAt(at)) : inflow));
  return subtract(subtract(equityAt(events, NOW), equityAt(events, from)), add(...flows));
}

describe('value over time', () => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer({ clock: createTestClock(Date.parse(NOW)) });
    await server.feed.append('BTC/USDT', ...BTC_TICKS);
    await server.feed.append('ETH/USDT', ...ETH_TICKS);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  const read = () => server.call(getPerformance, {}, { token: user.token });
  const post = (at: string, kind: EntryKind, postings: readonly Posting[]) =>
    inLedgerAt(server.db, at, () =>
      server.db.transaction((tx) => postEntries(tx, [{ kind, reference: 'test', postings }])),
    );
  const own = (currencyId: CurrencyId, available: string, held = '0') =>
    posting(accountOf(user.id, currencyId), available, held);
  const house = (name: HouseAccount, currencyId: CurrencyId, available: string) =>
    posting({ house: name, currencyId }, available);
  const payIn = (at: string, currencyId: CurrencyId, amount: string) =>
    post(at, 'deposit', [house('outside', currencyId, negate(decimal(amount))), own(currencyId, amount)]);

  it('equals a hand-counted history', async () => {
    await payIn('2023-03-01T12:00:00.000Z', USDT, '10000');
    // Bought at 20,000, less a fee.
    await post('2023-03-10T08:00:00.000Z', 'spot_fill', [
      own(USDT, '-4000'),
      house('maker', USDT, '4000'),
      own(BTC, '0.1999'),
      house('fees', BTC, '0.0001'),
      house('maker', BTC, '-0.2'),
    ]);
    await payIn('2023-03-24T12:30:00.000Z', BTC, '0.5');
    await post('2023-03-25T09:00:00.000Z', 'withdraw_hold', [own(USDT, '-1000', '1000')]);
    await post('2023-03-28T09:00:00.000Z', 'withdraw_settle', [
      own(USDT, '0', '-1000'),
      house('outside', USDT, '990'),
      house('fees', USDT, '10'),
    ]);
    await payIn('2023-03-31T01:00:00.000Z', USDT, '100');
    await post('2023-03-31T02:00:00.000Z', 'transfer', [
      own(USDT, '-50'),
      posting(accountOf(user.id, USDT, 'futures'), '50'),
    ]);
    await post('2023-03-31T03:00:00.000Z', 'spot_hold', [own(BTC, '-0.3', '0.3')]);

    const { curve, ...rest } = await read();
    expect(rest).toEqual({
      asOf: NOW,
      // 5,100 USDT and 0.6999 BTC at 26,000.
      equity: '23297.4',
      // 0.6999 BTC rose from 25,000 to 26,000; relative to 22,497.5 and the deposit of 100.
      today: { amount: '699.9', percent: '3.1', base: '22597.5' },
      // From 24,000, less the fee of the withdrawal.
      days7: { amount: '1389.8', percent: '6.07', base: '22897.6' },
      // 0.1999 BTC for 4,000 and 0.5 BTC for 12,000, both at 26,000 now, less the fee; relative to 10,000 and 12,100.
      days30: { amount: '2187.4', percent: '9.9', base: '22100' },
      amounts: expect.arrayContaining([
        { currency: 'USDT', amount: '5100' },
        { currency: 'BTC', amount: '0.6999' },
      ]),
    });
    expect(curve).toHaveLength(31);
    const equityOn = (at: string) => curve.find((point) => point.at === at)?.equity;
    expect(curve[0]).toEqual({ at: '2023-03-02T00:00:00.000Z', equity: '10000' });
    expect(equityOn('2023-03-10T00:00:00.000Z')).toBe('10000');
    expect(equityOn('2023-03-11T00:00:00.000Z')).toBe('9998');
    expect(equityOn('2023-03-25T00:00:00.000Z')).toBe('22797.6');
    expect(equityOn('2023-03-29T00:00:00.000Z')).toBe('21797.6');
    expect(curve.slice(-2)).toEqual([
      { at: '2023-03-31T00:00:00.000Z', equity: '22497.5' },
      { at: NOW, equity: '23297.4' },
    ]);
  });

  it('equals a random history, folded forward', async () => {
    const draw = numbersFrom(7);
    const events: Event[] = [];
    const startMs = Date.parse('2023-02-27T06:00:00.000Z');
    const stepMs = Math.floor((Date.parse(NOW) - startMs) / EVENTS);
    const holdings = new Map<CurrencyId, Decimal>();
    for (let index = 0; index < EVENTS; index += 1) {
      const at = new Date(startMs + index * stepMs + draw(stepMs)).toISOString();
      const made = randomEntry(draw, user.id, holdings);
      await post(at, made.kind, made.postings);
      for (const { currencyId, change, inflow } of made.events) {
        holdings.set(currencyId, add(holdings.get(currencyId) ?? ZERO, change));
        events.push({ at, currencyId, change, inflow });
      }
    }
    const { equity, today, days7, days30, curve } = await read();
    expect(equity).toBe(equityAt(events, NOW));
    const startOf = (daysAgo: number) => new Date(Date.parse('2023-03-31') - daysAgo * DAY_MS).toISOString();
    for (const [profit, days] of [
      [today, 1],
      [days7, 7],
      [days30, 30],
    ] as const) {
      expect(profit.amount, `${days} days`).toBe(profitSince(events, startOf(days - 1)));
    }
    const expected = Array.from({ length: 30 }, (_, index) => startOf(29 - index));
    expect(curve).toEqual([...expected, NOW].map((at) => ({ at, equity: equityAt(events, at) })));
    expect(events.some(({ inflow }) => inflow.startsWith('-'))).toBe(true);
  });

  it('is zero, and not unknown, for a user who never had anything', async () => {
    const { equity, today, days30, curve } = await read();
    const nothing = { amount: '0', percent: null, base: '0' };
    expect([equity, today, days30]).toEqual(['0', nothing, nothing]);
    expect(curve).toHaveLength(31);
    expect(new Set(curve.map((point) => point.equity))).toEqual(new Set(['0']));
  });

  it('is unknown while a holding has no price, and never counts it as zero', async () => {
    await payIn('2023-03-03T12:00:00.000Z', USDT, '100');
    await payIn('2023-03-20T12:00:00.000Z', LTC, '2');
    const unknown = { amount: null, percent: null, base: null };
    const before = await read();
    expect(before).toMatchObject({ equity: null, today: unknown, days7: unknown, days30: unknown });
    // Up to the deposit all is known, from it on nothing.
    expect(before.curve.at(-1)).toEqual({ at: '2023-03-20T00:00:00.000Z', equity: '100' });

    await server.feed.append('LTC/USDT', { at: '2023-03-30T12:00:00.000Z', price: '90' });
    const after = await read();
    // A deposit before the first price has no value of its time.
    expect(after).toMatchObject({ equity: '280', days7: unknown, days30: unknown });
    expect(after.today).toEqual({ amount: '0', percent: '0', base: '280' });
    expect(after.curve.slice(-3).map(({ at }) => at)).toEqual([
      '2023-03-20T00:00:00.000Z',
      '2023-03-31T00:00:00.000Z',
      NOW,
    ]);
  });

  it('does not use prices of a series that the market no longer follows', async () => {
    await payIn('2023-03-05T12:00:00.000Z', BTC, '1');
    expect((await read()).days7.amount).toBe('2000');
    const market = (await listMarketRecords(server.db)).find(({ symbol }) => symbol === 'BTC/USDT');
    if (market?.seriesId === undefined) throw new Error('the market follows no series');
    const { id: marketId, seriesId: first } = market;
    await server.db.transaction(async (tx) => {
      const { seriesId } = await openSeries(tx, { marketId, source: 'replay', identity: 'other' }, {});
      await followSeries(tx, marketId, { seriesId, status: 'trading' });
    });
    const { equity, days7, curve } = await read();
    expect([equity, days7.amount, curve.at(-1)?.at]).toEqual([null, null, '2023-03-05T00:00:00.000Z']);
    await server.db.transaction((tx) => followSeries(tx, marketId, { seriesId: first, status: 'trading' }));
  });

  it('needs a token, and is the caller’s own', async () => {
    await payIn('2023-03-05T12:00:00.000Z', USDT, '1000');
    user = await server.registerUser();
    expect((await read()).equity).toBe('0');
    await expect(server.call(getPerformance, {})).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
  });
});

type Made = {
  readonly kind: EntryKind;
  readonly postings: readonly Posting[];
  readonly events: readonly Omit<Event, 'at'>[];
};

/** A deposit, a withdrawal with its fee, a trade with its fee, or a transfer; of no more than the balance. */
function randomEntry(
  draw: (below: number) => number,
  userId: UserId,
  holdings: ReadonlyMap<CurrencyId, Decimal>,
): Made {
  const currencyId = draw(2) === 0 ? USDT : ETH;
  const amount = decimal(`${draw(9)}.${1 + draw(999_999)}`);
  const change = (id: CurrencyId, value: Decimal): Posting => posting(accountOf(userId, id), value);
  const house = (name: HouseAccount, id: CurrencyId, value: Decimal): Posting =>
    posting({ house: name, currencyId: id }, value);
  const has = isPositive(subtract(holdings.get(currencyId) ?? ZERO, amount));
  const what = has ? draw(4) : 0;
  if (what === 0) {
    return {
      kind: 'deposit',
      postings: [house('outside', currencyId, negate(amount)), change(currencyId, amount)],
      events: [{ currencyId, change: amount, inflow: amount }],
    };
  }
  const fee = decimal('0.01');
  const rest = subtract(amount, fee);
  if (what === 1) {
    return {
      kind: 'withdraw_settle',
      postings: [
        change(currencyId, negate(amount)),
        house('outside', currencyId, rest),
        house('fees', currencyId, fee),
      ],
      events: [{ currencyId, change: negate(amount), inflow: negate(rest) }],
    };
  }
  const other = currencyId === USDT ? ETH : USDT;
  const got = decimal('0.05');
  if (what === 2) {
    return {
      kind: 'spot_fill',
      postings: [
        change(currencyId, negate(amount)),
        house('maker', currencyId, amount),
        change(other, got),
        house('maker', other, negate(got)),
      ],
      events: [
        { currencyId, change: negate(amount), inflow: ZERO },
        { currencyId: other, change: got, inflow: ZERO },
      ],
    };
  }
  return {
    kind: 'spot_hold',
    postings: [posting(accountOf(userId, currencyId), '-0.0001', '0.0001')],
    events: [],
  };
}

// Valuation of balances: by the market's reference price, and never as zero without a price.
const usdt = { id: CURRENCY.USDT, name: 'USDT' };
const btc = { id: CURRENCY.BTC, name: 'BTC' };

type MarketShape = { baseId: CurrencyId; price?: string; takerFeeRate?: string; quote?: string };

function marketOf({ baseId, price, takerFeeRate = '0.001', quote = 'USDT' }: MarketShape): MarketRecord {
  const reference = price === undefined ? undefined : { seq: 1, price: decimal(price), at: '2023-03-01T00:00:00.000Z' };
  const shape: Pick<MarketRecord, 'baseId' | 'quoteId' | 'quote' | 'takerFeeRate' | 'reference'> = {
    baseId,
    quoteId: CURRENCY.USDT,
    quote,
    takerFeeRate: decimal(takerFeeRate),
    reference,
  };
  return shape as MarketRecord;
}

const holding = (available: string, held: string, usdtPrice?: string) => ({
  available: decimal(available),
  held: decimal(held),
  usdtPrice: usdtPrice === undefined ? undefined : decimal(usdtPrice),
});

describe('the price of a currency', () => {
  it('is one for USDT itself', () => {
    expect(usdtPriceOf(usdt, [])).toBe('1');
  });

  it('is the reference price of its market against USDT, and unknown before the first tick or without a market', () => {
    expect(
      usdtPriceOf(btc, [
        marketOf({ baseId: CURRENCY.ETH, price: '2' }),
        marketOf({ baseId: btc.id, price: '28110.26' }),
      ]),
    ).toBe('28110.26');
    expect(usdtPriceOf(btc, [marketOf({ baseId: btc.id })])).toBeUndefined();
    expect(usdtPriceOf(btc, [marketOf({ baseId: btc.id, price: '28110.26', quote: 'EUR' })])).toBeUndefined();
    expect(usdtPriceOf(btc, [])).toBeUndefined();
  });
});

describe('the fee rate of a currency', () => {
  it('is the highest of the markets it is traded in, on either side', () => {
    const markets = [
      marketOf({ baseId: btc.id, takerFeeRate: '0.001' }),
      marketOf({ baseId: CURRENCY.ETH, takerFeeRate: '0.002' }),
    ];
    expect(spotFeeRateOf(btc, markets)).toBe('0.001');
    expect(spotFeeRateOf(usdt, markets)).toBe('0.002');
    expect(spotFeeRateOf({ id: CURRENCY.LTC, name: 'LTC' }, markets)).toBeUndefined();
  });
});

describe('the value of an account', () => {
  it('counts available and held amounts, and is rounded down at 8 places', () => {
    expect(usdtTotalOf([holding('1.5', '0.5', '3.333333333'), holding('0.000000001', '0', '1')])).toBe('6.66666666');
  });

  it('is zero for an empty account', () => {
    expect(usdtTotalOf([])).toBe('0');
    expect(usdtTotalOf([holding('0', '0', '5')])).toBe('0');
  });

  it('is unknown when a balance has no price', () => {
    expect(usdtTotalOf([holding('1', '0', '5'), holding('0', '0.1')])).toBeNull();
  });

  it('does not depend on the prices of empty balances', () => {
    expect(usdtTotalOf([holding('1', '0', '5'), holding('0', '0')])).toBe('5');
  });
});
