/** Data that an operator's key signs; used by the tool and the exchange. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { fromBase64, joinBytes } from '@halyard/contract/transparency/bytes';
import { isSignedBy, PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '@halyard/contract/transparency/ed25519';

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
export function signedBytes(words: readonly string[], signed: Omit<CommandSignature, 'signature'>): Uint8Array {
  const { keyId, nonce, atMs, files } = signed;
  const named = files.map(({ path, sha256 }) => [path, sha256]);
  return joinBytes(DOMAIN + JSON.stringify([keyId, nonce, atMs, named, words]));
}

/** Whether these words were signed with the key. */
export function isCommandSigned(publicKey: string, words: readonly string[], signed: CommandSignature): boolean {
  const [key, signature] = [publicKeyOf(publicKey), fromBase64(signed.signature, SIGNATURE_BYTES)];
  return key !== undefined && signature !== undefined && isSignedBy(key, signedBytes(words, signed), signature);
}
