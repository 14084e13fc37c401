/** Invitation codes: short enough to be read out on the phone. */
import { randomInt } from 'node:crypto';

// Without 0, O, 1, I and L, which are mistaken for each other.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;

/** A new code, by chance; the database says whether it is taken. */
export function makeInvitationCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** A code as somebody typed it, in the form in which it is stored. */
export function readInvitationCode(written: string): string {
  return written.trim().toUpperCase();
}
