/**
 * Easily guessed passwords: the 100,000 most common ones of published breaches, and those built from words of this
 * exchange or the account. `scripts/commonPasswords.mjs` makes the list and documents its source.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER } from '../../folders.ts';

const PREFIX_BYTES = 8;
/** Shorter words are part of too many good passwords. */
const WORD_LENGTH_MIN = 3;
/** Longest rest of a password beside such words that is still easily guessed. */
const REST_LENGTH_MIN = 6;
const OWN_WORDS = ['halyard', 'bitcoin', 'ethereum', 'tether', 'crypto', 'exchange'];

let list: Buffer | undefined;

/** Whether a password is one of the most common, in any case. */
export function isCommonPassword(password: string): boolean {
  list ??= readFileSync(join(SERVER, 'lists/common-passwords.bin'));
  const wanted = createHash('sha1').update(plain(password)).digest().subarray(0, PREFIX_BYTES);
  let low = 0;
  let high = list.length / PREFIX_BYTES - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const order = list.subarray(middle * PREFIX_BYTES, (middle + 1) * PREFIX_BYTES).compare(wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** Whether a password is one of the most common, or little more than such words; `words` are those of the account. */
export function isEasilyGuessed(password: string, words: readonly string[]): boolean {
  if (isCommonPassword(password)) return true;
  const known = [...OWN_WORDS, ...words].map(plain).filter((word) => Array.from(word).length >= WORD_LENGTH_MIN);
  // Longest first: BTCUSDT is removed completely, whichever of the three words it contains.
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  const whole = plain(password);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && (Array.from(rest).length < REST_LENGTH_MIN || isCommonPassword(rest));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
