/**
 * Encryption of a backup in chunks, like age: X25519 or scrypt for the key, AES-256-GCM for 64 KiB at a time, with a
 * counter and a marker of the last chunk in the nonce. Chunks can therefore not be changed, moved, omitted or truncated
 * undetected.
 */
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
import * as z from 'zod/mini';
import { BackupError } from './backupError.ts';
import { createByteReader } from './byteReader.ts';

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
export async function* encrypted(source: AsyncIterable<Buffer>, to: Recipient): AsyncGenerator<Buffer> {
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
export async function* decrypted(source: AsyncIterable<Buffer>, opener: Opener): AsyncGenerator<Buffer> {
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
