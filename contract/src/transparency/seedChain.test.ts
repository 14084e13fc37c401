// The published anchor, the binding of a key to its day, and the random words of a tick.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './bytes.ts';
import { chainIdentity, chainOf, withReveal, withSeed, type FixedChain } from './fixedKeys.ts';
import { chainDayOf, daysAfter, keyBefore, noiseOf, tickKeyOf } from './seedChain.ts';
import { faultOf } from './steps.ts';

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

  it('refuses the key of another day, of another chain, and one that is known already', () => {
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

describe('the chains that a log has fixed', () => {
  const seed = (firstDay: string, anchor: Uint8Array, days = 3) => ({ kind: 'seed', firstDay, days, anchor }) as const;
  const reveal = (day: string, key: Uint8Array) => ({ kind: 'reveal', day, key }) as const;
  const other = keyBefore(new Uint8Array(32).fill(9));
  const fixed = withSeed([], seed('2026-03-01', keyOf(0)), false);
  const both = withSeed(fixed, seed('2026-03-04', other), false);
  const MARCH_2_MS = Date.parse('2026-03-02');

  it('are found by the identity of a series, and the first one by any other', () => {
    const [first, second] = both as readonly [FixedChain, FixedChain];
    expect(second.identity).toBe(chainIdentity({ anchor: toBase64(other), firstDay: '2026-03-04' }));
    expect(new Set([first.identity, second.identity, chainIdentity({ ...second, firstDay: '2026-03-05' })]).size).toBe(
      3,
    );
    expect([first.identity, second.identity, 'x'].map((name) => chainOf(both, name))).toEqual([first, second, first]);
  });

  it('have one day or more, a century at most', () => {
    const faultWith = (days: number) => faultOf(() => withSeed([], seed('2026-03-01', other, days), false));
    expect([1, 36_600].map(faultWith)).toEqual([undefined, undefined]);
    expect([0, 36_601].map(faultWith)).toEqual(['keys of 0 days', 'keys of 36601 days']);
  });

  it('begin after each other, except in a sandbox', () => {
    const faultOn = (day: string, isSandbox = false) => faultOf(() => withSeed(fixed, seed(day, other), isSandbox));
    expect(faultOn('2026-03-03')).toBe('other keys for days that have some');
    expect([faultOn('2026-03-03', true), faultOn('2026-03-04')]).toEqual([undefined, undefined]);
  });

  it('reveal a key when its day is over, to the millisecond', () => {
    const faultAt = (loggedMs: number, day = '2026-03-01', key = keyOf(1)) =>
      faultOf(() => withReveal(fixed, reveal(day, key), loggedMs));
    expect([faultAt(MARCH_2_MS), faultAt(MARCH_2_MS - 1)]).toEqual([undefined, 'the key of a day that is not over']);
    expect(faultAt(Infinity, '2026-03-03', keyOf(3))).toBeUndefined();
    expect(faultAt(Infinity, '2026-03-04', keyOf(4))).toBe('the key of a day that is not next');
    expect(faultOf(() => withReveal([], reveal('2026-03-01', keyOf(1)), Infinity))).toBe('a key of no chain');
  });

  it('never reveal a key that another chain has for a future day', () => {
    const twice = withSeed(fixed, seed('2026-03-02', keyOf(1)), true);
    const faultAt = (loggedMs: number) => faultOf(() => withReveal(twice, reveal('2026-03-02', keyOf(2)), loggedMs));
    expect(faultAt(Date.parse('2026-03-03'))).toBeUndefined();
    const late = withSeed(fixed, seed('2026-03-05', keyOf(1)), true);
    const key = reveal('2026-03-02', keyOf(2));
    expect(
      [Date.parse('2026-03-05') - 1, Date.parse('2026-03-06')].map((ms) => faultOf(() => withReveal(late, key, ms))),
    ).toEqual(['a key that is also that of a day that is not over', undefined]);
  });

  it('continue from the last revealed key', () => {
    const shown = withReveal(both, reveal('2026-03-02', keyOf(2)), Infinity);
    expect(shown).toEqual([{ ...both[0], lastDay: 2, lastKey: toBase64(keyOf(2)) }, both[1]]);
    const last = withReveal(shown, reveal('2026-03-03', keyOf(3)), Infinity);
    expect(last).toMatchObject([{ lastDay: 3 }, { lastDay: 0 }]);
    expect(faultOf(() => withReveal(shown, reveal('2026-03-03', keyOf(4)), Infinity))).toBe(
      'not the key that was fixed before',
    );
    const broken = [{ ...(fixed[0] as FixedChain), lastKey: 'AAAA' }];
    expect(() => withReveal(broken, reveal('2026-03-01', keyOf(1)), Infinity)).toThrow('a key of another length');
  });
});

describe('the random words of a tick', () => {
  it('are the HMAC that any library computes', () => {
    const key = createHmac('sha256', keyOf(5)).update('ticks').digest();
    expect(toBase64(tickKeyOf(keyOf(5)))).toBe(key.toString('base64'));
    const noise = createHmac('sha512', key).update('BTC/USDT|1763856060000').digest();
    expect(noiseOf(key, 'BTC/USDT', 1_763_856_060_000)).toEqual(
      Array.from({ length: 16 }, (_, word) => noise.readUInt32BE(word * 4)),
    );
  });
});
