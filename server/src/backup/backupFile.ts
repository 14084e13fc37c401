/** A backup as one file: a gzipped tar archive, encrypted or not. Nothing of it is ever in memory as a whole. */
import { closeSync, createReadStream, createWriteStream, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../privateFile.ts';
import { BackupError, fileFault } from './backupError.ts';
import { createByteReader } from './byteReader.ts';
import { decrypted, encrypted, type Opener, type Recipient } from './encryption.ts';
import { readTar, TAR_END, tarHeader, tarPadding, type TarEntry } from './tar.ts';

/** A file or folder that goes into a backup, with as many bytes as its size says. */
export type BackupEntry = TarEntry & { readonly content?: AsyncIterable<Buffer> };

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const DRAFT = '.partial';
/** A draft that nobody has written to for so long was left by a process that was killed. */
const LEFT_MS = 24 * 60 * 60_000;
/** Four times as fast as the usual level, and a tenth larger. */
const GZIP_LEVEL = 1;
/** What feeding a stream ends with that its reader closed. */
const CUT_OFF = 'ERR_STREAM_PREMATURE_CLOSE';
/** At a time; with less of it most of the time goes into handing parts on. */
const PART_BYTES = 256 * 1024;

/**
 * Writes a backup. It appears under `path` when it is whole and on the disk, and leaves nothing when it fails. Answers
 * its size in bytes. Throws a {@link BackupError} for a path that exists, and for a full disk.
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
    // Whoever gives the entries ends first what they began for them.
    await archive.return(undefined);
    await rm(draft, { force: true });
    throw isOfSystem(error) ? fileFault(path, error) : error;
  }
}

/** How to unpack. */
export type Unpacking = {
  /** Where a file or folder of the backup goes; undefined for one that no backup has. */
  readonly placeOf: (name: string) => string | undefined;
  readonly isLasting: boolean;
};

/**
 * Unpacks a backup to the places that `placeOf` names. With `isLasting` each is
 * written through to the disk. Throws a {@link BackupError} for what is not whole or was changed; a part of it may be
 * there then.
 */
export async function unpackBackup(path: string, opener: Opener, how: Unpacking): Promise<void> {
  try {
    const unzipped = createGunzip({ chunkSize: PART_BYTES });
    const source = createReadStream(path, { highWaterMark: PART_BYTES });
    const feeding = pipeline(source, (bytes: AsyncIterable<Buffer>) => decrypted(bytes, opener), unzipped);
    const unpacking = unpackAll(unzipped as AsyncIterable<Buffer>, how).finally(() => unzipped.destroy());
    // Both have ended then: nothing is written any more where a caller removes what there is.
    const [fed, unpacked] = await Promise.allSettled([feeding, unpacking]);
    if (fed.status === 'rejected' && codeOf(fed.reason) !== CUT_OFF) throw fed.reason;
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
  // Only what was read to its end was proved to be whole.
  for await (const _rest of reader.stream(Number.POSITIVE_INFINITY));
}

async function unpackOne(
  { name, isFolder }: TarEntry,
  content: AsyncIterable<Buffer>,
  { placeOf, isLasting }: Unpacking,
): Promise<void> {
  const path = isSafe(name) ? placeOf(name) : undefined;
  if (path === undefined) throw new BackupError(`The backup holds ${JSON.stringify(name)}, which no backup has.`);
  // Synchronous, which for a thousand small files takes half of the time: only the tool does this.
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

/** Below the folder that it is unpacked to. */
function isSafe(name: string): boolean {
  return name.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
}

async function removeLeftDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.') || !name.endsWith(DRAFT)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > LEFT_MS) await rm(join(folder, name));
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const isOfZip = (error: unknown) => codeOf(error).startsWith('Z_');
const isOfSystem = (error: unknown) => /^E[A-Z]+$/.test(codeOf(error));
