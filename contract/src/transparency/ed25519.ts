/** Ed25519 (RFC 8032), the same code in the app, on the server and in the tool. */
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from './sha512.ts';

hashes.sha512 = sha512;

export const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Signs bytes; the caller that provides the function keeps the secret. */
export type Sign = (message: Uint8Array) => Uint8Array;

/** Whether a signature is the key's. Only canonical encodings, as RFC 8032 and FIPS 186-5 require. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  return verify(signature, message, publicKey, { zip215: false });
}
