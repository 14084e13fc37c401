/**
 * Date formats of the eight languages (CLDR 44, medium). Written out for the reason given in the contract's
 * `numerals.ts`: the first date that `Intl` formats takes a phone 60 ms. A property test compares every text with that
 * of `Intl`.
 */
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';

export type Calendar = {
  /** January first, as written in a date. */
  readonly months: readonly string[];
  /** D, M and Y are placeholders of day, month and year. */
  readonly patterns: { readonly day: string; readonly month: string; readonly year: string; readonly date: string };
  /** Joins a date and a time of day. */
  readonly join: (date: string, time: string) => string;
};

const NUMBERS = Array.from({ length: 12 }, (_, month) => String(month + 1));
const DAY_FIRST = { day: 'D M', month: 'M Y', year: 'Y', date: 'D M Y' };

const HAN: Calendar = {
  months: NUMBERS,
  patterns: { day: 'M月D日', month: 'Y年M月', year: 'Y年', date: 'Y年M月D日' },
  join: (date, time) => `${date} ${time}`,
};

const CALENDARS: Readonly<Record<Language, Calendar>> = {
  en: {
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    patterns: { day: 'M D', month: 'M Y', year: 'Y', date: 'M D, Y' },
    join: (date, time) => `${date}, ${time}`,
  },
  zh: HAN,
  hk: HAN,
  jp: HAN,
  kr: { ...HAN, patterns: { day: 'M월 D일', month: 'Y년 M월', year: 'Y년', date: 'Y년 M월 D일' } },
  esp: {
    months: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'],
    patterns: DAY_FIRST,
    join: (date, time) => `${date}, ${time}`,
  },
  th: {
    months: ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.'],
    patterns: DAY_FIRST,
    join: (date, time) => `${date} ${time}`,
  },
  vnm: {
    months: NUMBERS,
    patterns: { day: 'D thg M', month: 'thg M Y', year: 'Y', date: 'D thg M, Y' },
    join: (date, time) => `${time} ${date}`,
  },
};

const OF_LOCALE = new Map(LANGUAGES.map((language) => [LOCALES[language], CALENDARS[language]]));

/** Calendar of one of `LOCALES`; the English one for any other. */
export function calendarOf(locale: string): Calendar {
  return OF_LOCALE.get(locale) ?? CALENDARS.en;
}
