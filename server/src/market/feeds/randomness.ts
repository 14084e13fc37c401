/** Random numbers that anybody who knows the key can compute again: HMAC-SHA256 of a label. */
import { createHmac } from 'node:crypto';

// Doubles hold 53 bits.
const UNIT = 2 ** -53;
const WORDS_PER_DIGEST = 8;

/** Two independent standard normal numbers (Box-Muller) from the first 16 bytes of HMAC-SHA256(key, label). */
export function normalPair(key: string, label: string): readonly [number, number] {
  const digest = createHmac('sha256', key).update(label).digest();
  const radius = Math.sqrt(-2 * Math.log(uniform(digest, 0)));
  const angle = 2 * Math.PI * uniform(digest, 8);
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** `count` whole numbers of 32 bits: the words of HMAC-SHA256(key, label|0), HMAC-SHA256(key, label|1) and so on. */
export function randomWords(key: string, label: string, count: number): number[] {
  const words: number[] = [];
  for (let block = 0; words.length < count; block += 1) {
    const digest = createHmac('sha256', key).update(`${label}|${block}`).digest();
    for (let word = 0; word < WORDS_PER_DIGEST; word += 1) words.push(digest.readUInt32BE(word * 4));
  }
  return words.slice(0, count);
}

// In (0, 1): the logarithm of zero is not a number.
function uniform(digest: Buffer, offset: number): number {
  const bits = digest.readBigUInt64BE(offset) >> 11n;
  return (Number(bits) + 0.5) * UNIT;
}
