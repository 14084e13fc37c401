// Functions from the four operations: they equal another implementation (CPython) bit for bit, and have the promised
// digits.
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { exp, ln, powerOf, times, turn } from './portableMath.ts';

const ACCURACY = 1.2e-14;

// The oracle: whole numbers of 10^-60, summed until the terms vanish.
const UNIT = 10n ** 60n;

function exactly(value: number): bigint {
  let [whole, halvings] = [value, 0n];
  for (; !Number.isInteger(whole); halvings += 1n) whole *= 2;
  return (BigInt(whole) * UNIT) >> halvings;
}

function exactExp(x: bigint): bigint {
  let [sum, term] = [UNIT, UNIT];
  for (let degree = 1n; term !== 0n; degree += 1n) {
    term = (term * x) / (UNIT * degree);
    sum += term;
  }
  return sum;
}

function ratioTo(value: number, exact: bigint): number {
  const digits = ((exactly(value) - exact) * UNIT) / exact;
  return Math.abs(Number(digits)) / 1e60;
}

describe('portable functions', () => {
  it('equal another implementation bit for bit', () => {
    const bits = new DataView(new ArrayBuffer(1_600_000));
    for (let place = 0; place < 100_000; place += 1) {
      bits.setFloat64(place * 8, exp((place - 50_000) / 50_000));
      bits.setFloat64(800_000 + place * 8, ln(0.5 + (1.5 * place) / 100_000));
    }
    expect(bytesToHex(sha256(new Uint8Array(bits.buffer)))).toBe(
      'dcc7d171595a51d9a84fdddc4056c26d6a11efa77aa332356a74520a25872965',
    );
  });

  const points = Array.from({ length: 4001 }, (_, index) => (index - 2000) / 2000);

  it('raise e to the promised digits', () => {
    expect(Math.max(...points.map((x) => ratioTo(exp(x), exactExp(exactly(x)))))).toBeLessThan(ACCURACY);
  });

  it('take logarithms that lead back, to the promised digits', () => {
    const faults = points.map((x) => {
      const ratio = 1 + (x > 0 ? x : x / 2);
      return ratioTo(ratio, exactExp(exactly(ln(ratio))));
    });
    expect(Math.max(...faults)).toBeLessThan(ACCURACY);
  });

  it('turn by angles within a turn', () => {
    for (const angle of [0, 1e-5, 0.4, 1.5, 3, 4.7, 6.28]) {
      expect(turn(angle).re).toBeCloseTo(Math.cos(angle), 13);
      expect(turn(angle).im).toBeCloseTo(Math.sin(angle), 13);
    }
  });

  it('multiply points of the plane, and raise them to whole powers', () => {
    const point = { re: 2, im: 3 };
    expect(times(point, { re: 5, im: -7 })).toEqual({ re: 31, im: 1 });
    let power = { re: 1, im: 0 };
    for (let exponent = 0; exponent < 12; exponent += 1) {
      expect(powerOf(point, exponent)).toEqual(power);
      power = times(power, point);
    }
  });
});
