// An archive that cannot be written fails, in place of waiting for ever, and an archive of equal entries is equal.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { writeZip, type ZipEntry } from './zipFile.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-zip-'));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;
/** Entries of random bytes, which do not shrink, so that the packer is soon full; closed when nothing reads on. */
function largeFile(onPiece: (piece: number) => void) {
  const state = { isClosed: false };
  const pieces = async function* () {
    try {
      for (let piece = 0; piece < 100; piece += 1) {
        onPiece(piece);
        yield randomBytes(64 * 1024);
      }
    } finally {
      state.isClosed = true;
    }
  };
  return { state, entries: entriesOf({ name: 'large.bin', pieces: pieces() }) };
}
async function* entriesOf(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

it('ends with the fault of a full disk, and stops reading', async () => {
  const full = (...words: readonly unknown[]) => {
    const callback = words.at(-1) as (error: Error) => void;
    setImmediate(callback, Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  };
  const { state, entries } = largeFile((piece) => {
    if (piece !== 10) return;
    vi.spyOn(fs, 'write').mockImplementation(full as never);
    vi.spyOn(fs, 'writev').mockImplementation(full as never);
  });
  await expect(writeZip(join(folder, 'full.zip'), entries, never)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(state.isClosed).toBe(true);
});

it('ends with the fault of an entry that cannot be read', async () => {
  const { state, entries } = largeFile((piece) => {
    if (piece === 10) throw new Error('no row');
  });
  await expect(writeZip(join(folder, 'unread.zip'), entries, never)).rejects.toThrow('no row');
  expect(state.isClosed).toBe(true);
});

it('stops when its job has to', async () => {
  const lease = new AbortController();
  const { state, entries } = largeFile((piece) => {
    if (piece === 10) lease.abort();
  });
  await expect(writeZip(join(folder, 'stopped.zip'), entries, lease.signal)).rejects.toThrow(/abort/);
  expect(state.isClosed).toBe(true);
});

it('is of its owner alone, and equal for equal entries', async () => {
  const paths = ['one.zip', 'two.zip'].map((name) => join(folder, name));
  for (const path of paths) {
    const entries = entriesOf({ name: 'a.json', pieces: ['[', '', ']'] }, { name: 'b/c.csv', pieces: [] });
    const bytes = await writeZip(path, entries, never);
    expect(await stat(path)).toMatchObject({ size: bytes, mode: 0o100_600 });
  }
  const [one, two] = await Promise.all(paths.map((path) => readFile(path)));
  expect(one).toEqual(two);
});
