/** A backup as one file: a gzipped tar archive, optionally encrypted. It is streamed and never in memory as a whole. */
import { closeSync, createReadStream, createWriteStream, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { DAY_MS } from '@halyard/contract/time';
import { syncFolder } from '../privateFile.ts';
import { BackupError, fileFault } from './backupError.ts';
import { createByteReader, type ByteReader } from './byteReader.ts';
import { decrypted, encrypted, type Opener, type Recipient } from './encryption.ts';

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

// Reads and writes ustar archives, so that any `tar` opens an unencrypted backup.

/** A file, or a folder with `size` 0. Names are relative, with slashes. */
type TarEntry = { readonly name: string; readonly isFolder: boolean; readonly size: number };

const BLOCK = 512;
const NAME_BYTES = 100;
/** Octal, so a file must be smaller than 8 GiB: those of the database have at most 1 GiB. */
const SIZE_DIGITS = 11;
const SIZE_AT = 124;
const CHECKSUM_AT = 148;
const TYPE_AT = 156;
const FOLDER = '5';
const FILE = '0';

/** Two blocks of zeros. */
const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);

/** The block before a file's bytes. */
function tarHeader({ name, isFolder, size }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new BackupError(`The name ${name} is too long for a backup.`);
  const block = Buffer.alloc(BLOCK);
  block.write(name);
  block.write(isFolder ? '0000700\0' : '0000600\0', NAME_BYTES);
  // No owner: the user who unpacks it becomes the owner.
  block.write('0000000\0'.repeat(2), 108);
  block.write(`${size.toString(8).padStart(SIZE_DIGITS, '0')}\0`, SIZE_AT);
  block.write('00000000000\0', 136);
  block.write(isFolder ? FOLDER : FILE, TYPE_AT);
  block.write('ustar\x0000', 257);
  block.write(`${checksumOf(block)}\0 `, CHECKSUM_AT);
  return block;
}

/** The zeros after a file's bytes. */
function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/**
 * Passes each entry with its bytes to `take`, which must read them to their end. Throws a {@link BackupError} for an
 * incomplete archive.
 */
async function readTar(
  reader: ByteReader,
  take: (entry: TarEntry, content: AsyncGenerator<Buffer>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const block = await reader.read(BLOCK);
    if (block.length < BLOCK) throw notWhole();
    if (block.every((byte) => byte === 0)) return;
    const entry = entryOf(block);
    let taken = 0;
    const count = async function* () {
      for await (const part of reader.stream(entry.size)) {
        taken += part.length;
        yield part;
      }
    };
    await take(entry, count());
    if (taken !== entry.size) throw notWhole();
    await reader.read(tarPadding(entry.size).length);
  }
}

function entryOf(block: Buffer): TarEntry {
  if (block.toString('latin1', CHECKSUM_AT, CHECKSUM_AT + 6) !== checksumOf(block)) throw notWhole();
  const digits = block.toString('latin1', SIZE_AT, SIZE_AT + SIZE_DIGITS);
  const size = Number.parseInt(digits, 8);
  const [name = ''] = block.toString('utf8', 0, NAME_BYTES).split('\0', 1);
  return { name, size, isFolder: block.toString('latin1', TYPE_AT, TYPE_AT + 1) === FOLDER };
}

/** Six octal digits, of the block with spaces in their place. */
function checksumOf(block: Buffer): string {
  let sum = 8 * 0x20;
  for (const [at, byte] of block.entries()) if (at < CHECKSUM_AT || at >= CHECKSUM_AT + 8) sum += byte;
  return sum.toString(8).padStart(6, '0');
}

function notWhole(): BackupError {
  return new BackupError('The backup is not whole, or was changed: use another one.');
}
