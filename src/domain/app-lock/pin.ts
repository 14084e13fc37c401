/**
 * PIN of the app lock, stored only as a PBKDF2 hash. That slows an attacker with access to the storage, but does not
 * stop them: 4 to 8 digits are soon tried. The lock protects the screen only.
 */
import { digitsOf } from '../../shared/format/digits.ts';
import type { LockRecord } from './lockRecord.ts';

export const PIN_LENGTH_MIN = 4;
export const PIN_LENGTH_MAX = 8;

// OWASP password storage cheat sheet, PBKDF2 with SHA-256.
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

/** The digits of a typed or pasted PIN, of any script, as ASCII. */
export function pinDigitsOf(text: string): string {
  return digitsOf(text, PIN_LENGTH_MAX);
}

/** WebCrypto exists on secure pages only. */
export const canHashPin = () => (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;

/** Hash, salt and rounds to persist for a PIN. */
export async function hashPin(pin: string): Promise<Pick<LockRecord, 'hash' | 'salt' | 'rounds'>> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return { hash: await hashOf(pin, salt, ROUNDS), salt: toBase64(salt), rounds: ROUNDS };
}

/** Whether the PIN matches the lock. An unreadable lock matches none. */
export async function isPinOf({ hash, salt, rounds }: LockRecord, pin: string): Promise<boolean> {
  if (hash === '' || rounds < ROUNDS) return false;
  return (await hashOf(pin, fromBase64(salt), rounds)) === hash;
}

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, HASH_BITS);
  return toBase64(new Uint8Array(bits));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
}
