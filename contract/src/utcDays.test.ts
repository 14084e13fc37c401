// Days of trust products and rebates are UTC dates of 24 hours in every time zone, also on days with a clock change.
import { describe, expect, test } from 'vitest';
import { DAY_MS, dateOf, addDays, startOfDate } from './time.ts';
import { decimal } from './money/money.ts';
import { inTimeZone } from '../testing/timeZone.ts';
import { daysBetween } from './referral/rebates.ts';
import { daysOver, endsOn, interestSchedule, paidAtMs } from './trust/rules.ts';

const TERM = 4;

describe.each([
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
] as const)('in %s, where %s has %i hours', (zone, changing, hours) => {
  inTimeZone(zone);
  const boughtOn = addDays(changing, -2);

  test('the clocks do change', () => {
    // Without a zone it is the machine's own midnight.
    const midnight = (date: string) => new Date(`${date}T00:00`).getTime();
    expect((midnight(addDays(changing, 1)) - midnight(changing)) / 3_600_000).toBe(hours);
  });

  test('dates follow each other by 24 hours', () => {
    expect(new Date(startOfDate(changing)).toISOString()).toBe(`${changing}T00:00:00.000Z`);
    expect(dateOf(startOfDate(changing) - 1)).toBe(addDays(changing, -1));
    expect(dateOf(startOfDate(changing) + DAY_MS - 1)).toBe(changing);
    expect(daysBetween(boughtOn, addDays(changing, 2))).toBe(4);
    expect(endsOn(boughtOn, TERM)).toBe(addDays(changing, TERM - 1));
  });

  test('interest is paid at each midnight, and not a millisecond before it', () => {
    const dates = interestSchedule(boughtOn, decimal('28'), TERM).map(({ date }) => date);
    expect(dates).toEqual([-1, 0, 1, 2].map((days) => addDays(changing, days)));
    for (let over = 1; over <= TERM; over += 1) {
      const atMs = paidAtMs(boughtOn, over);
      expect(new Date(atMs).toISOString()).toBe(`${addDays(boughtOn, over + 1)}T00:00:00.000Z`);
      expect([daysOver(boughtOn, TERM, atMs - 1), daysOver(boughtOn, TERM, atMs)]).toEqual([over - 1, over]);
    }
  });
});
