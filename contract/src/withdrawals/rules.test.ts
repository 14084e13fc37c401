// Fees of withdrawals: by examples, and as a property over amounts and terms: fee and receipt sum to the amount,
// neither is negative, and the fee is less than a unit above the published percentage or minimum.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  decimal,
  divide,
  fitsPlaces,
  isNegative,
  isPositive,
  max,
  multiply,
  ONE,
  subtract,
  ZERO,
  type Decimal,
  HUNDRED,
} from '../money/money.ts';
import { AMOUNT_MAX, checkAmount, withdrawalMin, withdrawalReceipt } from './rules.ts';

/** Whole units of 10^-places as a decimal. */
function units(count: bigint, places: number): Decimal {
  return divide(decimal(count.toString()), decimal(`1${'0'.repeat(places)}`), places, 'down');
}

const terms = fc
  .record({
    places: fc.integer({ min: 0, max: 8 }),
    /** Thousandths of a percent: 0 to 99.999 %. */
    percent: fc.bigInt({ min: 0n, max: 99_999n }),
    /** In 10^-18ths, so finer than any amount. */
    least: fc.bigInt({ min: 0n, max: 10n ** 19n }),
    min: fc.bigInt({ min: 0n, max: 10n ** 6n }),
  })
  .map(({ places, percent, least, min }) => ({
    places,
    feePercent: units(percent, 3),
    feeMin: units(least, 18),
    min: units(min, places),
  }));

describe('the fee of a withdrawal', () => {
  it.each([
    { amount: '100', percent: '0.1', least: '1', places: 6, fee: '1', left: '99' },
    { amount: '5000', percent: '0.1', least: '1', places: 6, fee: '5', left: '4995' },
    { amount: '1000.000001', percent: '0.1', least: '1', places: 6, fee: '1.000001', left: '999' },
    { amount: '100.01', percent: '0.5', least: '5', places: 2, fee: '5', left: '95.01' },
    { amount: '1234.56', percent: '0.5', least: '5', places: 2, fee: '6.18', left: '1228.38' },
    { amount: '0.12345678', percent: '0.1', least: '0.0001', places: 8, fee: '0.00012346', left: '0.12333332' },
    { amount: '100', percent: '0', least: '0', places: 6, fee: '0', left: '100' },
    // A minimum fee that is finer than the amounts counts as the next amount.
    { amount: '100', percent: '0', least: '0.001', places: 2, fee: '0.01', left: '99.99' },
  ])('of $amount at $percent %, at least $least, with $places places is $fee and leaves $left', (example) => {
    const { amount, percent, least, places, fee, left } = example;
    const found = withdrawalReceipt(decimal(amount), { feePercent: decimal(percent), feeMin: decimal(least), places });
    expect(found).toEqual({ fee, receipt: left });
  });

  it('and the receipt sum to the amount; neither is negative or finer than the amount may be', () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 0n, max: 10n ** 19n }), (fee, above) => {
        const amount = add(withdrawalMin(fee), units(above, fee.places));
        const found = withdrawalReceipt(amount, fee);
        expect(add(found.fee, found.receipt)).toBe(amount);
        expect(isNegative(found.fee)).toBe(false);
        expect(isPositive(found.receipt)).toBe(true);
        expect(fitsPlaces(found.fee, fee.places) && fitsPlaces(found.receipt, fee.places)).toBe(true);
        // Never below the published fee, and less than a unit above it.
        const published = max(divide(multiply(amount, fee.feePercent), HUNDRED, 30, 'down'), fee.feeMin);
        const excess = subtract(found.fee, published);
        expect(compare(excess, ZERO) >= 0 && compare(excess, units(1n, fee.places)) < 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves nothing of a unit less than the least amount, unless a higher minimum is published', () => {
    fc.assert(
      fc.property(terms, (fee) => {
        const least = withdrawalMin({ ...fee, min: ZERO });
        const below = subtract(least, units(1n, fee.places));
        expect(isPositive(withdrawalReceipt(least, fee).receipt)).toBe(true);
        expect(isPositive(withdrawalReceipt(below, fee).receipt)).toBe(false);
        expect(withdrawalMin(fee)).toBe(max(fee.min, least));
      }),
      { numRuns: 1000 },
    );
  });

  it('is never the whole amount', () => {
    const all = { feePercent: HUNDRED, feeMin: ZERO, places: 2, min: ONE };
    expect(() => withdrawalMin(all)).toThrow(RangeError);
  });
});

describe('an amount', () => {
  const limits = { min: decimal('10'), places: 2 };
  it.each([
    [undefined, { code: 'AMOUNT_REQUIRED' }],
    ['0', { code: 'AMOUNT_REQUIRED' }],
    ['-10', { code: 'AMOUNT_REQUIRED' }],
    ['10.001', { code: 'AMOUNT_PRECISION', params: { places: 2 } }],
    ['9.99', { code: 'AMOUNT_TOO_SMALL', params: { min: '10' } }],
    ['1000000000000.01', { code: 'AMOUNT_TOO_LARGE', params: { max: AMOUNT_MAX } }],
    ['10', undefined],
    ['1000000000000', undefined],
  ])('checks %s', (amount, found) => {
    expect(checkAmount(amount === undefined ? undefined : decimal(amount), limits)).toEqual(found);
  });
});
