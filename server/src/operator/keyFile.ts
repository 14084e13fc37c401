/** An operator's own key: a file that only he can read, on the machine that he works on. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { toBase64 } from '@halyard/contract/transparency/bytes';
import { CommandError, UsageError } from './command.ts';
import { keyIdOf, signedBytes, type CommandSignature, type NamedFile } from './signedCommand.ts';

const FILE = join('.halyard', 'operator.pem');
const OWNER_ONLY = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS = 0o077;

/** What the tool's environment says of the key. */
export type KeyEnvironment = Readonly<Record<string, string | undefined>>;

/** A key that signs commands. */
export type OperatorKey = {
  readonly id: string;
  /** In base64. */
  readonly publicKey: string;
  sign(words: readonly string[], about: { nonce: string; atMs: number; files: readonly NamedFile[] }): CommandSignature;
};

/**
 * The key of who uses the tool; undefined when he has none. Throws {@link CommandError} for a file that others can
 * read, and for one that is no key.
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

/** Makes a key in a file that is not there yet. Throws {@link CommandError} when it is. */
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
    // Said below, without what the file holds.
  }
  throw new CommandError(`${path} is no Ed25519 key in PEM: "keys new" makes one.`);
}
