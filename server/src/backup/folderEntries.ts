/** Files and folders as entries of a backup, read while others may write them. */
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupEntry } from './backupFile.ts';

const READ_BYTES = 256 * 1024;
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Entry of a folder. */
export function folderEntry(name: string): BackupEntry {
  return { name, isFolder: true, size: 0 };
}

/** Entry of a file with known bytes. */
export function bytesEntry(name: string, bytes: Uint8Array): BackupEntry {
  return { name, isFolder: false, size: bytes.length, content: one(Buffer.from(bytes)) };
}

/**
 * Everything below a folder, except the paths in it that `isLeftOut` names; nothing when it does not exist. A file that
 * is removed meanwhile is omitted. Of one that grows only the initial size is read; one that shrinks is padded with
 * zeros.
 */
export async function* folderEntries(
  name: string,
  folder: string,
  isLeftOut: (path: string) => boolean = () => false,
): AsyncGenerator<BackupEntry> {
  yield* entriesBelow({ name, folder, isLeftOut }, '');
}

type Walk = {
  readonly name: string;
  readonly folder: string;
  readonly isLeftOut: (path: string) => boolean;
};

async function* entriesBelow(walk: Walk, below: string): AsyncGenerator<BackupEntry> {
  const entries = await readdir(join(walk.folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (entries === undefined) return;
  yield folderEntry(join(walk.name, below));
  for (const entry of entries) {
    const path = join(below, entry.name);
    if (walk.isLeftOut(path)) continue;
    if (entry.isDirectory()) yield* entriesBelow(walk, path);
    else if (entry.isFile()) yield* fileEntry(join(walk.name, path), join(walk.folder, path));
  }
}

/** Entry of a file, or none when it does not exist. */
export async function* fileEntry(name: string, path: string): AsyncGenerator<BackupEntry> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    yield { name, isFolder: false, size, content: bytesOf(file, size) };
  } finally {
    await file.close();
  }
}

async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const wanted = Buffer.alloc(Math.min(READ_BYTES, size - at));
    const { bytesRead } = await file.read(wanted, 0, wanted.length, at);
    const read = bytesRead === 0 ? wanted : wanted.subarray(0, bytesRead);
    at += read.length;
    yield read;
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
