// A burst of one network does not delay the calls of others, and no turn is lost.
import { expect, test } from 'vitest';
import { listCandles } from '@halyard/contract/market/calls';
import { createTurns } from './networks.ts';

/** Work that runs until it is released. */
function createWork() {
  const running: { readonly from: string; end(how?: Error): void }[] = [];
  const started: string[] = [];
  return {
    running,
    started,
    begin: (from: string) => () =>
      new Promise<void>((resolve, reject) => {
        started.push(from);
        running.push({ from, end: (how) => (how === undefined ? resolve() : reject(how)) });
      }),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('four candle calls of one network run at a time, in order, beside those of others', async () => {
  const turns = createTurns();
  const work = createWork();
  const take = (ip: string, name: string) => turns.take({ call: listCandles, ip }, work.begin(name));
  // Addresses of one IPv6 /64 are one network.
  const burst = [1, 2, 3, 4, 5, 6, 7].map((n) => take(`2001:db8::${n}`, `burst ${n}`).catch(() => undefined));
  const other = take('10.0.0.1', 'other');
  await settle();
  expect(work.started).toEqual(['burst 1', 'burst 2', 'burst 3', 'burst 4', 'other']);
  work.running[1]?.end(new Error('refused'));
  await settle();
  expect(work.started.slice(5)).toEqual(['burst 5']);
  for (let at = 0; at < work.running.length; at += 1) {
    work.running[at]?.end();
    await settle();
  }
  await Promise.all([...burst, other]);
  expect(work.started.slice(5)).toEqual(['burst 5', 'burst 6', 'burst 7']);
  const late = take('2001:db8::8', 'late');
  await settle();
  work.running.at(-1)?.end();
  await late;
});
