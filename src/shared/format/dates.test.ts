// Moments have 24 hours and Gregorian years in every language, are in UTC where the server counts in UTC, and equal
// `Intl`'s formats in all styles. Random moments, compared with the formats of the engine that runs the test.
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoment, type MomentStyle } from './dates.ts';

const AT_MS = Date.UTC(2023, 2, 16, 0, 53, 20);

const TEXTS: Record<Language, string> = {
  en: 'Mar 16, 2023, 00:53:20',
  zh: '2023年3月16日 00:53:20',
  hk: '2023年3月16日 00:53:20',
  jp: '2023年3月16日 00:53:20',
  kr: '2023년 3월 16일 00:53:20',
  esp: '16 mar 2023, 00:53:20',
  th: '16 มี.ค. 2023 00:53:20',
  vnm: '00:53:20 16 thg 3, 2023',
};

test.each(LANGUAGES)('%s shows the whole moment', (language) => {
  expect(formatMoment(AT_MS, LOCALES[language], 'dateSecond', 'utc')).toBe(TEXTS[language]);
});

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const BY_INTL = {
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
  date: DATE,
  dayMinute: { day: 'numeric', month: 'short', ...CLOCK },
  daySecond: { day: 'numeric', month: 'short', ...CLOCK, second: '2-digit' },
  dateMinute: { ...DATE, ...CLOCK },
  dateSecond: { ...DATE, ...CLOCK, second: '2-digit' },
  minute: CLOCK,
  second: { ...CLOCK, second: '2-digit' },
} as const satisfies Record<MomentStyle, Intl.DateTimeFormatOptions>;

const ALL = LANGUAGES.flatMap((language) =>
  Object.keys(BY_INTL).map((style) => [language, style as MomentStyle] as const),
);

test.each(ALL)('%s formats the style %s as Intl does, in both zones', (language, style) => {
  const locale = LOCALES[language];
  const local = new Intl.DateTimeFormat(locale, BY_INTL[style]);
  const utc = new Intl.DateTimeFormat(locale, { ...BY_INTL[style], timeZone: 'UTC' });
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (at) => {
      expect(formatMoment(at.getTime(), locale, style)).toBe(local.format(at));
      expect(formatMoment(at.getTime(), locale, style, 'utc')).toBe(utc.format(at));
    }),
    { numRuns: 60 },
  );
});

test('midnight is hour 00, not 24', () => {
  expect(formatMoment(Date.UTC(2023, 2, 16), 'en', 'minute', 'utc')).toBe('00:00');
});
