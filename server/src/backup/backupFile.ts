/** A backup as one file: a gzipped tar archive, optionally encrypted. It is streamed and never in memory as a whole. */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  scryptSync,
  type KeyObject,
} from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import { DAY_MS } from '@halyard/contract/time';
import { syncFolder } from '../privateFile.ts';

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

// Encryption of a backup in chunks, like age: X25519 or scrypt for the key, AES-256-GCM for 64 KiB at a time, with a
// counter and a marker of the last chunk in the nonce. Chunks can therefore not be changed, moved, omitted or truncated
// undetected.

/** Recipient of an encrypted backup. */
export type Recipient = { readonly publicKey: string } | { readonly passphrase: string };
/** Secret that decrypts a backup. */
export type Opener = { readonly secretKey?: KeyObject | undefined; readonly passphrase?: string | undefined };

const header = z.object({
  'halyard-backup': z.literal(1),
  /** Public key of the recipient, and the ephemeral one of this backup; in base64url. */
  recipient: z.optional(z.string()),
  ephemeral: z.optional(z.string()),
  /** Salt of scrypt in base64url, and the binary logarithm of its cost. */
  salt: z.optional(z.string()),
  bits: z.optional(z.int().check(z.minimum(10), z.maximum(18))),
});
type Header = z.output<typeof header>;

const CHUNK = 64 * 1024;
const TAG = 16;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const SCRYPT_BITS = 17;
const HEADER_BYTES_MAX = 1000;
const DOMAIN = 'halyard/backup/v1\n';
/** First bytes of every encrypted backup; an unencrypted one is a gzip file. */
const BEGINNING = '{"halyard-backup"';

/** Creates a key pair: the secret key as PEM, for another machine, and the text of the public key. */
export function newBackupKey(): { readonly pem: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('x25519');
  return { pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: publicTextOf(privateKey) };
}

/** Whether a text has the form of a public key of {@link newBackupKey}. */
export function isBackupPublicKey(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Parses the secret key. Throws a {@link BackupError}. */
export function parseBackupKey(pem: string, path: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'x25519') return key;
  } catch {
    // Reported below, without the file's contents.
  }
  throw new BackupError(`${path} is no key that "backup key" made.`);
}

/** Encrypts a stream. */
async function* encrypted(source: AsyncIterable<Buffer>, to: Recipient): AsyncGenerator<Buffer> {
  const { line, key } = 'publicKey' in to ? forKey(to.publicKey) : forPassphrase(to.passphrase);
  yield Buffer.from(line);
  const reader = createByteReader(source);
  let chunk = await reader.read(CHUNK);
  for (let index = 0; ; index += 1) {
    const next = chunk.length < CHUNK ? Buffer.alloc(0) : await reader.read(CHUNK);
    const isLast = next.length === 0;
    const cipher = createCipheriv(CIPHER, key, nonceOf(index, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    if (isLast) return;
    chunk = next;
  }
}

/**
 * Decrypts a stream of {@link encrypted}; an unencrypted stream is passed on unchanged. Throws a {@link BackupError}
 * before it returns any changed data.
 */
async function* decrypted(source: AsyncIterable<Buffer>, opener: Opener): AsyncGenerator<Buffer> {
  const reader = createByteReader(source);
  const beginning = await reader.read(BEGINNING.length);
  if (beginning.toString('latin1') !== BEGINNING) {
    yield beginning;
    yield* reader.stream(Number.POSITIVE_INFINITY);
    return;
  }
  let line = beginning.toString('latin1');
  while (!line.endsWith('\n') && line.length < HEADER_BYTES_MAX) {
    const byte = await reader.read(1);
    if (byte.length === 0) break;
    line += byte.toString('latin1');
  }
  const key = keyFor(line, opener);
  let chunk = await reader.read(CHUNK + TAG);
  for (let index = 0; ; index += 1) {
    const next = await reader.read(CHUNK + TAG);
    yield open(chunk, key, { index, isLast: next.length === 0 });
    if (next.length === 0) return;
    chunk = next;
  }
}

function open(chunk: Buffer, key: Uint8Array, { index, isLast }: { index: number; isLast: boolean }): Buffer {
  try {
    const end = chunk.length - TAG;
    const decipher = createDecipheriv(CIPHER, key, nonceOf(index, isLast), { authTagLength: TAG });
    decipher.setAuthTag(chunk.subarray(end));
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
  } catch {
    const cause = index === 0 ? 'The passphrase is another one, or the backup' : 'The backup';
    throw new BackupError(`${cause} is not whole or was changed: nothing was restored.`);
  }
}

function forKey(recipient: string) {
  const { privateKey } = generateKeyPairSync('x25519');
  const line = lineOf({ 'halyard-backup': 1, recipient, ephemeral: publicTextOf(privateKey) });
  return { line, key: keyOf(diffieHellman({ privateKey, publicKey: publicKeyOf(recipient) }), line) };
}

function forPassphrase(passphrase: string) {
  const salt = randomBytes(KEY_BYTES).toString('base64url');
  const line = lineOf({ 'halyard-backup': 1, salt, bits: SCRYPT_BITS });
  return { line, key: keyOf(stretched(passphrase, salt, SCRYPT_BITS), line) };
}

function keyFor(line: string, { secretKey, passphrase }: Opener): Uint8Array {
  const { recipient, ephemeral, salt, bits } = parseHeader(line);
  if (recipient !== undefined && ephemeral !== undefined) {
    if (secretKey === undefined) throw new BackupError(`It is encrypted for the key ${recipient}: --key <file>.`);
    if (publicTextOf(secretKey) !== recipient) throw new BackupError(`It is encrypted for another key, ${recipient}.`);
    return keyOf(diffieHellman({ privateKey: secretKey, publicKey: publicKeyOf(ephemeral) }), line);
  }
  if (salt === undefined || bits === undefined) throw unreadable();
  if (passphrase === undefined) throw new BackupError('It is encrypted with a passphrase: --passphrase <file>.');
  return keyOf(stretched(passphrase, salt, bits), line);
}

function parseHeader(line: string): Header {
  try {
    return z.parse(header, JSON.parse(line));
  } catch {
    throw unreadable();
  }
}

const lineOf = (fields: Header) => `${JSON.stringify(fields)}\n`;

/** Bound to the whole header. */
function keyOf(secret: Uint8Array, line: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `${DOMAIN}${line}`, KEY_BYTES));
}

function stretched(passphrase: string, salt: string, bits: number): Buffer {
  const rounds = 2 ** bits;
  const options = { N: rounds, r: 8, p: 1, maxmem: 2048 * rounds };
  return scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), KEY_BYTES, options);
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(index), NONCE_BYTES - 9);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

function publicTextOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? '';
}

function publicKeyOf(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}

function unreadable(): BackupError {
  return new BackupError('This is no backup that this version reads.');
}

/** Reads exact lengths from a stream of chunks of any length. */

/** Reads from one source, in order. */
type ByteReader = {
  /** The next `length` bytes; fewer when the source ends before. */
  read(length: number): Promise<Buffer>;
  /** The next `length` bytes as they arrive; fewer when the source ends before. */
  stream(length: number): AsyncGenerator<Buffer>;
};

export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function* stream(length: number): AsyncGenerator<Buffer> {
    let missing = length;
    while (missing > 0) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return;
        rest = next.value;
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }
  return {
    stream,
    read: async (length) => {
      const parts: Buffer[] = [];
      for await (const part of stream(length)) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}

/** A backup cannot be made, opened or restored; the message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Fault of a file or folder, in one line. */
export function fileFault(path: string, error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(`There is no room left for ${path}.`);
  return new BackupError(`${path}: ${code ?? message}`);
}
