/** Canonical JSON for digests (RFC 8785, with whole numbers only). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Values that can be written: decimals are strings, numbers are whole. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** Canonical JSON: sorted keys, no spaces. Throws a `RangeError` for a number that is not whole. */
export function canonicalJson(value: Plain): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`;
}

/** SHA-256 of the canonical JSON, hexadecimal. */
export function hashOf(value: Plain): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

function isList(value: object): value is readonly Plain[] {
  return Array.isArray(value);
}
