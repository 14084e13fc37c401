/**
 * Chains of keys that a log has fixed. Refused because an operator could gain by them: keys for days that have some
 * already, keys that are known, and a key that is revealed while its day, or that of another chain, still runs.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { DAY_MS } from '../time.ts';
import { fromBase64, HASH_BYTES, isSameBytes, toBase64 } from './bytes.ts';
import type { RevealEntry, SeedEntry } from './entries.ts';
import { chainDayOf, daysAfter, keyBefore } from './seedChain.ts';
import { need } from './steps.ts';

/** The model of new series. */
export const NEW_MODEL = 'schwartz-3';
/** The model before, with the same keys and prices, and other volumes. Chains are named after it. */
export const MODEL_BEFORE = 'schwartz-2';

/** Whether the ticks of a model follow from keys. */
export function isKeyed(model: string): boolean {
  return model === NEW_MODEL || model === MODEL_BEFORE;
}

/** The time that the volume of a tick of a keyed model follows from, if it does. */
export function volumeTime(model: string, atMs: number): number | undefined {
  return model === MODEL_BEFORE ? undefined : atMs;
}

// A century: bounds the work of a verifier.
const DAYS_MOST = 36_600;

/** A chain, up to the last revealed key; day 0 is the anchor. Plain data, stored as JSON. */
export type FixedChain = {
  readonly firstDay: string;
  readonly days: number;
  readonly anchor: string;
  /** Identity of the series whose prices are made with it. */
  readonly identity: string;
  readonly lastDay: number;
  readonly lastKey: string;
};

/** The identity of a series names its chain. */
export function chainIdentity({ anchor, firstDay }: Pick<FixedChain, 'anchor' | 'firstDay'>): string {
  return bytesToHex(sha256(utf8ToBytes(`${MODEL_BEFORE}|${anchor}|${firstDay}`)));
}

/** The chain of a series. An identity of another model names none: that series keeps the first chain. */
export function chainOf(chains: readonly FixedChain[], identity: string): FixedChain | undefined {
  return chains.find((chain) => chain.identity === identity) ?? chains[0];
}

/** The date of a day of a chain. */
export function dateOfDay({ firstDay }: Pick<FixedChain, 'firstDay'>, day: number): string {
  return new Date(Date.parse(firstDay) + (day - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** The chains with another one. In a sandbox, whose operator may choose seeds, days may have keys of two. */
export function withSeed(
  chains: readonly FixedChain[],
  { firstDay, days, anchor }: SeedEntry,
  isSandbox: boolean,
): readonly FixedChain[] {
  const text = toBase64(anchor);
  need(days > 0 && days <= DAYS_MOST, `keys of ${days} days`);
  need(!chains.some((chain) => placeBehind(chain, anchor) !== undefined), 'keys that are known already');
  const isFixed = chains.some((chain) => Date.parse(firstDay) < Date.parse(chain.firstDay) + chain.days * DAY_MS);
  need(isSandbox || !isFixed, 'other keys for days that have some');
  const identity = chainIdentity({ anchor: text, firstDay });
  return [...chains, { firstDay, days, anchor: text, identity, lastDay: 0, lastKey: text }];
}

/** The chains after a key was revealed, in a log whose time is `loggedMs`. */
export function withReveal(
  chains: readonly FixedChain[],
  { day, key }: RevealEntry,
  loggedMs: number,
): readonly FixedChain[] {
  need(chains.length > 0, 'a key of no chain');
  const isNext = (chain: FixedChain) => {
    const place = chainDayOf(chain.firstDay, Date.parse(day));
    return place > chain.lastDay && place <= chain.days;
  };
  need(chains.some(isNext), 'the key of a day that is not next');
  need(Date.parse(day) + DAY_MS <= loggedMs, 'the key of a day that is not over');
  const places = chains.map((chain) => placeAhead(chain, key));
  const shown = chains.findIndex((chain, at) => places[at] === chainDayOf(chain.firstDay, Date.parse(day)));
  need(shown !== -1, 'not the key that was fixed before');
  const isOver = (chain: FixedChain, place: number | undefined) =>
    place === undefined || Date.parse(chain.firstDay) + place * DAY_MS <= loggedMs;
  need(
    chains.every((chain, at) => isOver(chain, places[at])),
    'a key that is also that of a day that is not over',
  );
  const lastKey = toBase64(key);
  return chains.map((chain, at) => (at === shown ? { ...chain, lastDay: places[at] ?? 0, lastKey } : chain));
}

/** The day of a chain of an unrevealed key; undefined when the key is not of the chain. */
function placeAhead({ lastKey, lastDay, days }: FixedChain, key: Uint8Array): number | undefined {
  const ahead = daysAfter(bytesOf(lastKey), key, days - lastDay);
  return ahead === undefined ? undefined : lastDay + ahead;
}

/** The same of a revealed key, with the anchor. */
function placeBehind(chain: FixedChain, key: Uint8Array): number | undefined {
  let link = bytesOf(chain.lastKey);
  for (let day = chain.lastDay; day >= 0; day -= 1) {
    if (isSameBytes(link, key)) return day;
    link = keyBefore(link);
  }
  return undefined;
}

function bytesOf(key: string): Uint8Array {
  const bytes = fromBase64(key, HASH_BYTES);
  if (bytes === undefined) throw new Error('a key of another length was kept');
  return bytes;
}
