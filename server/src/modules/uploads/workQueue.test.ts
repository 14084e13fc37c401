// The queue runs so much at a time and no more, in the order in which it was asked, and a failure gives its place on.
import { expect, test } from 'vitest';
import { createWorkQueue } from './workQueue.ts';

function pieceOfWork(started: number[], index: number) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async (): Promise<number> => {
    started.push(index);
    await ended;
    if (index % 2 === 1) throw new Error(`piece ${index} failed`);
    return index;
  };
  return { work, end };
}

/** Lets everything run that waits for nothing but a turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('at most two pieces of work run at a time, in order, whether they end well or badly', async () => {
  const queue = createWorkQueue(2);
  const started: number[] = [];
  const pieces = [0, 1, 2, 3, 4].map((index) => pieceOfWork(started, index));
  const results = Promise.allSettled(pieces.map(({ work }) => queue(work)));
  await settle();
  expect(started).toEqual([0, 1]);
  pieces[1]?.end();
  await settle();
  expect(started).toEqual([0, 1, 2]);
  pieces[0]?.end();
  pieces[2]?.end();
  await settle();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  for (const { end } of pieces) end();
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await queue(() => Promise.resolve('free again'))).toBe('free again');
});
