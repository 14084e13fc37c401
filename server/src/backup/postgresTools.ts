/** `pg_dump` and `pg_restore` of PostgreSQL, as streams. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { env } from 'node:process';
import type { BackupEntry } from './backupFile.ts';
import { BackupError } from './backupError.ts';
import { createByteReader } from './byteReader.ts';
import { bytesEntry } from './folderEntries.ts';

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
