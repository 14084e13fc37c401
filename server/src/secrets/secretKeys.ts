/** Keys that encrypt secrets: those of the settings, or one in the data folder that is created once. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { savePrivateFile } from '../privateFile.ts';
import { ConfigError } from '../settings.ts';

/** In the data folder. */
export const SECRETS_FILE = 'secrets.key';

const KEY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;
const ID_BYTES = 4;

/** Parses `<name>:<base64 of 32 bytes>`, comma-separated; undefined for anything else, and for a repeated name. */
export function secretKeysOf(text: string): readonly SecretKey[] | undefined {
  const keys = text.split(',').map((part) => {
    const [, id, base64 = ''] = KEY.exec(part.trim()) ?? [];
    return id === undefined ? undefined : { id, bytes: new Uint8Array(Buffer.from(base64, 'base64')) };
  });
  const known = keys.filter((key) => key !== undefined);
  const isWhole = known.length === keys.length && new Set(known.map(({ id }) => id)).size === keys.length;
  return isWhole ? known : undefined;
}

/**
 * Creates the box with these keys, or without them with those of a file in the data folder, which is created at the
 * first start and is readable by its owner only. Throws a {@link ConfigError} when the file contains no keys.
 */
export async function readSecretBox(dataDir: string, keys: readonly SecretKey[] | undefined): Promise<SecretBox> {
  if (keys !== undefined) return createSecretBox(keys);
  const path = join(dataDir, SECRETS_FILE);
  const stored = secretKeysOf((await savePrivateFile(path, `${newKey()}\n`)).trim());
  // Without the file's contents.
  if (stored === undefined)
    throw new ConfigError(`${path} holds no keys, and secrets are encrypted with them: bring it back.`);
  return createSecretBox(stored);
}

function newKey(): string {
  return `${randomBytes(ID_BYTES).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`;
}

// Encryption of secrets in the database: AES-256-GCM under keys that are stored elsewhere. A record names its key, so
// that keys can be changed, and is bound to its context, so that it cannot be moved to another record.

/** A key and its name. */
export type SecretKey = { readonly id: string; readonly bytes: Uint8Array };

/** Encrypts and decrypts. `about` is the context of a secret, e.g. `totp 17`; decryption needs the same context. */
export type SecretBox = {
  encrypt(text: string, about: string): string;
  /** Throws when the key is missing, or the record was changed or belongs to another context. */
  decrypt(encrypted: string, about: string): string;
  /** Whether it is under a key that no longer encrypts. */
  isOld(encrypted: string): boolean;
};

/** Length of a key. */
export const KEY_BYTES = 32;

const VERSION = 'v1';
// The standard nonce length of GCM.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Creates a box: the first key encrypts, all of them decrypt. Throws a `TypeError` without a key. */
export function createSecretBox(keys: readonly SecretKey[]): SecretBox {
  const [first] = keys;
  if (first === undefined) throw new TypeError('a box of secrets needs a key');
  const byId = new Map(keys.map((key) => [key.id, key.bytes]));
  return {
    encrypt(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.bytes, nonce).setAAD(boundTo(first.id, about));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [VERSION, first.id, Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')].join(
        '.',
      );
    },
    decrypt(encrypted, about) {
      const { id, body } = parse(encrypted);
      const bytes = byId.get(id);
      if (bytes === undefined) throw new Error(`a secret lies under the key «${id}», which is not among SECRETS_KEY`);
      const end = body.length - TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, bytes, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(boundTo(id, about))
        .setAuthTag(body.subarray(end));
      return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, end)), decipher.final()]).toString('utf8');
    },
    isOld: (encrypted) => parse(encrypted).id !== first.id,
  };
}

function boundTo(id: string, about: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, id, about]));
}

function parse(encrypted: string): { readonly id: string; readonly body: Buffer } {
  const [version, id = '', body = '', ...rest] = encrypted.split('.');
  if (version !== VERSION || rest.length > 0) throw new Error('not an encrypted secret');
  return { id, body: Buffer.from(body, 'base64url') };
}
