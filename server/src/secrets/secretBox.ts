/**
 * Encryption of secrets in the database: AES-256-GCM under keys that are stored elsewhere. A record names its key, so
 * that keys can be changed, and is bound to its context, so that it cannot be moved to another record.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

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
