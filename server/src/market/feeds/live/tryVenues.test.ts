// Proves that venues can be tried without an exchange, and that what they send is recorded as it came.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { originsOf, venuesOf } from '../../../feedSetting.ts';
import { createFakeVenue, type FakeVenue } from '../../../testing/fakeVenue.ts';
import { readTry, tryVenues } from './tryVenues.ts';

let folder: string;
let venues: readonly FakeVenue[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-try-'));
  venues = await Promise.all(['kraken', 'okx'].map(createFakeVenue));
  venues[0]?.repeat([{ symbol: 'BTC/USDT', bid: '99.9', ask: '100.1' }]);
  venues[1]?.repeat([{ symbol: 'BTC-USDT', bid: '99.8', ask: '100' }]);
});
afterAll(async () => {
  await Promise.all(venues.map((venue) => venue.close()));
  rmSync(folder, { recursive: true });
});

const read = (...args: readonly string[]) => readTry(args, { venuesOf, originsOf });

it('prints quotes and index, and records the messages', async () => {
  const record = join(folder, 'frames.jsonl');
  const urls = venues.map(({ name, origin }) => `${name}=${origin}`).join(',');
  const wanted = read('kraken,okx', '--seconds', '3', '--record', record, '--urls', urls);
  if (wanted === undefined) throw new Error('the arguments are wrong');
  const lines: string[] = [];
  await tryVenues(wanted, (line) => void lines.push(line), new AbortController().signal);
  expect(lines[0]).toMatch(/^Terms: kraken https:[^ ]+, okx https:[^ ]+$/);
  expect(lines.at(-1)).toMatch(
    /^20[^ ]+\.000Z BTC\/USDT 99\.95: kraken 99\.9 100\.1 \(0\.200 %, \d+ ms\), okx 99\.8 100 \(0\.200 %, \d+ ms\)$/,
  );
  const frames = readFileSync(record, 'utf8').trim().split('\n');
  expect(JSON.parse(frames.find((frame) => frame.includes('okx')) ?? '')).toEqual({
    ms: expect.any(Number) as number,
    venue: 'okx',
    text: expect.stringContaining('"instId":"BTC-USDT"') as string,
  });
});

it('refuses arguments that are wrong', () => {
  expect([read(), read('mtgox'), read('kraken', '--markets', 'BTC'), read('kraken', '--seconds', 'x')]).toEqual(
    Array.from({ length: 4 }),
  );
  expect(read('kraken', '--what')).toBeUndefined();
});
