/**
 * The items on the device. Their keys are [owner, createdAtMs, id], so that the order of the keys is the order of
 * sending.
 */
import { createStore, promisifyRequest } from 'idb-keyval';
import { newRequestId } from '../api/newRequestId.ts';
import type { AppError } from '../api/appError.ts';
import { packFiles, unpackFiles } from '../storage/draftFiles.ts';
import { draftOwner, type DraftOwner } from '../storage/draftOwner.ts';
import { OUTBOX_DATABASE, OUTBOX_STORE } from './forgetOutbox.ts';
import type { OutboxEntry, OutboxItem, OutboxKind } from './outboxItem.ts';

/** A session that ended meanwhile: nothing is kept for it any more. */
export class OwnerGone extends Error {
  override readonly name = 'OwnerGone';
}

const openStore = createStore(OUTBOX_DATABASE, OUTBOX_STORE);

/** Runs a transaction on the store. Rejects where the browser has none, instead of throwing at once. */
export const inOutbox: typeof openStore = async (mode, work) => openStore(mode, work);

const rangeOf = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);
const keyOf = ({ owner, createdAtMs, id }: OutboxItem) => [owner, createdAtMs, id];

/**
 * Keeps an entry as the last item of its owner, in the place of an older one with its key. Throws what the storage
 * throws, and {@link OwnerGone}.
 */
export async function addItem(entry: OutboxEntry, owner: DraftOwner): Promise<OutboxItem> {
  const calledAtMs = Date.now();
  const packed = await packFiles(entry.payload);
  return inOutbox('readwrite', async (store) => {
    const kept = await readKept(store, owner.id);
    // Asked here: the session may have ended while pictures were read.
    if (draftOwner() !== owner) throw new OwnerGone('the session is over');
    const lastMs = kept.at(-1)?.createdAtMs ?? 0;
    const item: OutboxItem = {
      ...entry,
      id: newRequestId(),
      owner: owner.id,
      createdAtMs: Math.max(calledAtMs, lastMs + 1),
    };
    for (const older of kept) if (isReplaced(older, entry)) store.delete(keyOf(older));
    store.put({ ...item, payload: packed }, keyOf(item));
    // A full device says so only when all is to be written.
    await promisifyRequest(store.transaction);
    return item;
  });
}

/** All items of a user in the order of sending, pictures included. Those in `known` (by id) are not read again. */
export function readItems(owner: string, known: ReadonlyMap<string, OutboxItem>): Promise<readonly OutboxItem[]> {
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

/** The first item of a kind that waits. */
export function readNext(owner: string, kind: OutboxKind): Promise<OutboxItem | undefined> {
  return inOutbox('readonly', async (store) => {
    // Pictures are megabytes: no more is read than is to be sent.
    const request = store.openCursor(rangeOf(owner));
    for (let cursor = await promisifyRequest(request); cursor !== null; cursor = await promisifyRequest(request)) {
      const item: unknown = cursor.value;
      if (isItem(item) && item.kind === kind && item.failure === undefined) return unpack(item);
      cursor.continue();
    }
    return undefined;
  });
}

/** Removes an item, if it is there. */
export async function removeItem(item: OutboxItem): Promise<void> {
  await inOutbox('readwrite', (store) => {
    store.delete(keyOf(item));
    return promisifyRequest(store.transaction);
  });
}

/** Marks an item as refused, or as waiting again. One that is gone stays gone. */
export function markItem(item: OutboxItem, failure: AppError | undefined): Promise<void> {
  return change(item, { failure });
}

/** Keeps another payload for an item. One that is gone stays gone. */
export async function changePayload(item: OutboxItem, payload: unknown): Promise<void> {
  await change(item, { payload: await packFiles(payload) });
}

async function change(item: OutboxItem, part: Partial<OutboxItem>): Promise<void> {
  await inOutbox('readwrite', async (store) => {
    const kept: unknown = await promisifyRequest(store.get(keyOf(item)));
    if (!isItem(kept)) return;
    store.put({ ...kept, ...part }, keyOf(item));
    await promisifyRequest(store.transaction);
  });
}

/** Removes what others left where forgetting failed. */
export async function removeForeignItems(owner: string): Promise<void> {
  await inOutbox('readwrite', async (store) => {
    const keys = await promisifyRequest(store.getAllKeys());
    for (const key of keys) if (Array.isArray(key) && key[0] !== owner) store.delete(key);
  });
}

async function readKept(store: IDBObjectStore, owner: string): Promise<readonly OutboxItem[]> {
  const kept: readonly unknown[] = await promisifyRequest(store.getAll(rangeOf(owner)));
  return kept.filter(isItem);
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

function isItem(kept: unknown): kept is OutboxItem {
  return typeof kept === 'object' && kept !== null && 'createdAtMs' in kept && 'kind' in kept && 'id' in kept;
}
