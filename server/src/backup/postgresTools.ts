/** `pg_dump` and `pg_restore`, which come with PostgreSQL, as streams. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { env } from 'node:process';
import type { BackupEntry } from './backupFile.ts';
import { BackupError } from './backupError.ts';
import { createByteReader } from './byteReader.ts';
import { bytesEntry } from './folderEntries.ts';

/** How the parts of a dump are called; together, in their order, they are one file for `pg_restore`. */
export const DUMP_PART = /^database\.dump\.\d{6}$/;
/** In memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;
/** What the driver understands and `pg_dump` does not. */
const OF_THE_DRIVER = ['uselibpqcompat', 'ssl'];

/** What `pg_dump` says of a database, in parts. Throws a {@link BackupError} where the tool is missing or fails. */
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

/** Fills a blank database from a dump, all of it or nothing. Throws a {@link BackupError}. */
export async function restoreDump(databaseUrl: string, parts: AsyncIterable<Buffer>): Promise<void> {
  // Rights are those of this exchange's roles, which opening the database gives.
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  const restore = start('pg_restore', options, databaseUrl);
  // What it reports when it ends early is the reason, not the broken pipe.
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
  // It is awaited at the end; until then nobody hears of it.
  ended.catch(() => undefined);
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => child.kill() };
}

function missing(tool: string): string {
  return `${tool} is not there: install the client programs of PostgreSQL, of the server's version or a newer one.`;
}

/** Other users of the machine see what a program is started with. */
function withoutPassword(databaseUrl: string): { readonly url: string; readonly password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  for (const name of OF_THE_DRIVER) url.searchParams.delete(name);
  return { url: url.href, password };
}
