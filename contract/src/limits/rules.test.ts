// Fee groups at their borders, and which terms are worse for some user, so that they need notice.
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { feeGroupNumber, isWorse, limitsOf, ratesOfGroup, type LevelLimits, type LimitTerms } from './rules.ts';

const group = (volume: string, maker: string, taker: string) => ({
  volume: decimal(volume),
  maker: decimal(maker),
  taker: decimal(taker),
});
const GROUPS = [group('0', '1', '1'), group('1000', '0.9', '0.95'), group('5000', '0', '0.5')];
const EVERY: LevelLimits = { openOrders: 200, exposure: null, withdrawalsPerDay: 10 };
const TERMS: LimitTerms = { levels: { none: EVERY, basic: EVERY, advanced: EVERY }, groups: GROUPS };
const withGroups = (...groups: LimitTerms['groups']): LimitTerms => ({ ...TERMS, groups });
const withBasic = (change: Partial<LimitTerms['levels']['basic']>): LimitTerms => ({
  ...TERMS,
  levels: { ...TERMS.levels, basic: { ...TERMS.levels.basic, ...change } },
});

it.each([
  ['0', 1],
  ['999.999999999999999999', 1],
  ['1000', 2],
  ['5000', 3],
  ['1000000000', 3],
])('a volume of %s is in group %i', (volume, number) => {
  expect(feeGroupNumber(GROUPS, decimal(volume))).toBe(number);
});

it('a group pays exact shares of the rates of a market', () => {
  const market = { makerFeeRate: decimal('0.00033'), takerFeeRate: decimal('0.00101') };
  expect(ratesOfGroup(market, group('0', '0.9', '0.95'))).toEqual({
    makerFeeRate: '0.000297',
    takerFeeRate: '0.0009595',
  });
});

describe('a user', () => {
  const level = { openOrders: 200, exposure: decimal('500'), withdrawalsPerDay: 3 };
  it('has the higher one of the limits of the level and the granted ones', () => {
    expect(limitsOf(level, { openOrders: 100, exposure: decimal('900'), withdrawalsPerDay: 5 })).toEqual({
      openOrders: 200,
      exposure: '900',
      withdrawalsPerDay: 5,
    });
    expect(limitsOf(level, {})).toEqual(level);
    expect(limitsOf({ ...level, exposure: null }, { exposure: decimal('900') }).exposure).toBeNull();
  });
});

describe('terms are worse', () => {
  it.each([
    ['a lower number of withdrawals', withBasic({ withdrawalsPerDay: 2 })],
    ['a lower number of orders', withBasic({ openOrders: 199 })],
    ['a limit where there was none', withBasic({ exposure: decimal('1000000') })],
    ['a dearer group', withGroups(group('0', '1', '1'), group('1000', '0.9', '0.96'), group('5000', '0', '0.5'))],
    [
      'a group that begins later',
      withGroups(group('0', '1', '1'), group('1001', '0.9', '0.95'), group('5000', '0', '0.5')),
    ],
    ['a group less', withGroups(group('0', '1', '1'), group('1000', '0.9', '0.95'))],
    [
      'a group between that is dearer',
      withGroups(...GROUPS.slice(0, 2), group('4000', '1', '0.5'), group('5000', '0', '0.5')),
    ],
  ])('with %s', (_name, next) => {
    expect(isWorse(next, TERMS)).toBe(true);
  });
  it.each([
    ['the same', TERMS],
    ['higher limits', withBasic({ withdrawalsPerDay: 10, openOrders: 500 })],
    ['cheaper and earlier groups', withGroups(group('0', '0.9', '0.95'), group('4000', '0', '0.5'))],
  ])('not with %s', (_name, next) => {
    expect(isWorse(next, TERMS)).toBe(false);
  });
});
