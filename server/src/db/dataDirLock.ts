/** One process a data directory: PGlite has no server that could refuse the second. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';

const FILE = 'lock';

type Owner = { readonly pid: number; readonly born: string };

// Directories that this very process holds: its own id in a lock file proves nothing, because a container's processes
// get the same ids after each restart.
const held = new Map<string, symbol>();

/** What the lock says about who holds the directory. */
export class DataDirLockedError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by the process ${pid}: stop it, or set DATA_DIR to another directory.`,
    );
    this.name = 'DataDirLockedError';
  }
}

/**
 * Takes the lock or throws `DataDirLockedError`; answers the function that gives it back. A lock whose owner is gone is
 * taken over.
 */
export function lockDataDir(dataDir: string): () => void {
  const directory = resolve(dataDir);
  mkdirSync(directory, { recursive: true });
  const path = join(directory, FILE);
  // A link appears with its content, so nobody ever reads a lock that is half written.
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
  // Another process may have replaced the stale lock between the look and the move: then it gets its own back.
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
    // EPERM: it lives and belongs to somebody else.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const now = bornAt(pid);
  return born === '' || now === '' || born === now;
}

/**
 * When a process was started, so that a reused id is told from its earlier bearer; empty where the system does not say.
 */
function bornAt(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the start time is the twentieth field after it (proc(5)).
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return '';
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
