// Numbers typed or pasted in each language are parsed exactly or rejected, never guessed: by examples, and by parsing
// formatted random values, in the digits of other scripts too.
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { decimal, parseDecimal } from '@halyard/contract/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from './numbers.ts';
import { numeralsOf } from '@halyard/contract/numerals';
import { readDecimal, readTyped, toEditText } from './parse.ts';

/** Zeros of Arabic, Persian, Devanagari, Bengali, Thai, Khmer and full-width digits, and of two mathematical sets. */
const SCRIPT_ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x17e0, 0xff10, 0x1d7ce, 0x1d7d8];
const inScript = (text: string, zero: number) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

describe('reading', () => {
  test.each([
    ['en', '1.5', '1.5'],
    ['en', '1,234.5', '1234.5'],
    ['en', '  28110 ', '28110'],
    ['en', '.5', '0.5'],
    ['en', '5.', '5'],
    ['en', '-0.5', '-0.5'],
    ['en', '\u22125', '-5'],
    ['es', '1,5', '1.5'],
    ['es', '1.234,5', '1234.5'],
    ['es', '1234,5', '1234.5'],
    ['vi', '12.345.678,9', '12345678.9'],
    ['ja', '１２３．５', '123.5'],
    ['zh-Hans', '１，２３４', '1234'],
    ['en', '1 234 567.8', '1234567.8'],
    ['es', '1 234', '1234'],
    ['es', '12.345', '12345'],
    ['vi', '1.500', '1500'],
    ['th-u-ca-gregory-nu-latn', '๑,๒๓๔.๕๖', '1234.56'],
    ['en', '١٬٢٣٤٫٥', '1234.5'],
    ['es', '١٬٢٣٤٫٥', '1234.5'],
    ['ja', '1。5', '1.5'],
    ['en', '\u200e1,234.5\u202c', '1234.5'],
    ['en', '12,345,678,901,234,567,890.123456789012345678', '12345678901234567890.123456789012345678'],
  ])('in %s «%s» is %s', (locale, text, value) => {
    expect(readDecimal(text, locale).value).toBe(value);
  });

  test.each([
    ['en', '1,5'],
    ['en', '1,23,456'],
    ['en', ''],
    ['en', '.'],
    ['en', '-'],
    ['en', '1.2.3'],
    ['en', '1e5'],
    ['en', '0x10'],
    ['en', '12 BTC'],
    ['en', '1.23,4'],
    ['es', '28110.5'],
    ['es', '1,234.5'],
    ['en', '123456789012345678901'],
    ['en', '0.1234567890123456789'],
    ['en', '0,001'],
    ['es', '0.001'],
    ['es', '0.500'],
    ['vi', '0.500'],
    ['vi', '00.500'],
    ['es', '1.500'],
    ['es', '1.678'],
    ['en', '012,345'],
    ['en', '1 5'],
    ['en', '1\t500'],
    ['es', '12\t345'],
    ['en', '1\u2028500'],
    ['en', '1 234,567'],
    ['en', '0.5 BTC'],
    ['en', '$1,234.56'],
  ])('in %s «%s» is not a number', (locale, text) => {
    expect(readDecimal(text, locale).value).toBeUndefined();
  });

  test.each(LANGUAGES)('%s parses every amount that it formats', (language) => {
    const locale = LOCALES[language];
    const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
    fc.assert(
      fc.property(digits(20), digits(18), fc.boolean(), (whole, part, isNegative) => {
        const value = parseDecimal(`${isNegative ? '-' : ''}${whole}.${part}`) ?? decimal('0');
        const text = formatAmount(value, locale, { places: 18, minPlaces: 0 });
        expect(readDecimal(text, locale)).toEqual({ value });
        for (const zero of SCRIPT_ZEROS) expect(readDecimal(inScript(text, zero), locale)).toEqual({ value });
      }),
    );
  });
});

describe('reading typed text', () => {
  test.each([
    ['en', '1,5', '1.5'],
    ['en', '0,001', '0.001'],
    ['es', '27236.5', '27236.5'],
    ['en', '1234,567', '1234.567'],
    ['en', '1,2345', '1.2345'],
    ['en', '1,234.5', '1234.5'],
    ['en', '1,234,567', '1234567'],
    ['es', '1.234,5', '1234.5'],
    ['en', '.5', '0.5'],
    ['en', '5,', '5'],
  ])('in %s «%s» is %s', (locale, text, value) => {
    expect(readTyped(text, locale)).toEqual({ value });
  });

  test.each([
    ['en', '1,234', '1234', '1.234'],
    ['es', '1.678', '1678', '1.678'],
    ['vi', '100.000', '100000', '100'],
  ])('in %s «%s» can be %s or %s', (locale, text, whole, part) => {
    expect(readTyped(text, locale)).toEqual({ refusal: { reason: 'either', readings: { whole, part } } });
  });
});

test('a pasted text below the grouping size of the language has two readings', () => {
  const refusal = { reason: 'either', readings: { whole: '1500', part: '1.5' } };
  expect(readDecimal('1.500', 'es')).toEqual({ refusal });
});

test.each([
  ['five', 'characters'],
  ['1,5', 'unclear'],
  ['123456789012345678901', 'digits'],
])('gives the reason why %s is rejected: %s', (text, reason) => {
  expect(readDecimal(text, 'en')).toEqual({ refusal: { reason } });
});

test('text to edit has the locale’s decimal separator and no group separators', () => {
  expect(toEditText('28110.5', 'es')).toBe('28110,5');
  expect(numeralsOf('vi')).toMatchObject({ decimal: ',', group: '.' });
});
