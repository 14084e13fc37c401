/** Bytes and their text forms in the log: each value has one text. */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** A hash of the tree. */
export const HASH_BYTES = 32;

const WHOLE = /^(?:0|[1-9]\d{0,15})$/;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes; undefined when they are not UTF-8. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The bytes of a base64 text in the form of {@link toBase64}, and of the given `length`; otherwise undefined. */
export function fromBase64(text: string, length?: number): Uint8Array | undefined {
  const binary = decodeLeniently(text);
  // Decoders ignore spaces, missing padding and stray bits at the end: the same bytes would have several texts.
  if (binary === undefined || btoa(binary) !== text) return undefined;
  if (length !== undefined && binary.length !== length) return undefined;
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

/** Whether two byte arrays are equal. Not for secrets: it stops at the first difference. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, place) => byte === b[place]);
}

/** Concatenates bytes; texts as UTF-8. */
export function joinBytes(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  return concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part)));
}

/** A whole number of 0 to 2^53 - 1 as eight bytes, the most significant first. */
export function uint64Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** The number of a text without leading zeros; undefined for anything else, and above 2^53 - 1. */
export function wholeOf(digits: string): number | undefined {
  if (!WHOLE.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The number in eight bytes; undefined above 2^53 - 1. */
export function uint64Of(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
  const value = view.getUint32(0) * 2 ** 32 + view.getUint32(4);
  return Number.isSafeInteger(value) ? value : undefined;
}

function decodeLeniently(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}

// Commitment of the log to an option or position before it ends: a hash that reveals nothing and binds the exchange.

export const NONCE_BYTES = 32;

/** The commitment to terms. Without the nonce they could be guessed. */
export function commitmentOf(nonce: Uint8Array, terms: string): Uint8Array {
  return sha256(joinBytes('halyard/commit/v1\n', nonce, terms));
}

// An inclusion proof of an entry as a text of its own (C2SP tlog-proof).

/** `hashes` from the sibling of the entry upwards; `checkpoint` as it was signed. */
export function formatProof(proof: {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: string;
}): string {
  const lines = ['c2sp.org/tlog-proof@v1', `index ${proof.index}`, ...proof.hashes.map(toBase64)];
  return `${lines.join('\n')}\n\n${proof.checkpoint}`;
}
