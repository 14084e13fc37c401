// The folder for the files of a test run.
import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A phone test begins with 1,500 files, and a file system in memory makes them in a tenth of a disk's time.
const IN_MEMORY = '/dev/shm';
// Three exchanges and three browsers at once, several times over.
const ROOM_BYTES = 4 * 1024 ** 3;

/** @param {string} folder */
function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Makes a folder, in memory where the system has such a place with enough room; the caller removes it. */
export function makeScratch() {
  return mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'halyard-test-'));
}
