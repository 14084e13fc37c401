// Checks that work is the thread's own clock between two marks of a name, in any order of a trace, and that a share of
// values is found.
import { expect, test } from 'vitest';
import { quantile } from './rounds.ts';
import { workBetween } from './trace.ts';

const mark = (name: string, ts: number, tts: number) => ({ name, ts, tts });

test('work lies between neighbouring marks, in milliseconds of the thread', () => {
  const events = [
    mark('b', 900, 50),
    mark('a', 5000, 4500),
    mark('a', 1000, 500),
    mark('a', 90_000, 7000),
    mark('c', 9, 9),
  ];
  expect(workBetween(events, 'a')).toEqual([4, 2.5]);
});

test('one mark, or none, has nothing between', () => {
  expect(workBetween([mark('a', 1, 1)], 'a')).toEqual([]);
  expect(workBetween([mark('b', 1, 1)], 'a')).toEqual([]);
});

test('a trace without the time of threads is refused', () => {
  expect(() => workBetween([{ name: 'a', ts: 1 }], 'a')).toThrow('time of threads');
});

test('a share of values lies at or below its quantile', () => {
  const values = Array.from({ length: 101 }, (_, place) => 100 - place);
  expect([0, 0.5, 0.95, 1].map((share) => quantile(values, share))).toEqual([0, 50, 95, 100]);
  expect(quantile([], 0.5)).toBeNaN();
});
