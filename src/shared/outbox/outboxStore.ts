/**
 * Stored items. Their keys are [owner, createdAtMs, id], so that key order is sending order. Items that the device
 * could not store are in memory and count like the others.
 */
import { promisifyRequest } from 'idb-keyval';
import { newRequestId } from '../api/newRequestId.ts';
import type { AppError } from '../api/appError.ts';
import { packFiles, unpackFiles } from '../storage/draftFiles.ts';
import { draftOwner, type DraftOwner, onDraftOwnerChange } from '../storage/draftOwner.ts';
import { inOutbox } from './oneSender.ts';

/** The session ended meanwhile: nothing more is stored for it. */
class OwnerGone extends Error {
  override readonly name = 'OwnerGone';
}

/** Items that the device could not store, for the lifetime of the page and its session. */
let inMemory: readonly OutboxItem[] = [];
onDraftOwnerChange(() => {
  inMemory = [];
});

/** Items in memory, in order of sending. */
function itemsInMemory(owner: string): readonly OutboxItem[] {
  return inMemory.filter((item) => item.owner === owner);
}

/** Adds an item in place of those that it replaces. */
function rememberItem(item: OutboxItem, replaces: (older: OutboxItem) => boolean): void {
  inMemory = [...inMemory.filter((older) => !replaces(older)), item];
}

/** Returns whether the item was in memory. */
function forgetInMemory({ id }: OutboxItem): boolean {
  return replaceAll(
    inMemory.filter((item) => item.id !== id),
    id,
  );
}

/** Returns whether the item was in memory. */
function changeInMemory({ id }: OutboxItem, part: Partial<OutboxItem>): boolean {
  return replaceAll(
    inMemory.map((item) => (item.id === id ? { ...item, ...part } : item)),
    id,
  );
}

function replaceAll(next: readonly OutboxItem[], id: string): boolean {
  const wasHere = inMemory.some((item) => item.id === id);
  inMemory = next;
  return wasHere;
}

const rangeOf = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);
const keyOf = ({ owner, createdAtMs, id }: OutboxItem) => [owner, createdAtMs, id];

/**
 * Adds an entry as the last item of its owner, in place of an older one with its key: to the device, or to memory if
 * that fails or hangs. Throws {@link OwnerGone}.
 */
export async function addItem(entry: OutboxEntry, owner: DraftOwner): Promise<OutboxItem> {
  const calledAtMs = Date.now();
  try {
    return await saveItem(entry, owner, calledAtMs);
  } catch (error) {
    if (error instanceof OwnerGone || draftOwner() !== owner) throw new OwnerGone('the session is over');
    const lastMs = itemsInMemory(owner.id).at(-1)?.createdAtMs ?? 0;
    const createdAtMs = Math.max(calledAtMs, lastMs + 1);
    const item: OutboxItem = { ...entry, id: newRequestId(), owner: owner.id, createdAtMs };
    rememberItem(item, (older) => isReplaced(older, entry));
    return item;
  }
}

async function saveItem(entry: OutboxEntry, owner: DraftOwner, calledAtMs: number): Promise<OutboxItem> {
  const packed = await packFiles(entry.payload);
  return inOutbox('readwrite', async (store) => {
    const stored = await readCached(store, owner.id);
    // Checked here, because the session may have ended while pictures were read.
    if (draftOwner() !== owner) throw new OwnerGone('the session is over');
    const lastMs = stored.at(-1)?.createdAtMs ?? 0;
    const item: OutboxItem = {
      ...entry,
      id: newRequestId(),
      owner: owner.id,
      createdAtMs: Math.max(calledAtMs, lastMs + 1),
    };
    for (const older of stored) if (isReplaced(older, entry)) store.delete(keyOf(older));
    store.put({ ...item, payload: packed }, keyOf(item));
    // A full device only fails at the end of the transaction.
    await promisifyRequest(store.transaction);
    return item;
  });
}

/** All items of a user in order of sending, pictures included. Those in `known` (by id) are not read again. */
export async function readItems(owner: string, known: ReadonlyMap<string, OutboxItem>): Promise<readonly OutboxItem[]> {
  const stored = await readSaved(owner, known).catch(() => []);
  return [...stored, ...itemsInMemory(owner)].sort((one, other) => one.createdAtMs - other.createdAtMs);
}

function readSaved(owner: string, known: ReadonlyMap<string, OutboxItem>): Promise<readonly OutboxItem[]> {
  return inOutbox('readonly', async (store) => {
    const keys = await promisifyRequest(store.getAllKeys(rangeOf(owner)));
    const read = keys.map((key): Promise<unknown> => {
      const same = known.get(idOf(key));
      return same === undefined ? promisifyRequest(store.get(key)) : Promise.resolve(same);
    });
    const items = await Promise.all(read);
    return items.filter(isItem).map((item) => known.get(item.id) ?? unpack(item));
  });
}

/** The first waiting item of a kind. */
export async function readNext(owner: string, kind: OutboxKind): Promise<OutboxItem | undefined> {
  const waiting = itemsInMemory(owner).find((item) => item.kind === kind && item.failure === undefined);
  const saved = readNextSaved(owner, kind);
  if (waiting === undefined) return saved;
  const stored = await saved.catch(() => undefined);
  return stored !== undefined && stored.createdAtMs < waiting.createdAtMs ? stored : waiting;
}

function readNextSaved(owner: string, kind: OutboxKind): Promise<OutboxItem | undefined> {
  return inOutbox('readonly', async (store) => {
    // Pictures are megabytes, so only the item to be sent is read.
    const request = store.openCursor(rangeOf(owner));
    for (let cursor = await promisifyRequest(request); cursor !== null; cursor = await promisifyRequest(request)) {
      const item: unknown = cursor.value;
      if (isItem(item) && item.kind === kind && item.failure === undefined) return unpack(item);
      cursor.continue();
    }
    return undefined;
  });
}

/** Deletes an item, if it exists. */
export async function removeItem(item: OutboxItem): Promise<void> {
  if (forgetInMemory(item)) return;
  await inOutbox('readwrite', (store) => {
    store.delete(keyOf(item));
    return promisifyRequest(store.transaction);
  });
}

/** Marks an item as refused, or as waiting again. A deleted one stays deleted. */
export function markItem(item: OutboxItem, failure: AppError | undefined): Promise<void> {
  return change(item, { failure });
}

/** Stores another payload for an item. A deleted one stays deleted. */
export async function changePayload(item: OutboxItem, payload: unknown): Promise<void> {
  if (!changeInMemory(item, { payload })) await change(item, { payload: await packFiles(payload) });
}

async function change(item: OutboxItem, part: Partial<OutboxItem>): Promise<void> {
  if (changeInMemory(item, part)) return;
  await inOutbox('readwrite', async (store) => {
    const stored: unknown = await promisifyRequest(store.get(keyOf(item)));
    if (!isItem(stored)) return;
    store.put({ ...stored, ...part }, keyOf(item));
    await promisifyRequest(store.transaction);
  });
}

/** Deletes items of other users that remained after a failed deletion. */
export async function removeForeignItems(owner: string): Promise<void> {
  await inOutbox('readwrite', async (store) => {
    const keys = await promisifyRequest(store.getAllKeys());
    for (const key of keys) if (Array.isArray(key) && key[0] !== owner) store.delete(key);
  });
}

async function readCached(store: IDBObjectStore, owner: string): Promise<readonly OutboxItem[]> {
  const stored: readonly unknown[] = await promisifyRequest(store.getAll(rangeOf(owner)));
  return stored.filter(isItem);
}

function idOf(key: IDBValidKey): string {
  const id = Array.isArray(key) ? key[2] : undefined;
  return typeof id === 'string' ? id : '';
}

function unpack(item: OutboxItem): OutboxItem {
  return { ...item, payload: unpackFiles(item.payload) };
}

function isReplaced(older: OutboxItem, { kind, key }: OutboxEntry): boolean {
  return key !== undefined && older.kind === kind && older.key === key;
}

function isItem(stored: unknown): stored is OutboxItem {
  return typeof stored === 'object' && stored !== null && 'createdAtMs' in stored && 'kind' in stored && 'id' in stored;
}

// Items of the outbox.

/**
 * Kinds of items: messages to operators, settings that follow the user, read marks. Never anything that moves money.
 */
export type OutboxKind = 'chat' | 'preference' | 'read';

/** A waiting or refused item. Within a kind, items are sent in order of `createdAtMs`, which is unique. */
export type OutboxItem = {
  /** UUID by which the server may recognize it: the same however often it is sent. */
  readonly id: string;
  readonly kind: OutboxKind;
  /** A newer item of the same kind and key replaces an older one: only the last value of a setting counts. */
  readonly key?: string | undefined;
  /** Plain data and pictures. An older version of the app may have written it, so the sender validates it. */
  readonly payload: unknown;
  /** Unix milliseconds by the device's clock, incremented if the clock stood still or went back. */
  readonly createdAtMs: number;
  /** Id of the user who wrote it. */
  readonly owner: string;
  /** Error of the server; a refused item is sent again only on the user's request. Missing while it waits. */
  readonly failure?: AppError | undefined;
};

/** Content of a new item. */
export type OutboxEntry = Pick<OutboxItem, 'kind' | 'key' | 'payload'>;

/**
 * Sends one item. Throws an `AppError` otherwise: one that is not about the item (no connection, no answer, too many
 * requests) keeps it waiting, any other marks it as refused. The same item may be sent twice if an answer was lost.
 */
export type OutboxSender = (item: OutboxItem) => Promise<'sent'>;
