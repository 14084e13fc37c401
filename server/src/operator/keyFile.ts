/** An operator's private key: a file on their machine that only they can read. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { fromBase64, joinBytes, toBase64 } from '@halyard/contract/transparency/bytes';
import { isSignedBy, PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '@halyard/contract/transparency/note';
import { CommandError, UsageError } from './command.ts';

const FILE = join('.halyard', 'operator.pem');
const OWNER_ONLY = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS = 0o077;

/** Environment variables of the tool. */
export type KeyEnvironment = Readonly<Record<string, string | undefined>>;

/** A key that signs commands. */
export type OperatorKey = {
  readonly id: string;
  /** In base64. */
  readonly publicKey: string;
  sign(words: readonly string[], about: { nonce: string; atMs: number; files: readonly NamedFile[] }): CommandSignature;
};

/**
 * Reads the key of the tool's user; undefined when there is none. Throws {@link CommandError} for a file that other
 * users can read, and for one without a key.
 */
export async function readOperatorKey(env: KeyEnvironment): Promise<OperatorKey | undefined> {
  const path = pathOf(env);
  if (path === undefined) return undefined;
  const found = await stat(path).catch(() => undefined);
  if (found === undefined && env['OPERATOR_KEY_FILE'])
    throw new CommandError(`OPERATOR_KEY_FILE ${path} is not there.`);
  if (found === undefined) return undefined;
  if ((found.mode & OTHERS) !== 0)
    throw new CommandError(`${path} can be read by others: it is not used. "chmod 600 ${path}", or make another key.`);
  return keyOf(parsePem(await readFile(path, 'utf8'), path));
}

/** Creates a key in a new file. Throws {@link CommandError} when the file exists. */
export async function makeOperatorKey(
  env: KeyEnvironment,
  file: string | undefined,
): Promise<OperatorKey & { readonly path: string }> {
  const path = file ?? pathOf(env);
  if (path === undefined) throw new UsageError('say where to: --file <file>');
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  try {
    const made = await open(path, 'wx', OWNER_ONLY);
    await made.writeFile(pem);
    await made.sync();
    await made.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandError(`${path} is there already: a key is never written over.`);
    throw new CommandError(`${path} cannot be written: ${(error as Error).message}`);
  }
  return { ...keyOf(parsePem(pem, path)), path };
}

function pathOf(env: KeyEnvironment): string | undefined {
  if (env['OPERATOR_KEY_FILE']) return resolve(env['OPERATOR_KEY_FILE']);
  return env['HOME'] ? join(env['HOME'], FILE) : undefined;
}

function keyOf(secret: KeyObject): OperatorKey {
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  const publicKey = new Uint8Array(Buffer.from(x ?? '', 'base64url'));
  const id = keyIdOf(publicKey);
  return {
    id,
    publicKey: toBase64(publicKey),
    sign: (words, about) => {
      const signed = { ...about, files: [...about.files], keyId: id };
      return { ...signed, signature: toBase64(new Uint8Array(sign(null, signedBytes(words, signed), secret))) };
    },
  };
}

function parsePem(pem: string, path: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below, without the file's contents.
  }
  throw new CommandError(`${path} is no Ed25519 key in PEM: "keys new" makes one.`);
}

// Data that an operator's key signs; used by the tool and the exchange.

/** A file or folder that a command names, with its hash at the time of signing; `none` when it was unreadable. */
export const namedFile = z.object({ path: z.string(), sha256: z.string() });
export type NamedFile = z.output<typeof namedFile>;

/** Signature of a command and the signed data besides its words. */
export const commandSignature = z.object({
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** Nonce from the exchange. */
  nonce: z.string().check(z.maxLength(64)),
  /** Time of signing, by the tool's clock. */
  atMs: z.int(),
  files: z.array(namedFile).check(z.maxLength(50)),
  /** In base64. */
  signature: z.string().check(z.maxLength(100)),
});
export type CommandSignature = z.output<typeof commandSignature>;

const ID_DIGITS = 16;
/** Domain separation: a signature made for another purpose is never valid for a command. */
const DOMAIN = 'halyard/operator/v1\n';

/** Id of a key in lists and in the audit log. */
export function keyIdOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, ID_DIGITS);
}

/** Bytes of a public key; undefined for an invalid text. */
export function publicKeyOf(text: string): Uint8Array | undefined {
  return fromBase64(text, PUBLIC_KEY_BYTES);
}

/** Bytes to be signed: key id, nonce, time, files, and every word as sent. */
function signedBytes(words: readonly string[], signed: Omit<CommandSignature, 'signature'>): Uint8Array {
  const { keyId, nonce, atMs, files } = signed;
  const named = files.map(({ path, sha256 }) => [path, sha256]);
  return joinBytes(DOMAIN + JSON.stringify([keyId, nonce, atMs, named, words]));
}

/** Whether these words were signed with the key. */
export function isCommandSigned(publicKey: string, words: readonly string[], signed: CommandSignature): boolean {
  const [key, signature] = [publicKeyOf(publicKey), fromBase64(signed.signature, SIGNATURE_BYTES)];
  return key !== undefined && signature !== undefined && isSignedBy(key, signedBytes(words, signed), signature);
}
