// Proves that reads are put together without ever answering with what was read before the question, and that a failure
// reaches those who waited for it and nobody else. The reader is one that ends when the test says so.
import { describe, expect, it } from 'vitest';
import { createGroupedRead } from './grouped.ts';

function startHarness() {
  const readings: { keys: readonly string[]; end: (values: Record<string, number>) => void; fail: () => void }[] = [];
  const read = createGroupedRead<number>(
    (keys) =>
      new Promise((resolve, reject) => {
        const end = (values: Record<string, number>) => resolve(new Map(Object.entries(values)));
        readings.push({ keys, end, fail: () => reject(new Error('the database is away')) });
      }),
  );
  const whenRead = (times: number) => expect.poll(() => readings.length).toBe(times);
  return { read, readings, whenRead };
}

describe('grouped reads', () => {
  it('read at once when nothing is under way, and together what is asked for meanwhile', async () => {
    const { read, readings, whenRead } = startHarness();
    const first = read('a');
    expect(readings.map(({ keys }) => keys)).toEqual([['a']]);
    const later = [read('b'), read('c'), read('b'), read('a')];
    readings[0]?.end({ a: 1 });
    expect(await first).toBe(1);
    await whenRead(2);
    expect(readings.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'a']]);
    readings[1]?.end({ a: 2, b: 3 });
    expect(await Promise.all(later)).toEqual([3, undefined, 3, 2]);
  });

  it('fail for those who waited for them, and go on', async () => {
    const { read, readings, whenRead } = startHarness();
    const first = read('a');
    const second = read('b');
    readings[0]?.fail();
    await expect(first).rejects.toThrow('the database is away');
    await whenRead(2);
    readings[1]?.end({ b: 2 });
    expect(await second).toBe(2);
    const third = read('c');
    await whenRead(3);
    readings[2]?.end({ c: 3 });
    expect(await third).toBe(3);
  });
});
