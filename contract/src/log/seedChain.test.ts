// What is proved: the published anchor, that a key is bound to its day, and what is random in a tick.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './bytes.ts';
import { chainDayOf, daysAfter, keyBefore, noiseOf, tickKeyOf } from './seedChain.ts';

const DAYS = 3660;
/** From the last key to the anchor. */
const chain: Uint8Array[] = [new Uint8Array(32).fill(3)];
for (let day = 0; day < DAYS; day += 1) chain.push(keyBefore(chain[day] ?? new Uint8Array()));
const keyOf = (day: number) => chain[DAYS - day] ?? new Uint8Array();

describe('a chain of keys', () => {
  it('begins at the published anchor', () => {
    expect(toBase64(keyOf(0))).toBe('LmE+xr1we1rLYksk/+bkRImkw1vdW1TrYvge8NU6qOs=');
  });

  it('leads from the key of a day to the anchor, and to the key that was revealed before', () => {
    expect(daysAfter(keyOf(0), keyOf(7), DAYS)).toBe(7);
    expect(daysAfter(keyOf(6), keyOf(7), 1)).toBe(1);
    expect(daysAfter(keyOf(0), keyOf(DAYS), DAYS)).toBe(DAYS);
  });

  it('refuses the key of another day, one that is not of it, and one that is known already', () => {
    for (const most of [6, 0, -1]) expect(daysAfter(keyOf(0), keyOf(7), most)).toBeUndefined();
    expect(daysAfter(keyOf(0), keyOf(7).with(31, 0), DAYS)).toBeUndefined();
    expect(daysAfter(keyOf(0).with(0, 0), keyOf(7), DAYS)).toBeUndefined();
    expect(daysAfter(keyOf(7), keyOf(7), DAYS)).toBeUndefined();
  });

  it('has a day for every instant', () => {
    const firstMs = Date.UTC(2026, 10, 21);
    const days = [firstMs - 1, firstMs, firstMs + 86_399_999, firstMs + 86_400_000].map((atMs) =>
      chainDayOf('2026-11-21', atMs),
    );
    expect(days).toEqual([0, 1, 1, 2]);
  });
});

describe('what is random in a tick', () => {
  it('is the HMAC that any library computes', () => {
    const key = createHmac('sha256', keyOf(5)).update('ticks').digest();
    expect(toBase64(tickKeyOf(keyOf(5)))).toBe(key.toString('base64'));
    const noise = createHmac('sha512', key).update('BTC/USDT|1763856060000').digest();
    expect(noiseOf(key, 'BTC/USDT', 1_763_856_060_000)).toEqual(
      Array.from({ length: 16 }, (_, word) => noise.readUInt32BE(word * 4)),
    );
  });
});
