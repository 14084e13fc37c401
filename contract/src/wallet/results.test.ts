// Tax events of changes of owned amounts, and their gains.
import { describe, expect, it } from 'vitest';
import { decimal as d, ZERO } from '../money/money.ts';
import type { CostStep } from './cost.ts';
import { taxEventOf } from './results.ts';

function step(change: Partial<CostStep>): CostStep {
  return { currency: 'BTC', amount: d('1'), value: d('100'), cost: ZERO, isTraded: false, ...change } as CostStep;
}

describe('a trade', () => {
  it('disposes of the coin that is given away', () => {
    const sold = step({ amount: d('-2'), value: d('150'), cost: d('120'), isTraded: true });
    expect(taxEventOf('spot_fill', sold, ZERO)).toEqual({
      event: 'disposal',
      currency: 'BTC',
      amount: '-2',
      proceeds: '150',
      cost: '120',
      gain: '30',
      basis: '0',
    });
  });

  it('has no known gain without a cost', () => {
    const sold = step({ amount: d('-2'), value: d('150'), cost: null, isTraded: true });
    expect(taxEventOf('spot_fill', sold, ZERO)).toMatchObject({ proceeds: '150', cost: null, gain: null });
    const given = step({ amount: d('-2'), value: null, cost: d('120'), isTraded: true });
    expect(taxEventOf('spot_fill', given, ZERO)).toMatchObject({ proceeds: null, cost: '120', gain: null });
  });

  it('is no event for spent USDT, nor for a bought coin', () => {
    expect(taxEventOf('spot_fill', step({ currency: 'USDT', amount: d('-5'), isTraded: true }), ZERO)).toBeUndefined();
    expect(taxEventOf('spot_fill', step({ isTraded: true }), ZERO)).toBeUndefined();
  });

  it('records the cost of an allotted coin', () => {
    expect(taxEventOf('subscription_allot', step({ isTraded: true }), ZERO)).toEqual({
      event: 'new_coin',
      currency: 'BTC',
      amount: '1',
      proceeds: '0',
      cost: '0',
      gain: '0',
      basis: '100',
    });
  });
});

describe('other changes', () => {
  it.each([
    ['trust_interest', 'income'],
    ['rebate_pay', 'income'],
    ['option_win', 'option_result'],
    ['option_lose', 'option_result'],
    ['option_tie', 'option_result'],
    ['option_void', 'option_result'],
    ['contract_close', 'contract_result'],
    ['contract_liquidation', 'contract_result'],
    ['contract_fee', 'fee'],
    ['contract_overnight', 'fee'],
    ['trust_redeem', 'fee'],
  ] as const)('%s is %s', (kind, event) => {
    expect(taxEventOf(kind, step({}), ZERO)?.event).toBe(event);
  });

  it('are no events when the user only moves money', () => {
    expect(taxEventOf('transfer', step({}), ZERO)).toBeUndefined();
  });

  it('give received coins their value as cost, and outgoing ones no value', () => {
    expect(taxEventOf('trust_interest', step({ value: d('7') }), ZERO)).toMatchObject({ basis: '7', gain: '7' });
    const paid = step({ amount: d('-1'), value: ZERO, cost: d('90') });
    expect(taxEventOf('contract_fee', paid, ZERO)).toMatchObject({ basis: '0', gain: '-90' });
  });
});

describe('a withdrawal', () => {
  const paidOut = step({ amount: d('-10'), value: ZERO, cost: d('500') });

  it('spends its fee, at its share of the cost', () => {
    expect(taxEventOf('withdraw_settle', paidOut, d('2'))).toEqual({
      event: 'fee',
      currency: 'BTC',
      amount: '-2',
      proceeds: '0',
      cost: '100',
      gain: '-100',
      basis: '0',
    });
  });

  it('is no event without a fee, and has no gain without a cost', () => {
    expect(taxEventOf('withdraw_settle', paidOut, ZERO)).toBeUndefined();
    expect(taxEventOf('withdraw_settle', { ...paidOut, cost: null }, d('2'))).toMatchObject({ cost: null, gain: null });
  });
});
