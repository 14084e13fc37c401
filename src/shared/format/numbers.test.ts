// Numbers keep every digit in all eight languages (twenty before the point, eighteen after), are rounded in the
// direction that their meaning requires, and signs follow the rounded value. Compared with texts written by hand.
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import { decimal } from '@halyard/contract/money';
import { describe, expect, test } from 'vitest';
import {
  directionOf,
  formatAmount,
  formatChange,
  formatCompact,
  formatPnl,
  formatPrice,
  formatQuantity,
  formatRate,
} from './numbers.ts';

const LONG = decimal('12345678901234567890.123456789012345678');
const NBSP = '\u00a0';

const LONG_TEXTS: Record<Language, string> = {
  en: '12,345,678,901,234,567,890.123456789012345678',
  zh: '12,345,678,901,234,567,890.123456789012345678',
  hk: '12,345,678,901,234,567,890.123456789012345678',
  jp: '12,345,678,901,234,567,890.123456789012345678',
  kr: '12,345,678,901,234,567,890.123456789012345678',
  esp: '12.345.678.901.234.567.890,123456789012345678',
  th: '12,345,678,901,234,567,890.123456789012345678',
  vnm: '12.345.678.901.234.567.890,123456789012345678',
};

describe('every language', () => {
  test.each(LANGUAGES)('%s shows a value of 38 digits completely', (language) => {
    expect(formatPrice(LONG, LOCALES[language], 18)).toBe(LONG_TEXTS[language]);
  });

  const changes: Record<Language, string> = {
    en: '+4.12%',
    zh: '+4.12%',
    hk: '+4.12%',
    jp: '+4.12%',
    kr: '+4.12%',
    esp: `+4,12${NBSP}%`,
    th: '+4.12%',
    vnm: '+4,12%',
  };
  test.each(LANGUAGES)('%s shows a change with its sign', (language) => {
    expect(formatChange(decimal('4.12'), LOCALES[language])).toBe(changes[language]);
  });

  const volumes: Record<Language, string> = {
    en: '1.24B',
    zh: '12.38亿',
    hk: '1.24B',
    jp: '12.38億',
    kr: '12.38억',
    esp: `1238${NBSP}M`,
    th: '1.24B',
    vnm: `1,24${NBSP}T`,
  };
  test.each(LANGUAGES)('%s abbreviates a volume in its own way', (language) => {
    expect(formatCompact(decimal('1237654321.5'), LOCALES[language])).toBe(volumes[language]);
  });
});

describe('rounding by meaning', () => {
  test('a price has exactly its market’s decimals, rounded half-even', () => {
    expect(formatPrice(decimal('28110.3'), 'en', 2)).toBe('28,110.30');
    expect(formatPrice(decimal('0.125'), 'en', 2)).toBe('0.12');
    expect(formatPrice(decimal('0.135'), 'en', 2)).toBe('0.14');
  });

  test('a quantity is never rounded up', () => {
    expect(formatQuantity(decimal('0.99999999'), 'en', 4)).toBe('0.9999');
  });

  test('an amount never exceeds the balance and drops unneeded zeros', () => {
    expect(formatAmount(decimal('12480.369'), 'en', { places: 2 })).toBe('12,480.36');
    expect(formatAmount(decimal('0.0125'), 'en', { places: 8 })).toBe('0.0125');
    expect(formatAmount(decimal('5'), 'en', { places: 8 })).toBe('5.00');
    expect(formatAmount(decimal('5'), 'en', { places: 0 })).toBe('5');
    expect(formatAmount(decimal('100000000000000000.000000000000000001'), 'en', { places: 18 })).toBe(
      '100,000,000,000,000,000.000000000000000001',
    );
  });

  test('profit and loss have a sign, zero has none', () => {
    expect(formatPnl(decimal('182.09'), 'en', 2)).toBe('+182.09');
    expect(formatPnl(decimal('-182.09'), 'en', 2)).toBe('-182.09');
    expect(formatPnl(decimal('0'), 'en', 2)).toBe('0.00');
    expect(formatPnl(decimal('-0.001'), 'en', 2)).toBe('0.00');
  });

  test('a change is rounded as a percentage, not as a fraction', () => {
    expect(formatChange(decimal('-1.065'), 'en')).toBe('-1.06%');
    expect(formatChange(decimal('0.004'), 'en')).toBe('0.00%');
    expect(formatChange(decimal('1234567.89'), 'en')).toBe('+1,234,567.89%');
  });

  test('a fee rate is shown in percent with its own decimals', () => {
    expect(formatRate(decimal('0.001'), 'en')).toBe('0.1%');
    expect(formatRate(decimal('0.000755'), 'en')).toBe('0.0755%');
    expect(formatRate(decimal('0.001'), 'es')).toBe(`0,1${NBSP}%`);
  });
});

test('the direction of a value is the decimal’s sign, also where a float would be zero', () => {
  expect(directionOf(decimal('0.000000000000000001'))).toBe('up');
  expect(directionOf(decimal('-0.000000000000000001'))).toBe('down');
  expect(directionOf(decimal('0'))).toBe('flat');
});
