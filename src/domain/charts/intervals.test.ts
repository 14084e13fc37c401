// When candles close, and how the remaining time is shown.
import { describe, expect, it } from 'vitest';
import { countdownText } from '../../shared/time/countdownText.ts';
import { closesAtMs, INTERVALS } from './intervals.ts';

describe('intervals', () => {
  it('are the eight standard ones, plus a quarter, 4 and 12 hours', () => {
    const minutes = ['1min', '5min', '15min', '30min', '60min'];
    const ids = ['line', ...minutes, '4hour', '12hour', '1day', '1week', '1mon'];
    expect(INTERVALS.map(({ id }) => id)).toEqual(ids);
  });

  it('close after their length, months at the end of the calendar month', () => {
    const opened = Date.UTC(2024, 1, 1);
    expect(closesAtMs('5min', opened)).toBe(opened + 300_000);
    expect(closesAtMs('12hour', opened)).toBe(opened + 43_200_000);
    expect(closesAtMs('1mon', opened)).toBe(Date.UTC(2024, 2, 1));
    expect(closesAtMs('1mon', Date.UTC(2024, 11, 1))).toBe(Date.UTC(2025, 0, 1));
  });

  it.each([
    [0, '00:00'],
    [-5000, '00:00'],
    [61_000, '01:01'],
    [3_661_000, '01:01:01'],
    [90_061_000, '1d 01:01'],
  ])('shows %i ms as %s', (leftMs, text) => {
    expect(countdownText(leftMs)).toBe(text);
  });
});
