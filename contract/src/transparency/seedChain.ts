/**
 * The keys of simulated prices: a chain of hashes with a key for each day (RFC 4082 has the same). A key tells those of
 * the days before and none of a day to come; the first link, the anchor, fixes them all.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { sha512 } from './sha512.ts';
import { isSameBytes, joinBytes } from './bytes.ts';

export const DAY_MS = 24 * 3600 * 1000;
/** The public key of prices from before anybody could trade. */
export const HISTORY_KEY = 'halyard/history/v1';

const WORD_BYTES = 4;

/** The key of the day before: of day 1 that is the anchor. */
export function keyBefore(key: Uint8Array): Uint8Array {
  return sha256(joinBytes('halyard/seed-chain/v1\n', key));
}

/** Which day of a chain an instant is in: 1 is its first. `firstDay` is a date. */
export function chainDayOf(firstDay: string, atMs: number): number {
  return 1 + Math.floor((atMs - Date.parse(firstDay)) / DAY_MS);
}

/**
 * How many days after `known`, which may be the anchor or a key that was revealed, a key is; undefined when it is none
 * of the `most` that follow it.
 */
export function daysAfter(known: Uint8Array, key: Uint8Array, most: number): number | undefined {
  let link = key;
  for (let days = 1; days <= most; days += 1) {
    link = keyBefore(link);
    if (isSameBytes(link, known)) return days;
  }
  return undefined;
}

/** The key that the ticks of a day are made with. */
export function tickKeyOf(dayKey: Uint8Array): Uint8Array {
  return hmac(sha256, dayKey, utf8ToBytes('ticks'));
}

/** What is random in a tick: sixteen whole numbers of 32 bits. */
export function noiseOf(tickKey: Uint8Array, symbol: string, atMs: number): readonly number[] {
  const noise = hmac(sha512, tickKey, utf8ToBytes(`${symbol}|${atMs}`));
  const view = new DataView(noise.buffer, noise.byteOffset, noise.byteLength);
  return Array.from({ length: noise.length / WORD_BYTES }, (_, word) => view.getUint32(word * WORD_BYTES));
}
