/**
 * Private files that survive a power loss, and those that are created once for all nodes that share the data folder.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** Contents of a file; undefined when it does not exist. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Contents of a file, which is created with `text` when it does not exist. It appears complete or not at all, and the
 * first one stays, so that nodes that start together agree.
 */
export async function savePrivateFile(path: string, text: string): Promise<string> {
  const existing = await readPrivateFile(path);
  if (existing !== undefined) return existing;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeThrough(draft, text);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(dirname(path));
  const first = await readPrivateFile(path);
  if (first === undefined) throw new Error(`${path} is gone`);
  return first;
}

/**
 * Writes a file and syncs it to the disk, so that no data that depends on it survives without it. An existing file is
 * replaced.
 */
export async function writeThrough(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w', OWNER_ONLY);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name survives a power loss only when its folder is synced too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
