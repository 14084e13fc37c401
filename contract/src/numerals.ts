/**
 * Separators and short names of numbers in the eight languages (CLDR 44). They are written out because the first number
 * of `Intl` takes a phone 60 to 200 ms, in the middle of the first visit; property tests compare every text with
 * `Intl`.
 */
import { LANGUAGES, LOCALES, type Language } from './languages.ts';

/** A name for a power of ten: numbers of `from` zeros and more are shown in units of `unit` zeros. */
export type ShortName = { readonly from: number; readonly unit: number; readonly name: string };

export type Numerals = {
  /** Decimal separator. */
  readonly decimal: string;
  /** Thousands separator. */
  readonly group: string;
  /** Numbers of fewer digits are not grouped. */
  readonly groupedFrom: number;
  readonly percent: string;
  /** The largest first. */
  readonly shortNames: readonly ShortName[];
};

const NBSP = '\u00a0';

const named = (from: number, name: string, unit = from): ShortName => ({ from, unit, name });
const LETTERS = [named(12, 'T'), named(9, 'B'), named(6, 'M'), named(3, 'K')];

const WITH_POINT: Numerals = { decimal: '.', group: ',', groupedFrom: 4, percent: '%', shortNames: LETTERS };
const WITH_COMMA: Numerals = { ...WITH_POINT, decimal: ',', group: '.' };

const NUMERALS: Readonly<Record<Language, Numerals>> = {
  en: WITH_POINT,
  zh: { ...WITH_POINT, shortNames: [named(12, '万亿'), named(8, '亿'), named(4, '万')] },
  hk: WITH_POINT,
  jp: { ...WITH_POINT, shortNames: [named(16, '京'), named(12, '兆'), named(8, '億'), named(4, '万')] },
  kr: { ...WITH_POINT, shortNames: [named(12, '조'), named(8, '억'), named(4, '만'), named(3, '천')] },
  esp: {
    ...WITH_COMMA,
    groupedFrom: 5,
    percent: `${NBSP}%`,
    shortNames: [
      named(12, `${NBSP}B`),
      named(10, `${NBSP}mil${NBSP}M`, 9),
      named(6, `${NBSP}M`),
      named(3, `${NBSP}mil`),
    ],
  },
  th: WITH_POINT,
  vnm: {
    ...WITH_COMMA,
    shortNames: [named(12, `${NBSP}NT`), named(9, `${NBSP}T`), named(6, `${NBSP}Tr`), named(3, `${NBSP}N`)],
  },
};

const OF_LOCALE = new Map(LANGUAGES.map((language) => [LOCALES[language], NUMERALS[language]]));

/** The numerals of one of `LOCALES`; English ones for any other. */
export function numeralsOf(locale: string): Numerals {
  return OF_LOCALE.get(locale) ?? NUMERALS.en;
}

/**
 * Plain digits (`-1234.50`) with a language's separators. `groupedFrom`: the number of digits from which the whole part
 * is grouped; the language's own by default.
 */
export function withMarks(plain: string, numerals: Numerals, groupedFrom = numerals.groupedFrom): string {
  const sign = plain.startsWith('-') ? '-' : '';
  const point = plain.indexOf('.');
  const whole = plain.slice(sign.length, point < 0 ? undefined : point);
  const part = point < 0 ? '' : numerals.decimal + plain.slice(point + 1);
  return sign + (whole.length < groupedFrom ? whole : inThousands(whole, numerals.group)) + part;
}

/** A plain percentage (`4.12`) with a language's separators and percent sign. */
export function withPercent(plain: string, numerals: Numerals): string {
  return withMarks(plain, numerals) + numerals.percent;
}

function inThousands(whole: string, group: string): string {
  let text = whole.slice(-3);
  for (let end = whole.length - 3; end > 0; end -= 3) text = whole.slice(Math.max(0, end - 3), end) + group + text;
  return text;
}
