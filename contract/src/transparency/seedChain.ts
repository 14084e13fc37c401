/**
 * Keys of simulated prices: a chain of hashes with a key for each day (as in RFC 4082). A key yields those of earlier
 * days and none of a later day; the first link, the anchor, fixes them all.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { DAY_MS } from '../time.ts';
import { sha512 } from './sha512.ts';
import { isSameBytes, joinBytes } from './bytes.ts';

/** The public key of prices from before trading was possible. */
export const HISTORY_KEY = 'halyard/history/v1';

const WORD_BYTES = 4;

/** The key of the day before: for day 1 the anchor. */
export function keyBefore(key: Uint8Array): Uint8Array {
  return sha256(joinBytes('halyard/seed-chain/v1\n', key));
}

/** The day of a chain at an instant: 1 is the first. `firstDay` is a date. */
export function chainDayOf(firstDay: string, atMs: number): number {
  return 1 + Math.floor((atMs - Date.parse(firstDay)) / DAY_MS);
}

/**
 * Distance in days of a key from `known`, which may be the anchor or a revealed key; undefined when it is none of the
 * `most` that follow it.
 */
export function daysAfter(known: Uint8Array, key: Uint8Array, most: number): number | undefined {
  let link = key;
  for (let days = 1; days <= most; days += 1) {
    link = keyBefore(link);
    if (isSameBytes(link, known)) return days;
  }
  return undefined;
}

/** The key of the ticks of a day. */
export function tickKeyOf(dayKey: Uint8Array): Uint8Array {
  return hmac(sha256, dayKey, utf8ToBytes('ticks'));
}

/** The random part of a tick: sixteen whole numbers of 32 bits. */
export function noiseOf(tickKey: Uint8Array, symbol: string, atMs: number): readonly number[] {
  const noise = hmac(sha512, tickKey, utf8ToBytes(`${symbol}|${atMs}`));
  const view = new DataView(noise.buffer, noise.byteOffset, noise.byteLength);
  return Array.from({ length: noise.length / WORD_BYTES }, (_, word) => view.getUint32(word * WORD_BYTES));
}
