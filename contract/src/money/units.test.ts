// Both calculations, with doubles and with big integers, give the digits of big.js: for amounts of usual sizes, and
// around the limits at which one hands over to the other.
import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as money from './money.ts';
import type { Decimal } from './money.ts';
import { decimalOfSmall, smallUnitsOf } from './units.ts';

const RUNS = { numRuns: 5000 };

const Exact = Big();
Exact.NE = -100;
Exact.PE = 100;

function exact(value: Big): string {
  return value.eq(0) ? '0' : value.toFixed();
}

/** A decimal of a number of units of the last place. */
function decimalOf(units: bigint, places: number): Decimal {
  return money.decimal(exact(new Exact(units.toString()).times(new Exact(10).pow(-places))));
}

// Limits: where doubles give way to big integers, where they print exponents, where they stop holding whole numbers.
const borders = [10n ** 15n, 2n ** 53n, 10n ** 12n, 100n, 1n].flatMap((size) => [size, -size]);
const nearBorders = fc
  .tuple(fc.constantFrom(...borders), fc.bigInt({ min: -3n, max: 3n }))
  .map(([size, by]) => size + by);
// As many digits as a decimal may have before its point.
const digits = fc.integer({ min: 1, max: 20 }).chain((most) => {
  const max = 10n ** BigInt(most) - 1n;
  return fc.bigInt({ min: -max, max });
});
const decimals = fc.tuple(fc.oneof(digits, nearBorders), fc.nat(18)).map(([units, places]) => decimalOf(units, places));

describe('the digits of big.js', () => {
  it('result from adding, subtracting, multiplying and comparing', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [left, right] = [new Exact(a), new Exact(b)];
        expect(money.add(a, b)).toBe(exact(left.plus(right)));
        expect(money.subtract(a, b)).toBe(exact(left.minus(right)));
        expect(money.multiply(a, b)).toBe(exact(left.times(right)));
        expect(money.compare(a, b)).toBe(left.cmp(right));
      }),
      RUNS,
    );
  });

  it('result from sums that cancel out', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(money.subtract(money.add(a, b), b)).toBe(a);
        expect(money.add(a, money.negate(a))).toBe('0');
        expect(money.compare(a, money.add(a, b))).toBe(new Exact(0).cmp(b));
      }),
      RUNS,
    );
  });

  it('result from rounding', () => {
    const modes = { down: Exact.roundDown, up: Exact.roundUp, 'half-even': Exact.roundHalfEven } as const;
    fc.assert(
      fc.property(decimals, fc.nat(18), fc.constantFrom('down', 'up', 'half-even'), (value, places, mode) => {
        const rounded = new Exact(value).round(places, modes[mode]);
        expect(money.round(value, places, mode)).toBe(exact(rounded));
        expect(money.toFixedText(value, places, mode)).toBe(
          rounded.eq(0) ? new Exact(0).toFixed(places) : rounded.toFixed(places),
        );
      }),
      RUNS,
    );
  });

  it('result from numbers of models', () => {
    const numbers = fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e25, max: 1e25 });
    fc.assert(
      fc.property(fc.oneof(numbers, fc.double({ min: -1e-5, max: 1e-5, noNaN: true })), fc.nat(18), (value, places) => {
        expect(money.fromModelNumber(value, places)).toBe(exact(new Exact(value).round(places, Exact.roundHalfEven)));
      }),
      RUNS,
    );
  });
});

describe('calculation with doubles', () => {
  const units = (text: string, places: number) => smallUnitsOf(money.decimal(text), places);

  it('reads numbers that a double holds exactly, on both sides of zero', () => {
    expect([units('1.25', 2), units('-1.25', 4), units('0', 18)]).toEqual([125, -12_500, 0]);
    expect([units('1000000000000000', 0), units('-1000000000000000', 0)]).toEqual([1e15, -1e15]);
  });

  it('stops above 15 digits, and above the powers that it knows', () => {
    for (const text of ['1000000000000001', '-1000000000000001']) expect(units(text, 0)).toBeNaN();
    expect(units('0.1', 22)).toBeNaN();
    expect(units('0', 23)).toBeNaN();
  });

  it('writes numbers that print without an exponent', () => {
    expect([decimalOfSmall(125, 2), decimalOfSmall(-125, 2), decimalOfSmall(1e15, 0)]).toEqual([
      '1.25',
      '-1.25',
      '1000000000000000',
    ]);
    expect([decimalOfSmall(0, 30), decimalOfSmall(1, 6), decimalOfSmall(-1, 6)]).toEqual([
      '0',
      '0.000001',
      '-0.000001',
    ]);
  });

  it('stops where it may not be exact or would print an exponent', () => {
    for (const size of [1e15 + 1, -1e15 - 1, NaN]) expect(decimalOfSmall(size, 0)).toBeUndefined();
    expect([decimalOfSmall(1, 7), decimalOfSmall(-9, 7), decimalOfSmall(1, 23)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
