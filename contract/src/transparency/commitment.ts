/**
 * Commitment of the log to an option or position before it ends: a hash that reveals nothing and binds the exchange.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { joinBytes } from './bytes.ts';

export const NONCE_BYTES = 32;

/** The commitment to terms. Without the nonce they could be guessed. */
export function commitmentOf(nonce: Uint8Array, terms: string): Uint8Array {
  return sha256(joinBytes('halyard/commit/v1\n', nonce, terms));
}
