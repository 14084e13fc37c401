/**
 * The user's own records on the device, to be read without a network: sealed with AES-GCM under a key that never leaves the browser (WebCrypto, not
 * extractable), each dated, good for 7 days, and destroyed together with the key when the session ends. Keeping may fail (a full device, a private
 * window, a page without `https`); then there is nothing to read offline, and all else goes on.
 */
import { createStore, promisifyRequest } from 'idb-keyval';
import { draftOwner, type DraftOwner } from './draftOwner.ts';
import { RECORDS_DATABASE, RECORDS_STORE } from './recordsStore.ts';

/** Milliseconds that a record is good for. */
export const RECORDS_GOOD_MS = 7 * 24 * 3_600_000;
/** Bytes of one record before it is sealed; longer ones are not kept. */
const RECORD_BYTES_MAX = 400_000;
const RECORDS_MAX = 120;
const ALL_BYTES_MAX = 5_000_000;
/** How the records are laid out here; those of another layout are as good as none. */
const LAYOUT = 1;
const ALGORITHM = 'AES-GCM';

/** A record belongs to a member of a family of which only the newest few are kept: candles to one of five markets. */
export type Family = { readonly name: string; readonly member: string; readonly max: number };

/** What was kept, and when it came from the exchange (Unix milliseconds by the device's clock). */
export type KeptRecord = { readonly value: unknown; readonly savedAtMs: number };

type Key = { readonly id: string; readonly key: CryptoKey };

type Entry = {
  readonly layout: number;
  readonly owner: string;
  readonly name: string;
  readonly savedAtMs: number;
  readonly family: Family | undefined;
  /** The key that it is sealed with. */
  readonly keyId: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
};

const inStore = createStore(RECORDS_DATABASE, RECORDS_STORE);
const keyOf = ({ id }: DraftOwner) => `key:${id}`;
const placeOf = ({ id }: DraftOwner, name: string) => `record:${id}:${name}`;

// Writes one after another, so that the later of two is the one that stays.
let last: Promise<unknown> = Promise.resolve();

/**
 * Keeps a value of plain JSON under a name, as it was at `savedAtMs`. Gives back whether it is kept: not without a user, and not when his session
 * ended, here or in another tab, before it was written.
 */
export function keepRecord(name: string, { value, savedAtMs }: KeptRecord, family?: Family): Promise<boolean> {
  const owner = draftOwner();
  return queue(false, async () => {
    const plain = new TextEncoder().encode(JSON.stringify(value));
    if (owner === undefined || draftOwner() !== owner || plain.byteLength > RECORD_BYTES_MAX) return false;
    const key = await keyFor(owner);
    if (key === undefined) return false;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt(sealing(iv, owner, { name, savedAtMs }), key.key, plain);
    const entry: Entry = { layout: LAYOUT, owner: owner.id, name, savedAtMs, family, keyId: key.id, iv, sealed };
    return inStore('readwrite', async (records) => {
      // Another tab may have ended the session meanwhile, and the key with it.
      const present: unknown = await promisifyRequest(records.get(keyOf(owner)));
      if (draftOwner() !== owner || !isKey(present) || present.id !== key.id) return false;
      records.put(entry, placeOf(owner, name));
      // A full device says so only when all is to be written.
      await promisifyRequest(records.transaction);
      return true;
    });
  });
}

/** What is kept under a name for the user of this moment, to be checked by who knows its shape; `undefined` for nothing, or nothing that can be read. */
export async function readRecord(name: string): Promise<KeptRecord | undefined> {
  const owner = draftOwner();
  if (owner === undefined) return undefined;
  try {
    const [key, entry] = await inStore('readonly', (records) =>
      Promise.all<unknown>([
        promisifyRequest(records.get(keyOf(owner))),
        promisifyRequest(records.get(placeOf(owner, name))),
      ]),
    );
    if (!isKey(key) || !isGood(entry, owner) || entry.keyId !== key.id) return undefined;
    const plain = await crypto.subtle.decrypt(sealing(entry.iv, owner, entry), key.key, entry.sealed);
    const value: unknown = JSON.parse(new TextDecoder().decode(plain));
    return draftOwner() === owner ? { value, savedAtMs: entry.savedAtMs } : undefined;
  } catch {
    return undefined;
  }
}

/** Destroys all records and their key, at once. Gives back whether they are gone. */
export function clearOwnRecords(): Promise<boolean> {
  return queue(false, async () => {
    await inStore('readwrite', (records) => {
      records.clear();
      return promisifyRequest(records.transaction);
    });
    return true;
  });
}

/** How many bytes the records take. */
export function sizeOfOwnRecords(): Promise<number> {
  return queue(0, async () => {
    const all = await inStore('readonly', (records) => promisifyRequest<unknown[]>(records.getAll()));
    return all.reduce<number>((sum, entry) => sum + (isEntry(entry) ? entry.sealed.byteLength : 0), 0);
  });
}

/** Removes what is too old, of another user or another layout, and the oldest of what is too much; the key too where nobody is logged in. */
export function tidyRecords(): Promise<boolean> {
  return queue(false, async () => {
    const owner = draftOwner();
    await inStore('readwrite', async (records) => {
      const places = await promisifyRequest(records.getAllKeys());
      const kept: (readonly [IDBValidKey, Entry])[] = [];
      for (const place of places) {
        const entry: unknown = await promisifyRequest(records.get(place));
        if (owner !== undefined && isGood(entry, owner)) kept.push([place, entry]);
        else if (owner === undefined || place !== keyOf(owner)) records.delete(place);
      }
      for (const place of tooMuch(kept)) records.delete(place);
      await promisifyRequest(records.transaction);
    });
    return true;
  });
}

/** Which of the entries must make room, the newest staying. */
function tooMuch(kept: readonly (readonly [IDBValidKey, Entry])[]): readonly IDBValidKey[] {
  const newestFirst = [...kept].sort(([, a], [, b]) => b.savedAtMs - a.savedAtMs);
  const members = new Map<string, Set<string>>();
  const out: IDBValidKey[] = [];
  let count = 0;
  let bytes = 0;
  for (const [place, { family, sealed }] of newestFirst) {
    const known = (family && members.get(family.name)) ?? new Set<string>();
    const isOneTooMany = family !== undefined && !known.has(family.member) && known.size >= family.max;
    if (isOneTooMany || count >= RECORDS_MAX || bytes + sealed.byteLength > ALL_BYTES_MAX) {
      out.push(place);
      continue;
    }
    if (family !== undefined) members.set(family.name, known.add(family.member));
    count += 1;
    bytes += sealed.byteLength;
  }
  return out;
}

/** The user's key; made where there is none, by whichever tab is first. */
async function keyFor(owner: DraftOwner): Promise<Key | undefined> {
  const present: unknown = await inStore('readonly', (records) => promisifyRequest(records.get(keyOf(owner))));
  if (isKey(present)) return present;
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
  const fresh: Key = { id: [...crypto.getRandomValues(new Uint32Array(4))].join('-'), key };
  return inStore('readwrite', async (records) => {
    const other: unknown = await promisifyRequest(records.get(keyOf(owner)));
    if (isKey(other)) return other;
    if (draftOwner() !== owner) return undefined;
    records.put(fresh, keyOf(owner));
    await promisifyRequest(records.transaction);
    return fresh;
  });
}

/** What a record is sealed with beside the key: whose it is, its name and its date cannot be changed without breaking the seal. */
function sealing(
  iv: Uint8Array<ArrayBuffer>,
  owner: DraftOwner,
  { name, savedAtMs }: Pick<Entry, 'name' | 'savedAtMs'>,
) {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(JSON.stringify([owner.id, name, savedAtMs])) };
}

function queue<T>(failed: T, task: () => Promise<T>): Promise<T> {
  const result = last.then(async () => {
    try {
      return await task();
    } catch {
      return failed;
    }
  });
  last = result;
  return result;
}

function isKey(value: unknown): value is Key {
  return typeof value === 'object' && value !== null && 'key' in value && 'id' in value;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { sealed, savedAtMs } = value as Partial<Entry>;
  return typeof savedAtMs === 'number' && typeof sealed?.byteLength === 'number';
}

function isGood(entry: unknown, owner: DraftOwner): entry is Entry {
  if (!isEntry(entry) || entry.layout !== LAYOUT || entry.owner !== owner.id) return false;
  const ageMs = Date.now() - entry.savedAtMs;
  // From the future: the device's clock was put back, and nobody knows how old it is.
  return ageMs < RECORDS_GOOD_MS && ageMs > -3_600_000;
}
