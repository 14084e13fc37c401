// Grouped reads never return a value from before the call, and a failure rejects only the calls of its group. The test
// decides when a read ends.
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
  it('start immediately when idle, and group calls that arrive during a read', async () => {
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

  it('reject the calls of a failed group, and continue', async () => {
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
