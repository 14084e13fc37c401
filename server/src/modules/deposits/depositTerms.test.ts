// The reference of a bank deposit against the rule of ISO 11649: rearranged and spelt in digits, the remainder by 97 is
// 1.
import { describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { referenceOf } from './depositTerms.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function remainder(reference: string): bigint {
  const turned = `${reference.slice(4)}${reference.slice(0, 4)}`;
  return BigInt(Array.from(turned, (sign) => String(ALPHABET.indexOf(sign))).join('')) % 97n;
}

describe('a reference', () => {
  it('is a creditor reference with valid check digits, and detects any wrong digit', () => {
    expect(referenceOf(17 as UserId)).toMatch(/^RF\d\dHY00000017$/);
    // The published example, so that the rule is tested too.
    expect(remainder('RF18539007547034')).toBe(1n);
    for (const id of [1, 9, 17, 4711, 2_147_483_647]) {
      const reference = referenceOf(id as UserId);
      expect(remainder(reference)).toBe(1n);
      for (let at = 6; at < reference.length; at += 1) {
        const wrong = ALPHABET[(ALPHABET.indexOf(reference[at] ?? '') + 1) % 10] ?? '';
        expect(remainder(`${reference.slice(0, at)}${wrong}${reference.slice(at + 1)}`)).not.toBe(1n);
      }
    }
  });
});
