// What is proved: what people type in each language is read exactly or refused, never guessed, and a field's text
// follows the keys pressed. How: by examples, and by reading back what the formats print for random values.
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { decimal, parseDecimal } from '@halyard/contract/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from './numbers.ts';
import { numeralsOf } from '@halyard/contract/numerals';
import { editDecimalText, parseLocaleDecimal, toEditText } from './parse.ts';

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
    ['en', '12,345,678,901,234,567,890.123456789012345678', '12345678901234567890.123456789012345678'],
  ])('in %s «%s» is %s', (locale, text, value) => {
    expect(parseLocaleDecimal(text, locale)).toBe(value);
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
  ])('in %s «%s» is no number', (locale, text) => {
    expect(parseLocaleDecimal(text, locale)).toBeUndefined();
  });

  test.each(LANGUAGES)('%s reads back every amount it shows', (language) => {
    const locale = LOCALES[language];
    const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
    fc.assert(
      fc.property(digits(20), digits(18), fc.boolean(), (whole, part, isNegative) => {
        const value = parseDecimal(`${isNegative ? '-' : ''}${whole}.${part}`) ?? decimal('0');
        expect(parseLocaleDecimal(formatAmount(value, locale, { places: 18, minPlaces: 0 }), locale)).toBe(value);
      }),
    );
  });
});

describe('typing', () => {
  const type = (keys: string, locale: string) =>
    keys.split('').reduce((text, key) => editDecimalText(text, text + key, locale) ?? text, '');

  test.each([
    ['es', '1,5', '1,5'],
    ['es', '1.5', '1,5'],
    ['en', '1,5', '1.5'],
    ['en', '1.5.6', '1.56'],
    ['en', '12a3', '123'],
    ['en', '-5', '5'],
    ['en', '.5', '.5'],
    ['ja', '１２．５', '12.5'],
  ])('in %s the keys %s make %s', (locale, keys, text) => {
    expect(type(keys, locale)).toBe(text);
  });

  test('a point may be put into the middle of a number', () => {
    expect(editDecimalText('1234', '12,34', 'es')).toBe('12,34');
    expect(editDecimalText('1234', '12.34', 'es')).toBe('12,34');
  });

  test('a pasted number loses its thousands', () => {
    expect(editDecimalText('', '28,110.5', 'en')).toBe('28110.5');
    expect(editDecimalText('', '28.110,5', 'es')).toBe('28110,5');
  });

  test('pasted text that is no number changes nothing', () => {
    expect(editDecimalText('5', 'five', 'en')).toBeUndefined();
    expect(editDecimalText('5', '-28,110.5', 'en')).toBeUndefined();
  });

  test('a digit more than a decimal may have is refused', () => {
    const full = `0.${'1'.repeat(18)}`;
    expect(editDecimalText(full, `${full}1`, 'en')).toBeUndefined();
  });

  test('clearing leaves nothing', () => {
    expect(editDecimalText('5', '', 'en')).toBe('');
  });
});

test('text to edit has the separator of the locale and no thousands', () => {
  expect(toEditText('28110.5', 'es')).toBe('28110,5');
  expect(numeralsOf('vi')).toMatchObject({ decimal: ',', group: '.' });
});
