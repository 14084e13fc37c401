// Quotes to the last digit: what is received is never more than the quoted price gives and less by no more than one
// step; a quote that may still be accepted is never better than an order at that moment.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CurrencyId, MarketId } from '../ids.ts';
import { add, compare, decimal, multiply, ONE, subtract, type Decimal } from '../money/money.ts';
import {
  checkConvertAmount,
  convertTerms,
  givenByHouse,
  hasMoved,
  houseLimit,
  isSmallBalance,
  MARGIN,
  spreadOf,
  stepsBetween,
  type ConvertMarket,
} from './rules.ts';

const [USDT, BTC, ETH] = [1, 2, 3] as CurrencyId[] as [CurrencyId, CurrencyId, CurrencyId];
const STEP = decimal('0.00000001');

const marketOf = (id: number, baseId: CurrencyId, lastPrice: string, entryDelayMs = 0): ConvertMarket => ({
  id: id as MarketId,
  baseId,
  quoteId: USDT,
  lastPrice: decimal(lastPrice),
  pricePrecision: 2,
  halfSpread: decimal('0.0002'),
  takerFeeRate: decimal('0.001'),
  entryDelayMs,
});
const MARKETS = [marketOf(1, BTC, '30000'), marketOf(2, ETH, '2000')];
const way = (fromId: CurrencyId, toId: CurrencyId) => stepsBetween(MARKETS, { fromId, toId, betweenId: USDT }) ?? [];
const terms = (amount: string, fromId: CurrencyId, toId: CurrencyId) =>
  convertTerms(decimal(amount), way(fromId, toId));

describe('a quote', () => {
  it('sells, buys, and goes through USDT where there is no market', () => {
    expect(terms('0.5', BTC, USDT)).toMatchObject({ received: '14967', rate: '29934', spread: '0.22' });
    expect(terms('300', USDT, BTC)).toMatchObject({ received: '0.00997804', spread: '0.22' });
    const crossed = terms('0.5', BTC, ETH);
    expect(crossed?.legs).toMatchObject([
      { side: 'sell', price: '29934', baseAmount: '0.5', quoteAmount: '14967' },
      { side: 'buy', price: '2004.4', baseAmount: '7.46707244', quoteAmount: '14967' },
    ]);
    expect(crossed).toMatchObject({ received: '7.46707244', spread: '0.44' });
    expect(stepsBetween(MARKETS, { fromId: BTC, toId: 9 as CurrencyId, betweenId: USDT })).toBeUndefined();
    expect(terms('0.00000001', USDT, BTC)).toBeUndefined();
  });

  it('rounds each leg down, by less than one step', () => {
    const amount = fc
      .bigInt(1n, 10n ** 13n)
      .map((units) => decimal(`${units / 10n ** 8n}.${`${units % 10n ** 8n}`.padStart(8, '0')}`));
    const coin = fc.constantFrom(USDT, BTC, ETH);
    fc.assert(
      fc.property(amount, coin, coin, (given, fromId, toId) => {
        let left: Decimal = given;
        for (const leg of convertTerms(given, way(fromId, toId))?.legs ?? []) {
          const [paid, received] =
            leg.side === 'sell' ? [leg.baseAmount, leg.quoteAmount] : [leg.quoteAmount, leg.baseAmount];
          expect(paid).toBe(left);
          const worth = (got: Decimal) => (leg.side === 'sell' ? got : multiply(got, leg.price));
          const exact = leg.side === 'sell' ? multiply(paid, leg.price) : paid;
          expect(compare(worth(received), exact)).toBeLessThanOrEqual(0);
          expect(compare(worth(add(received, STEP)), exact)).toBe(1);
          left = received;
        }
      }),
    );
  });

  it('is refused after more than the margin, and until then no better than an order at that moment', () => {
    const live = marketOf(1, BTC, '30000', 1000);
    expect([hasMoved(decimal('30000'), decimal('30030')), hasMoved(decimal('30000'), decimal('29970'))]).toEqual([
      false,
      false,
    ]);
    expect([hasMoved(decimal('30000'), decimal('30030.01')), hasMoved(decimal('30000'), decimal('29969.99'))]).toEqual([
      true,
      true,
    ]);
    expect([spreadOf(MARKETS[0] as ConvertMarket), spreadOf(live)]).toEqual(['0.0022', '0.0032']);
    const quoted = multiply(live.lastPrice, subtract(ONE, spreadOf(live)));
    const lowest = multiply(live.lastPrice, subtract(ONE, MARGIN));
    const sold = multiply(lowest, subtract(ONE, add(live.halfSpread, live.takerFeeRate)));
    expect(compare(quoted, sold)).toBe(-1);
  });
});

it('accepts amounts worth 1 to 50,000 USDT, and calls less than 5 small', () => {
  const check = (amount: string | undefined) =>
    checkConvertAmount(amount === undefined ? undefined : decimal(amount), decimal('2000'));
  const range = { min: '0.0005', max: '25' };
  expect([check('0.0005'), check('25')]).toEqual([undefined, undefined]);
  expect(check(undefined)).toEqual({ code: 'AMOUNT_REQUIRED' });
  expect(check('0.00049999')).toEqual({ code: 'AMOUNT_TOO_SMALL', params: range });
  expect(check('25.00000001')).toEqual({ code: 'AMOUNT_TOO_LARGE', params: range });
  expect(check('1.000000001')).toEqual({ code: 'AMOUNT_PRECISION', params: { places: 8 } });
  const small = (amount: string) => isSmallBalance(decimal(amount), decimal('2000'));
  expect([small('0.00249999'), small('0.0025'), small('0')]).toEqual([true, false, false]);
});

it('takes at most a tenth of what the house has of any currency that it gives', () => {
  const { legs } = terms('0.5', BTC, ETH) ?? { legs: [] };
  expect([...givenByHouse(legs)]).toEqual([
    [USDT, '14967'],
    [ETH, '7.46707244'],
  ]);
  const limit = (usdt: string, eth: string) =>
    houseLimit(decimal('0.5'), legs, (id) => decimal(id === USDT ? usdt : eth));
  expect(limit('149670', '74.6707244')).toBeUndefined();
  expect(limit('149670', '37.3353622')).toBe('0.25');
  expect(limit('74835', '37')).toBe('0.24775439');
});
