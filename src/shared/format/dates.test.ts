// What is proved: moments are shown with 24 hours and Gregorian years in every language, in UTC where the exchange counts by it.
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoment } from './dates.ts';

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

test.each(LANGUAGES)('%s has times of day as Intl writes them, in both zones', (language) => {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  const zones = fc.constantFrom('local' as const, 'utc' as const);
  fc.assert(
    fc.property(moments, zones, (at, zone) => {
      const options = { ...clock, timeZone: zone === 'utc' ? 'UTC' : undefined };
      const locale = LOCALES[language];
      expect(formatMoment(at.getTime(), locale, 'minute', zone)).toBe(
        new Intl.DateTimeFormat(locale, options).format(at),
      );
      expect(formatMoment(at.getTime(), locale, 'second', zone)).toBe(
        new Intl.DateTimeFormat(locale, { ...options, second: '2-digit' }).format(at),
      );
    }),
    { numRuns: 50 },
  );
});

test('midnight is hour 00, not 24', () => {
  expect(formatMoment(Date.UTC(2023, 2, 16), 'en', 'minute', 'utc')).toBe('00:00');
});
