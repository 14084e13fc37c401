/** A small log with known keys, for tests: what it says is known to the byte. */
import { getPublicKey, sign } from '@noble/ed25519';
import { isSignedBy, PUBLIC_KEY_BYTES } from './ed25519.ts';
import { verifierKey, type KeyType, type SignerKey } from './keys.ts';

export const ORIGIN = 'halyard.example/log/2026a';

/** The key whose secret is 32 times this byte. */
export function signerKey(name: string, type: KeyType, seedByte: number): SignerKey {
  const seed = new Uint8Array(PUBLIC_KEY_BYTES).fill(seedByte);
  const key = verifierKey(name, type, getPublicKey(seed));
  return {
    key,
    sign: (message) => {
      const signature = sign(message, seed);
      if (!isSignedBy(key.publicKey, message, signature)) throw new Error('a signature that does not verify');
      return signature;
    },
  };
}

export const LOG = signerKey(ORIGIN, 'log', 1);
export const WITNESS = signerKey('witness.example/w1', 'witness', 2);
