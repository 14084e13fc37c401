// Arithmetic of an offering: amounts and units, the smallest order, interest of the lock, and the estimates of its
// pages.
import { describe, expect, it } from 'vitest';
import { decimal as d } from '../money/money.ts';
import {
  checkSubscription,
  claimOf,
  coinsNeeded,
  coinsOf,
  coinUnits,
  demandOf,
  coinsOfOrder,
  estimateCoins,
  expectedCoins,
  filledPercent,
  interestOf,
  leastAmount,
  moneyOf,
  overRatioOf,
  partsOf,
  unitPartsOf,
} from './terms.ts';
import { participantOf, verifyAllotment } from './verifyAllotment.ts';

const TERMS = {
  unitPlaces: 2,
  price: d('0.5'),
  supply: d('1000'),
  minCoins: d('10'),
  userCap: null,
  interestRate: d('1.5'),
};

it('counts amounts in whole parts and coins in whole units', () => {
  expect(unitPartsOf(TERMS)).toBe(500_000n);
  expect(partsOf(d('1.5'))).toBe(150_000_000n);
  expect(moneyOf(150_000_000n)).toBe('1.5');
  expect(coinUnits(d('1.239'), TERMS)).toBe(123n);
  expect(coinsOf(123n, TERMS)).toBe('1.23');
  expect([demandOf(d('1'), TERMS), demandOf(d('1.00499999'), TERMS)]).toEqual([200n, 200n]);
});

describe('an order', () => {
  it('pays for the least coins, rounded up', () => {
    expect(leastAmount(TERMS)).toBe('5');
    expect(leastAmount({ minCoins: d('0.000000001'), price: d('1') })).toBe('0.00000001');
  });

  it.each([
    [undefined, { code: 'AMOUNT_REQUIRED' }],
    ['0', { code: 'AMOUNT_REQUIRED' }],
    ['4.99', { code: 'AMOUNT_TOO_SMALL', params: { min: '5' } }],
    ['5', undefined],
    ['5.00000001', undefined],
    ['5.000000001', { code: 'AMOUNT_PRECISION', params: { places: 8 } }],
  ])('of %s', (amount, fault) => {
    expect(checkSubscription(amount === undefined ? undefined : d(amount), TERMS)).toEqual(fault);
  });
});

it('adds interest in whole units, and makes the house hold supply and interest', () => {
  expect(interestOf(d('99.99'), TERMS)).toBe('1.49');
  expect(coinsNeeded(TERMS)).toBe('1015');
});

it('shows how often the supply is subscribed, and how much of an order is allotted', () => {
  expect(overRatioOf(d('333.33'), TERMS)).toBe('0.6666');
  expect([filledPercent(d('0.5')), filledPercent(d('1')), filledPercent(d('3'))]).toEqual(['100', '100', '33']);
});

describe('an estimate', () => {
  it('is the own share of the supply', () => {
    expect(estimateCoins(100_000n, 300_000n, TERMS)).toBe('250');
    expect(estimateCoins(100n, 0n, TERMS)).toBe('1');
  });

  it('is no more than the cap', () => {
    const capped = { ...TERMS, userCap: d('20') };
    expect(estimateCoins(100_000n, 300_000n, capped)).toBe('20');
    expect([claimOf(7n, TERMS), claimOf(7n, capped)]).toEqual([
      { demand: 7n, cap: undefined },
      { demand: 7n, cap: 2000n },
    ]);
  });
});

describe('a published allotment', () => {
  const name = (id: number) => participantOf('salt', id);
  const file = (...rows: readonly string[]) => ['row,participant,demand,cap,units', ...rows, ''].join('\r\n');
  const rows = [`1,${name(1)},30,,7`, `2,${name(2)},10,2,2`, `3,${name(3)},4,,1`];

  it('recomputes from its file', () => {
    expect(verifyAllotment(file(...rows), 10n)).toEqual({
      participants: 3,
      demand: 44n,
      given: 10n,
      wrongRow: undefined,
    });
    expect(name(1)).toMatch(/^[0-9a-f]{64}$/);
    expect(name(1)).not.toBe(name(2));
  });

  it('names the first wrong row', () => {
    expect(verifyAllotment(file(rows[0] ?? '', `2,${name(2)},10,2,1`, `3,${name(3)},4,,2`), 10n)?.wrongRow).toBe(2);
    expect(verifyAllotment(file(`1,${name(1)},30,,6`, ...rows.slice(1)), 10n)?.wrongRow).toBe(1);
    // A cap of zero is a cap.
    expect(verifyAllotment(file(`1,${name(1)},30,0,1`, `2,${name(2)},10,,9`), 10n)?.wrongRow).toBe(1);
  });

  it.each([
    ['without its head', rows.join('\r\n')],
    ['with another head', file(...rows).replace('row', 'place')],
    ['without a row', file(rows[0] ?? '', rows[2] ?? '')],
    ['with a row that cannot be read', file(`1,${name(1)},x,,7`)],
    ['with more behind a row', file(`1,${name(1)},30,,7,8`)],
  ])('refuses a file with %s', (_title, text) => {
    expect(verifyAllotment(text, 10n)).toBeUndefined();
  });
});

describe('coins to expect', () => {
  const capped = { ...TERMS, userCap: d('150') };

  it.each([
    // Of 2,000 coins asked for, half are given; of 4,000, a quarter.
    ['100', '1000', TERMS, { least: '50', most: '100' }],
    // The cap concerns the earlier 60 with the new 40, and its excess goes to the others.
    ['100', '400', capped, { least: '125', most: '150' }],
    ['100', '150', capped, { least: '150', most: '150' }],
    // An own order that the total does not have yet.
    ['100', '60', TERMS, { least: '200', most: '200' }],
  ] as const)('of %s among %s', (own, all, terms, expected) => {
    expect(expectedCoins(d(own), d(all), terms)).toEqual(expected);
  });

  it('are divided over the orders of a user', () => {
    const amounts = [d('60'), d('40')];
    const parts = amounts.map((_amount, place) => coinsOfOrder(d('150'), amounts, place, capped));
    expect(parts).toEqual(['90', '60']);
  });
});
