/** Random numbers that everyone with the key can reproduce: HMAC of a label. */
import { createHmac } from 'node:crypto';

const WORD_BYTES = 4;

/** Sixteen 32-bit integers: the words of HMAC-SHA-512(key, label), like the contract's `noiseOf`, but faster. */
export function noiseWords(key: string | Buffer, label: string): number[] {
  return wordsOf(createHmac('sha512', key).update(label).digest());
}

/** `count` 32-bit integers: the words of HMAC-SHA256(key, label|0), HMAC-SHA256(key, label|1) and so on. */
export function randomWords(key: string, label: string, count: number): number[] {
  const words: number[] = [];
  for (let block = 0; words.length < count; block += 1) {
    words.push(...wordsOf(createHmac('sha256', key).update(`${label}|${block}`).digest()));
  }
  return words.slice(0, count);
}

function wordsOf(digest: Buffer): number[] {
  return Array.from({ length: digest.length / WORD_BYTES }, (_, word) => digest.readUInt32BE(word * WORD_BYTES));
}
