/** A backup as one file: a gzipped tar archive, optionally encrypted. It is streamed and never in memory as a whole. */
import { closeSync, createReadStream, createWriteStream, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { DAY_MS } from '@halyard/contract/time';
import { syncFolder } from '../privateFile.ts';
import { BackupError, fileFault } from './backupError.ts';
import { createByteReader } from './byteReader.ts';
import { decrypted, encrypted, type Opener, type Recipient } from './encryption.ts';
import { readTar, TAR_END, tarHeader, tarPadding, type TarEntry } from './tar.ts';

/** A file or folder of a backup; `content` has as many bytes as `size`. */
export type BackupEntry = TarEntry & { readonly content?: AsyncIterable<Buffer> };

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const DRAFT = '.partial';
/** An older draft belongs to a process that was killed. */
const STALE_MS = DAY_MS;
/** Four times as fast as the default level, and a tenth larger. */
const GZIP_LEVEL = 1;
/** Error code of a stream whose reader closed it. */
const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';
/** Size of a part; smaller parts spend most of the time on passing them on. */
const PART_BYTES = 256 * 1024;

/**
 * Writes a backup. It appears at `path` when it is complete and synced, and leaves nothing on failure. Returns its size
 * in bytes. Throws a {@link BackupError} for a path that exists, and for a full disk.
 */
export async function writeBackup(
  path: string,
  to: Recipient | undefined,
  entries: AsyncIterable<BackupEntry>,
): Promise<number> {
  if ((await stat(path).catch(() => undefined)) !== undefined)
    throw new BackupError(`${path} exists: a backup is never written over.`);
  const folder = dirname(path);
  const draft = join(folder, `.${basename(path)}${DRAFT}`);
  const archive = archived(entries);
  try {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    await removeLeftDrafts(folder);
    await pipeline(
      archive,
      createGzip({ level: GZIP_LEVEL, chunkSize: PART_BYTES }),
      (zipped: AsyncIterable<Buffer>) => (to === undefined ? zipped : encrypted(zipped, to)),
      createWriteStream(draft, { flags: 'wx', mode: FILE_MODE, flush: true }),
    );
    const { size } = await stat(draft);
    await rename(draft, path);
    await syncFolder(folder);
    return size;
  } catch (error) {
    // Lets the producer of the entries release its resources first.
    await archive.return(undefined);
    await rm(draft, { force: true });
    throw isOfSystem(error) ? fileFault(path, error) : error;
  }
}

/** Options of unpacking. */
export type Unpacking = {
  /** Target path of a file or folder of the backup; undefined for an unknown one. */
  readonly placeOf: (name: string) => string | undefined;
  readonly isLasting: boolean;
};

/**
 * Unpacks a backup to the paths of `placeOf`. With `isLasting` each file is synced to the disk. Throws a {@link
 * BackupError} for an incomplete or changed backup; some files may exist then.
 */
export async function unpackBackup(path: string, opener: Opener, how: Unpacking): Promise<void> {
  try {
    const unzipped = createGunzip({ chunkSize: PART_BYTES });
    const source = createReadStream(path, { highWaterMark: PART_BYTES });
    const feeding = pipeline(source, (bytes: AsyncIterable<Buffer>) => decrypted(bytes, opener), unzipped);
    const unpacking = unpackAll(unzipped as AsyncIterable<Buffer>, how).finally(() => unzipped.destroy());
    // Both have ended then, so nothing is written while a caller removes the files.
    const [fed, unpacked] = await Promise.allSettled([feeding, unpacking]);
    if (fed.status === 'rejected' && codeOf(fed.reason) !== PREMATURE_CLOSE) throw fed.reason;
    if (unpacked.status === 'rejected') throw unpacked.reason;
  } catch (error) {
    if (isOfZip(error)) throw new BackupError('The backup is not whole, or was changed: nothing was restored.');
    throw isOfSystem(error) ? fileFault((error as NodeJS.ErrnoException).path ?? path, error) : error;
  }
}

async function* archived(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Buffer> {
  for await (const { content, ...entry } of entries) {
    yield tarHeader(entry);
    if (content !== undefined) yield* content;
    yield tarPadding(entry.size);
  }
  yield TAR_END;
}

async function unpackAll(unzipped: AsyncIterable<Buffer>, unpacking: Unpacking): Promise<void> {
  const reader = createByteReader(unzipped);
  await readTar(reader, (entry, content) => unpackOne(entry, content, unpacking));
  // The backup is verified only when it was read to its end.
  for await (const _rest of reader.stream(Number.POSITIVE_INFINITY));
}

async function unpackOne(
  { name, isFolder }: TarEntry,
  content: AsyncIterable<Buffer>,
  { placeOf, isLasting }: Unpacking,
): Promise<void> {
  const path = isSafe(name) ? placeOf(name) : undefined;
  if (path === undefined) throw new BackupError(`The backup holds ${JSON.stringify(name)}, which no backup has.`);
  // Synchronous, which halves the time for a thousand small files; only the tool does this.
  mkdirSync(isFolder ? path : dirname(path), { recursive: true, mode: FOLDER_MODE });
  if (isFolder) return;
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    for await (const part of content) writeFileSync(file, part);
    if (isLasting) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Whether a path stays below the target folder. */
function isSafe(name: string): boolean {
  return name.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
}

async function removeLeftDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.') || !name.endsWith(DRAFT)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > STALE_MS) await rm(join(folder, name));
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const isOfZip = (error: unknown) => codeOf(error).startsWith('Z_');
const isOfSystem = (error: unknown) => /^E[A-Z]+$/.test(codeOf(error));
