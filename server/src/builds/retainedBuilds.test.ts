// Retention of the assets of earlier builds, in real folders: three builds, always complete, shared by nodes that start
// together, and without partial copies after a crash.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClock } from '../testing/testClock.ts';
import { createRetainedBuilds, RETAINED_BUILDS } from './retainedBuilds.ts';

let folder: string;
let appFolder: string;
let dataDir: string;
const clock = createTestClock();
let built = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-builds-'));
  appFolder = join(folder, 'dist');
  dataDir = join(folder, 'data');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const keeper = () => createRetainedBuilds({ appFolder, dataDir, clock });
const retainedFolders = () => readdirSync(join(dataDir, 'builds'));

/** Adds enough files to a build to observe its copy in progress. */
function enlarge(): void {
  for (let n = 0; n < 200; n += 1) writeFileSync(join(appFolder, 'assets', `part-${n}.js`), String(n));
}

/** Waits until a copy is running, which takes at least a turn of the event loop per file. */
async function untilItCopies(): Promise<void> {
  const isCopying = () => existsSync(join(dataDir, 'builds')) && retainedFolders().length > 0;
  while (!isCopying()) await new Promise(setImmediate);
}

/** Writes a build, which replaces the files of the previous one. */
function build(name: string): void {
  rmSync(appFolder, { recursive: true, force: true });
  built += 1;
  mkdirSync(join(appFolder, 'assets'), { recursive: true });
  writeFileSync(join(appFolder, 'assets', `page-${name}.js`), name);
  writeFileSync(join(appFolder, 'assets', 'libraries-same.js'), 'the same in all');
  const worker = join(appFolder, 'sw.js');
  writeFileSync(worker, 'self;');
  // Two builds within one tick of the file system's clock still differ.
  utimesSync(worker, built, built);
}

/** Makes builds one after the other, a minute apart. */
async function buildInTurn(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    build(name);
    await keeper().retain();
    clock.advance(60_000);
  }
}

async function read(name: string): Promise<string | undefined> {
  const found = await keeper().find(name);
  return found === undefined ? undefined : readFileSync(join(found, name), 'utf8');
}

test('finds a file of an earlier build, but not an unknown one', async () => {
  build('one');
  await keeper().retain();
  build('two');
  await keeper().retain();
  expect(await read('page-one.js')).toBe('one');
  expect(await read('page-never.js')).toBeUndefined();
});

test('retains the three builds that were current last', async () => {
  await buildInTurn('one', 'two', 'three', 'four');
  expect(retainedFolders()).toHaveLength(RETAINED_BUILDS);
  expect(await read('page-one.js')).toBeUndefined();
  expect([await read('page-two.js'), await read('page-four.js')]).toEqual(['two', 'four']);
});

test('treats a restored build as the newest', async () => {
  await buildInTurn('one', 'two', 'three', 'one', 'four');
  expect(await read('page-one.js')).toBe('one');
  expect(await read('page-two.js')).toBeUndefined();
});

test('retains a build once over several starts', async () => {
  build('one');
  await keeper().retain();
  await keeper().retain();
  expect(retainedFolders()).toHaveLength(1);
});

test('leaves one complete copy when several nodes start together', async () => {
  build('one');
  await Promise.all(Array.from({ length: 8 }, () => keeper().retain()));
  expect(retainedFolders()).toHaveLength(1);
  expect(await read('page-one.js')).toBe('one');
  expect(await read('libraries-same.js')).toBe('the same in all');
});

test('ignores a partial copy after a crash and removes it after an hour', async () => {
  build('one');
  const half = join(dataDir, 'builds', '.unfinished-1');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'page-half.js'), 'ha');
  await keeper().retain();
  expect(await read('page-half.js')).toBeUndefined();
  expect(retainedFolders()).toContain('.unfinished-1');
  const longAgo = new Date(clock.nowMs() - 3_601_000);
  utimesSync(half, longAgo, longAgo);
  await keeper().retain();
  expect(retainedFolders()).not.toContain('.unfinished-1');
});

test('retains a build that finishes while the exchange runs', async () => {
  const running = keeper();
  build('one');
  await running.retainIfNew();
  build('two');
  await running.retainIfNew();
  await running.retainIfNew();
  build('three');
  expect([await read('page-one.js'), await read('page-two.js')]).toEqual(['one', 'two']);
  expect(retainedFolders()).toHaveLength(2);
});

test('retains a build that finishes during the copy of the previous one', async () => {
  const running = keeper();
  build('one');
  enlarge();
  const first = running.retainIfNew();
  await untilItCopies();
  build('two');
  const later = [running.retainIfNew(), running.retainIfNew()];
  await expect(first).rejects.toThrow();
  await Promise.all(later);
  expect(await read('page-two.js')).toBe('two');
  expect(retainedFolders()).toHaveLength(1);
});

test('stops a copy after the current file on close and leaves no partial copy', async () => {
  const running = keeper();
  build('one');
  enlarge();
  const keeping = running.retainIfNew();
  await untilItCopies();
  await running.close();
  expect(retainedFolders()).toEqual([]);
  await keeping;
  await running.retainIfNew();
  expect(retainedFolders()).toEqual([]);
});

test('retains nothing without a built app', async () => {
  await keeper().retain();
  expect(await keeper().find('page-one.js')).toBeUndefined();
});
