/** One process per data directory: PGlite has no server that could refuse a second one. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

const FILE = 'lock';

type Owner = { readonly pid: number; readonly born: string };

// Directories that this process holds. Its own id in a lock file proves nothing, because a container's processes get
// the same ids after each restart.
const held = new Map<string, symbol>();

/** Another process holds the directory. */
export class DataDirLockedError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by the process ${pid}: stop it, or set DATA_DIR to another directory.`,
    );
    this.name = 'DataDirLockedError';
  }
}

/**
 * Takes the lock or throws `DataDirLockedError`; returns the function that releases it. A lock whose owner has ended is
 * taken over.
 */
export function lockDataDir(dataDir: string): () => void {
  const directory = resolve(dataDir);
  mkdirSync(directory, { recursive: true });
  const path = join(directory, FILE);
  // A link appears together with its content, so that a partly written lock is never read.
  const draft = join(directory, `${FILE}.${randomUUID()}`);
  writeFileSync(draft, JSON.stringify({ pid: process.pid, born: bornAt(process.pid) } satisfies Owner));
  try {
    while (!tryLink(draft, path)) removeStale(path, directory);
  } finally {
    rmSync(draft, { force: true });
  }
  const token = Symbol(directory);
  held.set(directory, token);
  return () => {
    if (held.get(directory) !== token) return;
    held.delete(directory);
    rmSync(path, { force: true });
  };
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function removeStale(path: string, directory: string): void {
  const seen = readOwner(path);
  if (seen !== undefined && isAlive(seen, directory)) throw new DataDirLockedError(directory, seen.pid);
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  // Another process may have replaced the stale lock between the check and the move: restore its lock.
  const moved = readOwner(aside);
  if (moved !== undefined && (moved.pid !== seen?.pid || moved.born !== seen.born)) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function readOwner(path: string): Owner | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner> | null;
    return typeof value?.pid === 'number' && typeof value.born === 'string'
      ? { pid: value.pid, born: value.born }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, born }: Owner, directory: string): boolean {
  if (pid === process.pid) return held.has(directory);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const now = bornAt(pid);
  return born === '' || now === '' || born === now;
}

/**
 * Start time of a process, which distinguishes a reused id from its earlier process; empty where the system does not
 * provide it.
 */
function bornAt(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the start time is the twentieth field after it (proc(5)).
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return '';
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

// Restricts the data folder to its owner: it contains the database, keys and users' documents. The process's `umask`
// makes new files private; these functions cover the rest.

/** Permission bits of group and others. */
export const OF_OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Removes other users' access to a data folder, and to the database in it, when an older version or an administrator
 * created it with wider permissions. A folder of another owner or a shared one (`/tmp`) is not changed.
 */
export function makePrivate(dataDir: string): void {
  const folder = lstatSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined || folder.uid !== process.getuid?.()) return;
  if ((folder.mode & OF_OTHERS) === 0 || (folder.mode & STICKY) !== 0) return;
  closeTree(join(dataDir, 'pg'));
  // Last, so that an interrupted run is repeated.
  chmodSync(dataDir, folder.mode & ~OF_OTHERS);
}

/**
 * Removes other users' access to a folder and all its contents: PGlite creates files with wide permissions regardless
 * of the `umask`.
 */
export function closeTree(folder: string): void {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of [folder, ...paths]) chmodSync(path, lstatSync(path).mode & ~OF_OTHERS);
}
