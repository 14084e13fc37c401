// Decimals are exact: every operation is compared with BigInt arithmetic on scaled integers over the whole width of the
// ledger, and each rounding mode at zero, at halves, below zero and at the maximum.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as money from './money.ts';
import type { Decimal, Rounding } from './money.ts';

const RUNS = { numRuns: 2000 };
const SCALE = 18;
const LARGEST = `${'9'.repeat(20)}.${'9'.repeat(18)}`;
const MODES: readonly Rounding[] = ['down', 'up', 'half-even'];

/** An independent printer: a scaled integer as a canonical decimal. */
function textOf(scaled: bigint, scale: number): string {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function isAwayFromZero(whole: bigint, rest: bigint, divisor: bigint, rounding: Rounding): boolean {
  if (rounding !== 'half-even') return rounding === 'up';
  return rest * 2n > divisor || (rest * 2n === divisor && whole % 2n === 1n);
}

/** An independent integer division with the named rounding. */
function quotientOf(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const whole = top / bottom;
  const rest = top % bottom;
  const size = rest > 0n && isAwayFromZero(whole, rest, bottom, rounding) ? whole + 1n : whole;
  return negative ? -size : size;
}

const LIMIT = 10n ** 38n - 1n;
// Half of the numbers are small, so that zeros, equal values and exact halves occur.
const scaledIntegers = fc.oneof(
  fc.bigInt({ min: -LIMIT, max: LIMIT }),
  fc.bigInt({ min: -20n, max: 20n }).map((small) => small * 5n * 10n ** 17n),
);
const roundings = fc.constantFrom(...MODES);

function decimalOf(scaled: bigint): Decimal {
  return money.decimal(textOf(scaled, SCALE));
}

describe('reading a decimal', () => {
  it('prints every value of the ledger in canonical form', () => {
    fc.assert(
      fc.property(scaledIntegers, fc.nat(3), (scaled, zeros) => {
        const canonical = textOf(scaled, SCALE);
        const padded = canonical.includes('.')
          ? `${canonical}${'0'.repeat(zeros)}`
          : `${canonical}.${'0'.repeat(zeros + 1)}`;
        expect(money.parseDecimal(canonical)).toBe(canonical);
        expect(money.parseDecimal(padded)).toBe(canonical);
      }),
      RUNS,
    );
  });

  it.each([
    ['+1.50', '1.5'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['+0', '0'],
    ['000123.4500', '123.45'],
    ['-007', '-7'],
    [LARGEST, LARGEST],
    [`-${LARGEST}`, `-${LARGEST}`],
    ['0.000000000000000001', '0.000000000000000001'],
    [`1.${'0'.repeat(40)}`, '1'],
  ])('reads %s as %s', (text, expected) => {
    expect(money.parseDecimal(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '.',
    '.5',
    '5.',
    '1e5',
    '1E-5',
    '0x10',
    'NaN',
    'Infinity',
    '-',
    '+',
    '--1',
    '+-1',
    '1,5',
    '1_000',
    '１',
    '1\n',
    '1.2.3',
  ])('refuses %j', (text) => {
    expect(money.parseDecimal(text)).toBeUndefined();
  });

  it('refuses numbers that the ledger cannot store', () => {
    expect(money.parseDecimal(`1${'0'.repeat(20)}`)).toBeUndefined();
    expect(money.parseDecimal(`0.${'0'.repeat(18)}1`)).toBeUndefined();
    expect(() => money.decimal('1e5')).toThrow(RangeError);
  });

  it('answers or refuses any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+-]?[0-9.]{0,50}$/)), (text) => {
        const value = money.parseDecimal(text);
        expect(value === undefined || money.parseDecimal(value) === value).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('exact arithmetic', () => {
  it('adds, subtracts, multiplies, negates and compares as integers do', () => {
    fc.assert(
      fc.property(scaledIntegers, scaledIntegers, (a, b) => {
        const [left, right] = [decimalOf(a), decimalOf(b)];
        expect(money.add(left, right)).toBe(textOf(a + b, SCALE));
        expect(money.subtract(left, right)).toBe(textOf(a - b, SCALE));
        expect(money.multiply(left, right)).toBe(textOf(a * b, 2 * SCALE));
        expect(money.negate(left)).toBe(textOf(-a, SCALE));
        expect(money.absolute(left)).toBe(textOf(a < 0n ? -a : a, SCALE));
        expect(money.compare(left, right)).toBe(a < b ? -1 : Number(a > b));
        expect(money.min(left, right)).toBe(textOf(a < b ? a : b, SCALE));
        expect(money.max(left, right)).toBe(textOf(a > b ? a : b, SCALE));
        expect([money.isNegative(left), money.isZero(left), money.isPositive(left)]).toEqual([
          a < 0n,
          a === 0n,
          a > 0n,
        ]);
      }),
      RUNS,
    );
  });

  it('adds any number of terms, and none to zero', () => {
    fc.assert(
      fc.property(fc.array(scaledIntegers, { maxLength: 20 }), (terms) => {
        const total = terms.reduce((sum, term) => sum + term, 0n);
        expect(money.add(...terms.map(decimalOf))).toBe(textOf(total, SCALE));
      }),
      { numRuns: 300 },
    );
  });
});

describe('rounding', () => {
  it('divides as integers do, in every mode', () => {
    fc.assert(
      fc.property(
        scaledIntegers,
        scaledIntegers.filter((b) => b !== 0n),
        fc.nat(18),
        roundings,
        (a, b, places, rounding) => {
          const expected = textOf(quotientOf(a * 10n ** BigInt(places), b, rounding), places);
          expect(money.divide(decimalOf(a), decimalOf(b), places, rounding)).toBe(expected);
        },
      ),
      RUNS,
    );
  });

  it('never rounds twice: a quotient a hair below a step stays below it', () => {
    const divisor = money.decimal(LARGEST);
    const justBelow = money.subtract(
      money.multiply(divisor, money.decimal('3')),
      money.decimal('0.000000000000000001'),
    );
    expect(money.divide(justBelow, divisor, 18, 'down')).toBe('2.999999999999999999');
    expect(money.divide(justBelow, divisor, 18, 'up')).toBe('3');
    // A quotient that was rounded before it was cut would lose a third of a unit beyond the 40th place.
    const tiny = money.multiply(money.decimal('0.000000000000000001'), money.decimal('0.000000000000000001'));
    const nearStep = money.subtract(money.multiply(divisor, money.decimal('0.000000000000000007')), tiny);
    expect(money.divide(nearStep, divisor, 18, 'down')).toBe('0.000000000000000006');
    expect(money.divide(nearStep, divisor, 18, 'half-even')).toBe('0.000000000000000007');
  });

  it('rounds as integers do, in every mode', () => {
    fc.assert(
      fc.property(scaledIntegers, fc.nat(18), roundings, (a, places, rounding) => {
        const expected = textOf(quotientOf(a, 10n ** BigInt(SCALE - places), rounding), places);
        expect(money.round(decimalOf(a), places, rounding)).toBe(expected);
      }),
      RUNS,
    );
  });

  it.each([
    ['2.5', { down: '2', up: '3', 'half-even': '2' }],
    ['3.5', { down: '3', up: '4', 'half-even': '4' }],
    ['-2.5', { down: '-2', up: '-3', 'half-even': '-2' }],
    ['-3.5', { down: '-3', up: '-4', 'half-even': '-4' }],
    ['2.500000000000000001', { down: '2', up: '3', 'half-even': '3' }],
    ['-0.4', { down: '0', up: '-1', 'half-even': '0' }],
    ['0', { down: '0', up: '0', 'half-even': '0' }],
    [LARGEST, { down: '9'.repeat(20), up: `1${'0'.repeat(20)}`, 'half-even': `1${'0'.repeat(20)}` }],
  ])('rounds %s to whole numbers in each mode', (text, expected) => {
    const value = money.decimal(text);
    for (const mode of MODES) {
      expect(money.round(value, 0, mode)).toBe(expected[mode]);
      expect(money.divide(value, money.ONE, 0, mode)).toBe(expected[mode]);
      expect(money.divide(money.negate(value), money.decimal('-1'), 0, mode)).toBe(expected[mode]);
    }
  });

  it('returns a multiple of the step, on the side that the mode names', () => {
    const steps = fc.bigInt({ min: 1n, max: 10n ** 20n });
    fc.assert(
      fc.property(scaledIntegers, steps, roundings, (a, step, rounding) => {
        const expected = textOf(quotientOf(a, step, rounding) * step, SCALE);
        expect(money.roundToStep(decimalOf(a), decimalOf(step), rounding)).toBe(expected);
      }),
      RUNS,
    );
  });

  it('refuses division by zero, a zero step and more places than are exact', () => {
    expect(() => money.divide(money.ONE, money.ZERO, 2, 'down')).toThrow(RangeError);
    expect(() => money.divide(money.ONE, money.ONE, money.QUOTIENT_PLACES_MAX + 1, 'down')).toThrow(RangeError);
    expect(() => money.roundToStep(money.ONE, money.ZERO, 'down')).toThrow(RangeError);
    expect(() => money.roundToStep(money.ONE, money.decimal('-1'), 'down')).toThrow(RangeError);
  });
});

describe('places and text', () => {
  it('counts the digits after the point', () => {
    expect([money.decimal('5'), money.decimal('5.10'), money.decimal('-0.001')].map(money.placesOf)).toEqual([0, 1, 3]);
    expect(money.fitsPlaces(money.decimal('1.23'), 2)).toBe(true);
    expect(money.fitsPlaces(money.decimal('1.234'), 2)).toBe(false);
  });

  it.each([
    ['28110.3', 2, '28110.30'],
    ['-1.5', 0, '-2'],
    ['0.125', 2, '0.12'],
    ['-0.001', 2, '0.00'],
    ['0', 3, '0.000'],
  ])('prints %s with %i digits after the point as %s', (text, places, expected) => {
    expect(money.toFixedText(money.decimal(text), places)).toBe(expected);
  });
});

describe('numbers of models', () => {
  it('reads finite numbers only', () => {
    expect(money.fromModelNumber(28_110.256, 2)).toBe('28110.26');
    expect(money.fromModelNumber(-0.001, 2)).toBe('0');
    expect(() => money.fromModelNumber(Number.NaN, 2)).toThrow(RangeError);
    expect(() => money.fromModelNumber(Number.POSITIVE_INFINITY, 2)).toThrow(RangeError);
  });

  it('gives the nearest number', () => {
    expect(money.toModelNumber(money.decimal('0.1'))).toBe(0.1);
    expect(money.toModelNumber(money.decimal(LARGEST))).toBe(1e20);
  });
});
