/** Private files that outlive a power cut, and those that are made once for all nodes that share the data folder. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** What a file holds; undefined when there is none. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * What a file holds, made with `text` when there is none. It appears whole or not at all, and the first one stays, so
 * nodes that start together end with one.
 */
export async function savePrivateFile(path: string, text: string): Promise<string> {
  const kept = await readPrivateFile(path);
  if (kept !== undefined) return kept;
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

/** Writes a file through to the disk: what is then built on it must not outlive it. One that is there is replaced. */
export async function writeThrough(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w', OWNER_ONLY);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name outlives a power cut only when its folder is on the disk too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
