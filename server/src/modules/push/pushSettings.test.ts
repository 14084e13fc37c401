// All nodes sign with one key, whichever makes it, and a damaged file does not lead to another key.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isVapidPair, pushServicesOf, readVapidKeys } from './pushSettings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-vapid-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('makes one pair for nodes that start together, and stores it', async () => {
  const below = join(folder, 'data');
  const pairs = await Promise.all(Array.from({ length: 8 }, () => readVapidKeys(below)));
  expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1);
  expect(await readVapidKeys(below)).toEqual(pairs[0]);
  expect(pairs.every(isVapidPair)).toBe(true);
  expect(await readdir(below)).toEqual(['vapid.json']);
});

it('stops at a file that contains no pair', async () => {
  const [one, other] = [await readVapidKeys(join(folder, 'a')), await readVapidKeys(join(folder, 'b'))];
  const mixed = { publicKey: one.publicKey, privateKey: other.privateKey };
  await writeFile(join(folder, 'vapid.json'), JSON.stringify(mixed));
  await expect(readVapidKeys(folder)).rejects.toThrow('no pair of keys');
});

it.each([
  ['', true, []],
  [' push.example.com, *.example.org ', false, ['push.example.com', '*.example.org']],
  ['http://127.0.0.1:3702', true, ['http://127.0.0.1:3702']],
  ['http://127.0.0.1:3702', false, undefined],
  ['http://10.0.0.1:80', true, undefined],
  ['https://push.example.com', false, undefined],
  ['*', false, undefined],
  ['169.254.169.254', true, undefined],
])('reads the services %j (sandbox %j)', (text, isSandbox, services) => {
  expect(pushServicesOf(text, isSandbox)).toEqual(services);
});
