// Dates of recurring buys: hand-made ones at the ends of months, and the rules that hold for every schedule.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { datesUntil, isSchedule, nextDateMs, shiftDay, type Schedule } from './schedule.ts';

const next = (schedule: Schedule, after: string) => new Date(nextDateMs(schedule, Date.parse(after))).toISOString();
const hour = fc.integer({ min: 0, max: 23 });
const SCHEDULES = fc.oneof(
  fc.record({ every: fc.constant('day' as const), day: fc.constant(null), hour }),
  fc.record({ every: fc.constant('week' as const), day: fc.integer({ min: 1, max: 7 }), hour }),
  fc.record({ every: fc.constant('month' as const), day: fc.integer({ min: 1, max: 31 }), hour }),
);
const INSTANTS = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2101, 0, 1) });
const LONGEST = { day: 1, week: 7, month: 31 } as const;

describe('the next date', () => {
  it.each<[Schedule, string, string]>([
    [{ every: 'day', day: null, hour: 9 }, '2026-12-01T08:59:59.999Z', '2026-12-01T09:00:00.000Z'],
    [{ every: 'day', day: null, hour: 9 }, '2026-12-01T09:00:00.000Z', '2026-12-02T09:00:00.000Z'],
    [{ every: 'day', day: null, hour: 0 }, '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    // 2026-12-01 is a Tuesday.
    [{ every: 'week', day: 2, hour: 9 }, '2026-12-01T08:00:00.000Z', '2026-12-01T09:00:00.000Z'],
    [{ every: 'week', day: 2, hour: 9 }, '2026-12-01T09:00:00.000Z', '2026-12-08T09:00:00.000Z'],
    [{ every: 'week', day: 7, hour: 23 }, '2026-12-01T09:00:00.000Z', '2026-12-06T23:00:00.000Z'],
    [{ every: 'week', day: 1, hour: 0 }, '2026-12-06T23:59:00.000Z', '2026-12-07T00:00:00.000Z'],
    [{ every: 'month', day: 31, hour: 9 }, '2027-01-31T09:00:00.000Z', '2027-02-28T09:00:00.000Z'],
    [{ every: 'month', day: 31, hour: 9 }, '2027-02-28T09:00:00.000Z', '2027-03-31T09:00:00.000Z'],
    [{ every: 'month', day: 30, hour: 9 }, '2028-01-30T09:00:00.000Z', '2028-02-29T09:00:00.000Z'],
    [{ every: 'month', day: 1, hour: 0 }, '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ])('of %j after %s is %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });

  it('is later, a full hour of its day, and never further than the interval', () => {
    fc.assert(
      fc.property(SCHEDULES, INSTANTS, (schedule, after) => {
        const at = nextDateMs(schedule, after);
        const date = new Date(at);
        const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
        expect(at).toBeGreaterThan(after);
        expect(at - after).toBeLessThanOrEqual(LONGEST[schedule.every] * DAY_MS);
        expect([at % HOUR_MS, date.getUTCHours()]).toEqual([0, schedule.hour]);
        if (schedule.every === 'week') expect(date.getUTCDay()).toBe(schedule.day % 7);
        if (schedule.every === 'month') expect(date.getUTCDate()).toBe(Math.min(schedule.day, last));
      }),
    );
  });

  it('skips none: no date lies between two that follow each other', () => {
    fc.assert(
      fc.property(
        SCHEDULES,
        INSTANTS,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (of, after, part) => {
          const first = nextDateMs(of, after);
          const second = nextDateMs(of, first);
          expect(nextDateMs(of, first + Math.floor((second - first) * part))).toBe(second);
        },
      ),
    );
  });
});

describe('missed dates', () => {
  it('are all those until now, the oldest first', () => {
    const daily = { every: 'day', day: null, hour: 9 } as const;
    const [first, now] = [Date.parse('2026-12-01T09:00:00.000Z'), Date.parse('2026-12-04T08:00:00.000Z')];
    expect(datesUntil(daily, first, now)).toEqual([first, first + DAY_MS, first + 2 * DAY_MS]);
    expect(datesUntil(daily, first, first)).toEqual([first]);
  });
});

describe('a schedule', () => {
  it.each<[Schedule, boolean]>([
    [{ every: 'day', day: null, hour: 0 }, true],
    [{ every: 'day', day: 1, hour: 0 }, false],
    [{ every: 'day', day: null, hour: 24 }, false],
    [{ every: 'week', day: null, hour: 0 }, false],
    [{ every: 'week', day: 7, hour: 23 }, true],
    [{ every: 'week', day: 8, hour: 23 }, false],
    [{ every: 'month', day: 31, hour: 23 }, true],
    [{ every: 'month', day: 0, hour: 23 }, false],
  ])('%j is valid: %s', (schedule, expected) => {
    expect(isSchedule(schedule)).toBe(expected);
  });
});

describe('a day in another time zone', () => {
  it('moves over the end of the week and of the month, and back', () => {
    expect([shiftDay('week', 1, -1), shiftDay('month', 1, -1), shiftDay('month', 31, 1)]).toEqual([7, 31, 1]);
    fc.assert(
      fc.property(SCHEDULES, fc.constantFrom(-1, 0, 1), ({ every, day }, by) => {
        expect(shiftDay(every, shiftDay(every, day ?? 1, by), -by)).toBe(day ?? 1);
      }),
    );
  });
});
