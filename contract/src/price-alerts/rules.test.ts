// Rules of price alerts: which may be set and when one is due, at each limit.
import { describe, expect, it } from 'vitest';
import { decimal as d } from '../money/money.ts';
import {
  alertRestMs,
  changeOf,
  checkAlert,
  checkAlertWaits,
  isAlertReached,
  isPercentKind,
  type AlertKind,
} from './rules.ts';

const MARKET = { pricePrecision: 2 };
const NOW = { price: d('110'), low: d('100'), high: d('200') };
const alert = (kind: AlertKind, value: string | undefined) => ({
  kind,
  value: value === undefined ? undefined : d(value),
});

describe('an alert at a price', () => {
  it.each(['above', 'below'] as const)('%s needs a price that the market can have', (kind) => {
    expect(isPercentKind(kind)).toBe(false);
    expect(checkAlert(alert(kind, '0.01'), MARKET)).toBeUndefined();
    expect(checkAlert(alert(kind, '1000000000000'), MARKET)).toBeUndefined();
    expect(checkAlert(alert(kind, undefined), MARKET)).toEqual({ code: 'PRICE_REQUIRED' });
    expect(checkAlert(alert(kind, '0'), MARKET)).toEqual({ code: 'PRICE_REQUIRED' });
    expect(checkAlert(alert(kind, '0.001'), MARKET)).toEqual({ code: 'PRICE_PRECISION', params: { places: 2 } });
    expect(checkAlert(alert(kind, '1000000000000.01'), MARKET)).toEqual({
      code: 'PRICE_OUT_OF_RANGE',
      params: { max: '1000000000000' },
    });
  });

  it('is due at its price and beyond', () => {
    const due = (kind: AlertKind, value: string) => isAlertReached(alert(kind, value), NOW);
    expect([due('above', '109.99'), due('above', '110'), due('above', '110.01')]).toEqual([true, true, false]);
    expect([due('below', '109.99'), due('below', '110'), due('below', '110.01')]).toEqual([false, true, true]);
    expect(isAlertReached(alert('above', undefined), NOW)).toBe(false);
  });

  it('is refused where its price is reached already', () => {
    expect(checkAlertWaits(alert('above', '110'), NOW)).toEqual({
      code: 'ALERT_PRICE_REACHED',
      params: { price: '110' },
    });
    expect(checkAlertWaits(alert('above', '111'), NOW)).toBeUndefined();
  });
});

describe('an alert at a change', () => {
  it.each(['rise', 'fall'] as const)('%s takes 0.1 to 99 percent with two places', (kind) => {
    const refused = { code: 'ALERT_PERCENT_INVALID', params: { min: '0.1', max: '99' } };
    expect(isPercentKind(kind)).toBe(true);
    for (const right of ['0.1', '1.25', '99']) expect(checkAlert(alert(kind, right), MARKET)).toBeUndefined();
    for (const wrong of [undefined, '0.09', '99.01', '1.001'])
      expect(checkAlert(alert(kind, wrong), MARKET)).toEqual(refused);
  });

  it('is due by the lowest or the highest price of its period', () => {
    const due = (kind: AlertKind, value: string) => isAlertReached(alert(kind, value), NOW);
    expect([due('rise', '10'), due('rise', '10.01')]).toEqual([true, false]);
    expect([due('fall', '45'), due('fall', '45.01')]).toEqual([true, false]);
  });

  it('shows its change in percent, rounded down', () => {
    expect(changeOf('rise', NOW)).toBe('10');
    expect(changeOf('fall', NOW)).toBe('45');
    expect(changeOf('rise', { ...NOW, low: d('90') })).toBe('22.22');
    expect(checkAlertWaits(alert('fall', '45'), NOW)).toEqual({
      code: 'ALERT_CHANGE_REACHED',
      params: { percent: '45' },
    });
  });
});

it('rests for an hour, or for its own period, when it repeats', () => {
  expect([{}, { minutes: 5 }, { minutes: 60 }, { minutes: 1440 }].map((one) => alertRestMs(one as never))).toEqual([
    3_600_000, 3_600_000, 3_600_000, 86_400_000,
  ]);
});
