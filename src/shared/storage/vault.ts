/**
 * The user's own records on the device, for reading offline: encrypted (`seal.ts`), dated, valid for 7 days, and
 * destroyed together with their key when the session ends. Storing may fail (a full device, a private window, a page
 * without `https`); then nothing is readable offline, and all else works.
 */
import { promisifyRequest } from 'idb-keyval';
import { createPatientStore } from './patientStore.ts';
import { draftOwner, type DraftOwner } from './draftOwner.ts';
import { RECORDS_DATABASE, RECORDS_STORE } from './deviceStores.ts';
import { isOwnKey, keyPlaceOf, ownKeyFor, putSealed, seal, unseal, type Sealed } from './seal.ts';

/** Validity of a record in milliseconds. */
export const RECORDS_GOOD_MS = 7 * 24 * 3_600_000;
/** Maximum size of a record in bytes before encryption; larger ones are not stored. */
const RECORD_BYTES_MAX = 400_000;
const RECORDS_MAX = 120;
const ALL_BYTES_MAX = 5_000_000;
/** Version of the record layout; records of other versions are ignored. */
const LAYOUT = 1;

/** Group of records of which only the newest few are retained: candles of one of five markets. */
export type RecordGroup = { readonly name: string; readonly member: string; readonly max: number };

/** Stored value, and the time at which it came from the server (Unix milliseconds, device clock). */
export type CachedRecord = { readonly value: unknown; readonly savedAtMs: number };

type Entry = Sealed & {
  readonly layout: number;
  readonly owner: string;
  readonly name: string;
  readonly savedAtMs: number;
  readonly family: RecordGroup | undefined;
};

const inStore = createPatientStore(RECORDS_DATABASE, RECORDS_STORE);
const placeOf = ({ id }: DraftOwner, name: string) => `record:${id}:${name}`;

// Sequential writes, so that the later of two is the one that stays.
let last: Promise<unknown> = Promise.resolve();

/**
 * Stores a JSON value of `savedAtMs` under a name. Returns whether it is stored: not without a user, and not if the
 * session ended, in this or another tab, before it was written.
 */
export function cacheRecord(name: string, { value, savedAtMs }: CachedRecord, family?: RecordGroup): Promise<boolean> {
  const owner = draftOwner();
  return queue(false, async () => {
    const plain = new TextEncoder().encode(JSON.stringify(value));
    if (owner === undefined || draftOwner() !== owner || plain.byteLength > RECORD_BYTES_MAX) return false;
    const key = await ownKeyFor(inStore, owner);
    if (key === undefined) return false;
    const sealed = await seal(key, plain, aboutOf(owner, { name, savedAtMs }));
    const entry: Entry = { ...sealed, layout: LAYOUT, owner: owner.id, name, savedAtMs, family };
    return putSealed(inStore, entry, { owner, key, place: placeOf(owner, name) });
  });
}

/** Value stored under a name for the current user, unvalidated; `undefined` if there is none, or it is unreadable. */
export async function readRecord(name: string): Promise<CachedRecord | undefined> {
  const owner = draftOwner();
  if (owner === undefined) return undefined;
  try {
    const [key, entry] = await inStore('readonly', (records) =>
      Promise.all<unknown>([
        promisifyRequest(records.get(keyPlaceOf(owner))),
        promisifyRequest(records.get(placeOf(owner, name))),
      ]),
    );
    if (!isOwnKey(key) || !isGood(entry, owner) || entry.keyId !== key.id) return undefined;
    const value = await unseal(key, entry, aboutOf(owner, entry));
    return draftOwner() === owner ? { value, savedAtMs: entry.savedAtMs } : undefined;
  } catch {
    return undefined;
  }
}

/** Destroys all records and their key at once. Returns whether they are gone. */
export function clearOwnRecords(): Promise<boolean> {
  return queue(false, async () => {
    await inStore('readwrite', (records) => {
      records.clear();
      return promisifyRequest(records.transaction);
    });
    return true;
  });
}

/** Size of the records in bytes. */
export function sizeOfOwnRecords(): Promise<number> {
  return queue(0, async () => {
    const all = await inStore('readonly', (records) => promisifyRequest<unknown[]>(records.getAll()));
    return all.reduce<number>((sum, entry) => sum + (isEntry(entry) ? entry.sealed.byteLength : 0), 0);
  });
}

/**
 * Removes expired records, those of other users or layouts, and the oldest beyond the limits; also the key if no user
 * is logged in.
 */
export function tidyRecords(): Promise<boolean> {
  return queue(false, async () => {
    const owner = draftOwner();
    await inStore('readwrite', async (records) => {
      const places = await promisifyRequest(records.getAllKeys());
      const valid: (readonly [IDBValidKey, Entry])[] = [];
      for (const place of places) {
        const entry: unknown = await promisifyRequest(records.get(place));
        if (owner !== undefined && isGood(entry, owner)) valid.push([place, entry]);
        else if (owner === undefined || place !== keyPlaceOf(owner)) records.delete(place);
      }
      for (const place of excessPlaces(valid)) records.delete(place);
      await promisifyRequest(records.transaction);
    });
    return true;
  });
}

/** Entries to evict, oldest first. */
function excessPlaces(valid: readonly (readonly [IDBValidKey, Entry])[]): readonly IDBValidKey[] {
  const newestFirst = [...valid].sort(([, a], [, b]) => b.savedAtMs - a.savedAtMs);
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

/** Data authenticated with a record: its owner, name and date cannot be changed without breaking decryption. */
function aboutOf({ id }: DraftOwner, { name, savedAtMs }: Pick<Entry, 'name' | 'savedAtMs'>) {
  return [id, name, savedAtMs];
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

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { sealed, savedAtMs } = value as Partial<Entry>;
  return typeof savedAtMs === 'number' && typeof sealed?.byteLength === 'number';
}

function isGood(entry: unknown, owner: DraftOwner): entry is Entry {
  if (!isEntry(entry) || entry.layout !== LAYOUT || entry.owner !== owner.id) return false;
  const ageMs = Date.now() - entry.savedAtMs;
  // A record from the future: the device's clock was set back, and its age is unknown.
  return ageMs < RECORDS_GOOD_MS && ageMs > -3_600_000;
}
