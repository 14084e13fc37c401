/** `pg_dump` and `pg_restore` of PostgreSQL, as streams. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { env } from 'node:process';
import { BackupError, createByteReader, type BackupEntry } from './backupFile.ts';

/** Names of the parts of a dump; concatenated in order, they are one file for `pg_restore`. */
export const DUMP_PART = /^database\.dump\.\d{6}$/;
/** Size of a part, which is in memory. */
const PART_BYTES = 16 * 1024 * 1024;
/** URL parameters that only the driver supports, not `pg_dump`. */
const DRIVER_PARAMETERS = ['uselibpqcompat', 'ssl'];

/** Dump of a database by `pg_dump`, in parts. Throws a {@link BackupError} when the tool is missing or fails. */
export async function* dumpEntries(databaseUrl: string): AsyncGenerator<BackupEntry> {
  const dump = start('pg_dump', ['--format=custom', '--compress=0'], databaseUrl);
  dump.stdin.end();
  const reader = createByteReader(dump.stdout as AsyncIterable<Buffer>);
  try {
    for (let number = 1; ; number += 1) {
      const part = await reader.read(PART_BYTES);
      if (part.length > 0) yield bytesEntry(`database.dump.${String(number).padStart(6, '0')}`, part);
      if (part.length < PART_BYTES) break;
    }
    await dump.ended;
  } finally {
    dump.kill();
  }
}

/** Fills a blank database from a dump, completely or not at all. Throws a {@link BackupError}. */
export async function restoreDump(databaseUrl: string, parts: AsyncIterable<Buffer>): Promise<void> {
  // Opening the database grants the rights of this exchange's roles.
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  const restore = start('pg_restore', options, databaseUrl);
  // When it ends early its own report is the reason, not the broken pipe.
  restore.stdin.on('error', () => undefined);
  restore.stdout.resume();
  for await (const part of parts) {
    if (restore.stdin.destroyed) break;
    if (!restore.stdin.write(part)) await Promise.race([once(restore.stdin, 'drain'), restore.ended]);
  }
  restore.stdin.end();
  await restore.ended;
}

function start(tool: string, options: readonly string[], databaseUrl: string) {
  const { url, password } = withoutPassword(databaseUrl);
  const child = spawn(tool, [...options, `--dbname=${url}`], {
    env: { ...env, ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      reject(new BackupError(isMissing ? missing(tool) : `${tool} cannot be started: ${error.message}`));
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupError(errors.join('').trim() || `${tool} ended with ${code}`));
    });
  });
  // Callers await it at the end; until then a rejection must not be unhandled.
  ended.catch(() => undefined);
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => child.kill() };
}

function missing(tool: string): string {
  return `${tool} is not there: install the client programs of PostgreSQL, of the server's version or a newer one.`;
}

/** Other users of the machine can see the arguments of a process. */
function withoutPassword(databaseUrl: string): { readonly url: string; readonly password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  for (const name of DRIVER_PARAMETERS) url.searchParams.delete(name);
  return { url: url.href, password };
}

// Files and folders as entries of a backup, read while others may write them.

const READ_BYTES = 256 * 1024;
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

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

// Contents of a backup, and their places in a data folder.

/** File that describes the backup. */
export const MANIFEST = 'backup.json';
/** Uploads of users, and pictures of articles. */
export const DATA_FOLDERS: readonly string[] = ['uploads', 'content'];
/** First key of the transparency log; others are beside it with a number. */
export const LOG_KEY = 'log.key';
const KEY_FILE = /^(?:secrets\.key|seed\.key|vapid\.json|log\.key(?:\.[1-9]\d{0,3})?)$/;

/** Whether a file of the data folder is a key that must be backed up. */
export function isKeyFile(name: string): boolean {
  return KEY_FILE.test(name);
}

/** Target path of an entry below a folder; undefined for an unknown entry. */
export function placeBelow(folder: string, name: string): string | undefined {
  const [first = ''] = name.split('/', 1);
  if (first === 'database') return join(folder, 'pg', name.slice('database'.length));
  if (DATA_FOLDERS.includes(first) || name === MANIFEST || DUMP_PART.test(name)) return join(folder, name);
  if (name === 'published/log.last') return join(folder, 'log.last');
  return dirname(name) === 'keys' && isKeyFile(basename(name)) ? join(folder, basename(name)) : undefined;
}
