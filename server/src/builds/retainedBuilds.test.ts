// The assets of earlier builds, in real folders: kept whole, three of them, shared by nodes that start at once, nothing
// half after a crash.
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
import { createRetainedBuilds, KEPT_BUILDS } from './retainedBuilds.ts';

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

/** Adds enough files to a build for its copy to be met in its middle. */
function enlarge(): void {
  for (let n = 0; n < 200; n += 1) writeFileSync(join(appFolder, 'assets', `part-${n}.js`), String(n));
}

/** Waits until a copy is under way, which takes a turn of the event loop and more for each of its files. */
async function untilItCopies(): Promise<void> {
  const isCopying = () => existsSync(join(dataDir, 'builds')) && retainedFolders().length > 0;
  while (!isCopying()) await new Promise(setImmediate);
}

/** What a build leaves: the files of the one before are gone. */
function build(name: string): void {
  rmSync(appFolder, { recursive: true, force: true });
  built += 1;
  mkdirSync(join(appFolder, 'assets'), { recursive: true });
  writeFileSync(join(appFolder, 'assets', `page-${name}.js`), name);
  writeFileSync(join(appFolder, 'assets', 'libraries-same.js'), 'the same in all');
  const worker = join(appFolder, 'sw.js');
  writeFileSync(worker, 'self;');
  // Builds within one tick of the file system's clock are still two.
  utimesSync(worker, built, built);
}

/** Builds one after the other, each a minute after the one before. */
async function buildInTurn(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    build(name);
    await keeper().keep();
    clock.advance(60_000);
  }
}

async function read(name: string): Promise<string | undefined> {
  const found = await keeper().find(name);
  return found === undefined ? undefined : readFileSync(join(found, name), 'utf8');
}

test('a file of an earlier build is found, and one that never was is not', async () => {
  build('one');
  await keeper().keep();
  build('two');
  await keeper().keep();
  expect(await read('page-one.js')).toBe('one');
  expect(await read('page-never.js')).toBeUndefined();
});

test('three builds are kept, those that were current last', async () => {
  await buildInTurn('one', 'two', 'three', 'four');
  expect(retainedFolders()).toHaveLength(KEPT_BUILDS);
  expect(await read('page-one.js')).toBeUndefined();
  expect([await read('page-two.js'), await read('page-four.js')]).toEqual(['two', 'four']);
});

test('a build that comes back is the newest again', async () => {
  await buildInTurn('one', 'two', 'three', 'one', 'four');
  expect(await read('page-one.js')).toBe('one');
  expect(await read('page-two.js')).toBeUndefined();
});

test('the same build is kept once, however often the exchange starts', async () => {
  build('one');
  await keeper().keep();
  await keeper().keep();
  expect(retainedFolders()).toHaveLength(1);
});

test('nodes that start at once keep one whole copy', async () => {
  build('one');
  await Promise.all(Array.from({ length: 8 }, () => keeper().keep()));
  expect(retainedFolders()).toHaveLength(1);
  expect(await read('page-one.js')).toBe('one');
  expect(await read('libraries-same.js')).toBe('the same in all');
});

test('a copy that a crash left half is never read, and goes after an hour', async () => {
  build('one');
  const half = join(dataDir, 'builds', '.unfinished-1');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'page-half.js'), 'ha');
  await keeper().keep();
  expect(await read('page-half.js')).toBeUndefined();
  expect(retainedFolders()).toContain('.unfinished-1');
  const longAgo = new Date(clock.nowMs() - 3_601_000);
  utimesSync(half, longAgo, longAgo);
  await keeper().keep();
  expect(retainedFolders()).not.toContain('.unfinished-1');
});

test('a build that comes while the exchange runs is kept as soon as it is whole', async () => {
  const running = keeper();
  build('one');
  await running.keepIfNew();
  build('two');
  await running.keepIfNew();
  await running.keepIfNew();
  build('three');
  expect([await read('page-one.js'), await read('page-two.js')]).toEqual(['one', 'two']);
  expect(retainedFolders()).toHaveLength(2);
});

test('a build that comes while the one before is copied is kept after it', async () => {
  const running = keeper();
  build('one');
  enlarge();
  const first = running.keepIfNew();
  await untilItCopies();
  build('two');
  const later = [running.keepIfNew(), running.keepIfNew()];
  await expect(first).rejects.toThrow();
  await Promise.all(later);
  expect(await read('page-two.js')).toBe('two');
  expect(retainedFolders()).toHaveLength(1);
});

test('who closes while a build is copied waits for no more than a file, and leaves nothing half', async () => {
  const running = keeper();
  build('one');
  enlarge();
  const keeping = running.keepIfNew();
  await untilItCopies();
  await running.close();
  expect(retainedFolders()).toEqual([]);
  await keeping;
  await running.keepIfNew();
  expect(retainedFolders()).toEqual([]);
});

test('where no app is built nothing is kept', async () => {
  await keeper().keep();
  expect(await keeper().find('page-one.js')).toBeUndefined();
});
