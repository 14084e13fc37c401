// An archive that cannot be written fails, in place of waiting for ever.
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createZip } from './zipFile.ts';

let folder: string;
let handles: FileHandle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-zip-'));
  const file = await open(join(folder, 'other'), 'w');
  await file.close();
  handles = Object.getPrototypeOf(file) as FileHandle;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rm(folder, { recursive: true }));

it('ends with the fault of a full disk, and stops reading', async () => {
  const zip = await createZip(join(folder, 'full.zip'), new AbortController().signal);
  const write = vi.spyOn(handles, 'write');
  let isClosed = false;
  const pieces = async function* () {
    try {
      // Random bytes do not shrink, so the packer is soon full.
      for (let piece = 0; piece < 100; piece += 1) {
        if (piece === 10) write.mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
        yield randomBytes(64 * 1024);
      }
    } finally {
      isClosed = true;
    }
  };
  await expect(zip.add('large.bin', pieces())).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(isClosed).toBe(true);
  await zip.abandon();
});
