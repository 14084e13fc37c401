// The cache stays within its bytes, drops unused and old answers, and does not cache failures.
import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '@halyard/contract/time';
import { createTestClock, type TestClock } from '../testing/testClock.ts';
import { createByteCache, type ByteCache } from './byteCache.ts';

let clock: TestClock;
let cache: ByteCache;
let made: string[];
beforeEach(() => {
  clock = createTestClock();
  cache = createByteCache(clock, 4000);
  made = [];
});

const get = (key: string, length = 1000) =>
  cache.get(key, async () => {
    made.push(key);
    return Buffer.alloc(length, key);
  });

test('the least recently used are dropped first, and a too large one is not cached', async () => {
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) expect((await get(key)).toString().at(-1)).toBe(key);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
  await get('huge', 5000);
  await get('huge', 5000);
  await get('b');
  expect(made.slice(5)).toEqual(['huge', 'huge']);
});

test('concurrent callers share one call of make, and a failure is retried', async () => {
  const all = await Promise.all([get('a'), get('a'), get('a')]);
  expect([new Set(all).size, made]).toEqual([1, ['a']]);
  const fail = () => cache.get('f', () => Promise.reject(new Error('no database')));
  await expect(fail()).rejects.toThrow('no database');
  await get('f');
  expect(made).toEqual(['a', 'f']);
});

test('an answer is made again after ten minutes, or when the clock was set back', async () => {
  await get('a');
  clock.advance(10 * MINUTE_MS - 1);
  await get('a');
  clock.advance(1);
  await get('a');
  clock.advance(-MINUTE_MS);
  await get('a');
  expect(made).toEqual(['a', 'a', 'a']);
});
