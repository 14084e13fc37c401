/** Chain of day keys of the simulated feed, and the storage of its secret. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { toBase64 } from '@halyard/contract/transparency/bytes';
import { keyBefore, tickKeyOf } from '@halyard/contract/transparency/seedChain';
import { dateOf } from '@halyard/contract/time';
import { savePrivateFile, readPrivateFile } from '../../privateFile.ts';
import { FeedSetupError } from './feed.ts';

/** Length of a chain in days. */
export const CHAIN_DAYS = 3660;

export type SeedChain = {
  /** `K_0`, base64. */
  readonly anchor: string;
  /** Key of a day, where `K_1` is day 1; undefined outside the chain. It is published when the day is over. */
  dayKey(day: number): Uint8Array | undefined;
  /** Key with which the ticks of a day are made. */
  tickKey(day: number): Buffer | undefined;
};

/** The stored part of a chain. */
export type ChainSecret = {
  /** Date of day 1: a chain that another database reuses continues at the same key. */
  readonly firstDay: string;
  readonly lastKey: Buffer;
};

const KEY_BYTES = 32;
const FILE = 'seed.key';
const LINES = /^first_day (\d{4}-\d\d-\d\d)\nkey ([A-Za-z0-9+/]{43}=)\n$/;

/** The chain that ends with `lastKey`. */
export function seedChain(lastKey: Uint8Array): SeedChain {
  const keys = [lastKey];
  for (let key = lastKey; keys.length <= CHAIN_DAYS; keys.push(key)) key = keyBefore(key);
  const dayKey = (day: number) => (day < 1 ? undefined : keys[CHAIN_DAYS - day]);
  const ofDays = new Map<number, Buffer>();
  return {
    anchor: toBase64(keys.at(-1) ?? lastKey),
    dayKey,
    tickKey: (day) => {
      const key = dayKey(day);
      if (key === undefined) return undefined;
      const tickKey = ofDays.get(day) ?? Buffer.from(tickKeyOf(key));
      ofDays.set(day, tickKey);
      return tickKey;
    },
  };
}

/** The chain of an operator's seed, if it begins on the day `nowMs`. */
export function secretOfSeed(seed: string, nowMs: number): ChainSecret {
  return { firstDay: dateOf(nowMs), lastKey: createHash('sha256').update('halyard/seed/v1\n').update(seed).digest() };
}

/**
 * Reads the chain of a data folder, or creates one that begins on the day `nowMs`. With `mustExist` none is created,
 * because existing prices continue with it.
 */
export async function readChainSecret(dataDir: string, nowMs: number, mustExist: boolean): Promise<ChainSecret> {
  const path = join(dataDir, FILE);
  const text = mustExist ? await readPrivateFile(path) : await savePrivateFile(path, newSecret(nowMs));
  if (text === undefined)
    throw new FeedSetupError(`${path} is missing, and this exchange's simulated prices go on with it: bring it back.`);
  return parseSecret(text, path);
}

/** Chains whose keys this node can publish: that of its data folder, and that of the operator's seed. */
export async function knownChains(dataDir: string, seed: string | undefined): Promise<readonly SeedChain[]> {
  const path = join(dataDir, FILE);
  const text = await readPrivateFile(path);
  const own = text === undefined ? [] : [parseSecret(text, path)];
  const given = seed === undefined ? [] : [secretOfSeed(seed, 0)];
  return [...own, ...given].map(({ lastKey }) => seedChain(lastKey));
}

function parseSecret(text: string, path: string): ChainSecret {
  const [, firstDay = '', key = ''] = LINES.exec(text) ?? [];
  if (key === '' || Number.isNaN(Date.parse(firstDay)))
    throw new FeedSetupError(`${path} is damaged, and simulated prices are made with it: bring it back.`);
  return { firstDay, lastKey: Buffer.from(key, 'base64') };
}

function newSecret(nowMs: number): string {
  return `first_day ${dateOf(nowMs)}\nkey ${randomBytes(KEY_BYTES).toString('base64')}\n`;
}
