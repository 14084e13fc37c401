// In all eight languages prices, profits, changes, shares and abbreviated numbers equal `Intl`'s, up to 20 digits
// before the point and 18 after. Random decimals, compared with the formats of the engine that runs the test.
import fc from 'fast-check';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { decimal, multiply, negate, parseDecimal, type Decimal } from '@halyard/contract/money';
import { describe, expect, test } from 'vitest';
import { formatChange, formatCompact, formatPnl, formatPrice, formatShare } from './numbers.ts';
import { numeralsOf, withMarks } from '@halyard/contract/numerals';

// Four digits, at most two of them decimals.
const SHORT = {
  notation: 'compact',
  maximumFractionDigits: 2,
  maximumSignificantDigits: 4,
  roundingPriority: 'lessPrecision',
} as const;

const HUNDREDTH = decimal('0.01');

/** Decimals with this many digits before and after the point, of both signs. */
const decimals = (wholeMax: number, placesMax: number) =>
  fc
    .tuple(
      fc.boolean(),
      fc.stringMatching(new RegExp(`^(0|[1-9]\\d{0,${wholeMax - 1}})$`)),
      fc.stringMatching(new RegExp(`^\\d{0,${placesMax}}$`)),
    )
    .map(([isNegative, whole, part]) => {
      const size = parseDecimal(part === '' ? whole : `${whole}.${part}`) ?? decimal('0');
      return isNegative ? negate(size) : size;
    });

/** `Intl`'s text, with our rounding. Zero never has a sign. */
function byIntl(locale: string, options: Intl.NumberFormatOptions): (value: Decimal) => string {
  const format = new Intl.NumberFormat(locale, {
    ...options,
    roundingMode: 'halfEven',
    signDisplay: options.signDisplay ?? 'negative',
  } as object);
  return (value) => format.format(value as Intl.StringNumericLiteral);
}

const places = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });

describe.each(LANGUAGES)('%s', (language) => {
  const locale = LOCALES[language];

  test('has prices and profits as Intl formats them', () => {
    fc.assert(
      fc.property(decimals(20, 18), fc.nat({ max: 18 }), (value, count) => {
        expect(formatPrice(value, locale, count)).toBe(byIntl(locale, places(count))(value));
        expect(formatPnl(value, locale, count)).toBe(
          byIntl(locale, { ...places(count), signDisplay: 'exceptZero' })(value),
        );
      }),
    );
  });

  test('has changes and shares as Intl formats them', () => {
    const change = byIntl(locale, { ...places(2), style: 'percent', signDisplay: 'exceptZero' });
    const share = new Intl.NumberFormat(locale, { style: 'percent' });
    fc.assert(
      fc.property(decimals(9, 6), fc.nat({ max: 100_000 }), (percent, whole) => {
        expect(formatChange(percent, locale)).toBe(change(multiply(percent, HUNDREDTH)));
        expect(formatShare(whole, locale)).toBe(share.format(whole / 100));
      }),
    );
  });

  test('has abbreviated numbers as Intl formats them', () => {
    const short = byIntl(locale, SHORT);
    // Newer CLDR data has a name for 10^16 in Japanese that older engines lack; no market has such a volume.
    fc.assert(
      fc.property(decimals(16, 6), (value) => {
        expect(formatCompact(value, locale)).toBe(short(value));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    '999.994',
    '999.995',
    '999994',
    '999995',
    '999999.99',
    '9999.99',
    '99999999',
    '9999999999',
    '99999999999',
    '999999999999',
  ])('has %s abbreviated as Intl does, next to where a unit begins', (text) => {
    const short = byIntl(locale, SHORT);
    expect(formatCompact(decimal(text), locale)).toBe(short(decimal(text)));
  });

  test('has Intl’s separators', () => {
    const parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.5);
    const find = (type: string) => parts.find((part) => part.type === type)?.value;
    expect(numeralsOf(locale)).toMatchObject({ decimal: find('decimal'), group: find('group') });
  });
});

test('unknown locales are formatted as English', () => {
  expect(withMarks('-1234567.50', numeralsOf('xx'))).toBe('-1,234,567.50');
});
