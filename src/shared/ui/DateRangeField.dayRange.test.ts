// Days begin and end at midnight UTC in every time zone of the device; an open end is open.
import { describe, expect, it } from 'vitest';
import { ALL_DAYS, boundsOf, dayStartMs, isInOrder } from './DateRangeField.tsx';

const nowMs = Date.UTC(2023, 2, 16, 14, 0, 31);

describe('the bounds', () => {
  it('of all time are open', () => {
    expect(boundsOf(ALL_DAYS, nowMs)).toEqual({});
  });

  it('of the last seven days are today and the six days before', () => {
    expect(boundsOf({ kind: 'last', days: 7 }, nowMs)).toEqual({
      fromMs: Date.UTC(2023, 2, 10),
      untilMs: Date.UTC(2023, 2, 17),
    });
  });

  it('of chosen days include the whole last day', () => {
    const leap = { kind: 'days', from: '2024-02-28', to: '2024-02-29' } as const;
    expect(boundsOf(leap, nowMs)).toEqual({ fromMs: Date.UTC(2024, 1, 28), untilMs: Date.UTC(2024, 2, 1) });
  });

  it.each([
    ['', '2023-03-16', { untilMs: Date.UTC(2023, 2, 17) }],
    ['2023-03-16', '', { fromMs: Date.UTC(2023, 2, 16) }],
    ['16.3.2023', '2023-04-31', {}],
  ])('from %j to %j are open for an invalid day', (from, to, bounds) => {
    expect(boundsOf({ kind: 'days', from, to }, nowMs)).toEqual(bounds);
  });
});

it('a range is in order unless its first day is after its last', () => {
  expect(isInOrder({ from: '2023-03-16', to: '2023-03-16' })).toBe(true);
  expect(isInOrder({ from: '2023-03-17', to: '2023-03-16' })).toBe(false);
  expect(isInOrder({ from: '2023-03-17', to: '' })).toBe(true);
});

it.each(['2023-02-29', '2023-13-01', 'today', '2023-3-1'])('%s is not a day', (text) => {
  expect(dayStartMs(text)).toBeUndefined();
});
