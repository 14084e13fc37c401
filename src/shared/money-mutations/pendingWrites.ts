/**
 * Pending money mutations, stored on the device before they are sent and deleted once their outcome is known. Encrypted
 * (`seal.ts`), because a body may hold a fund password, and deleted with the session. If the device cannot store one
 * (full, private window, page without `https`), it is held in memory for the lifetime of the page.
 */
import { promisifyRequest } from 'idb-keyval';
import { createPatientStore } from '../storage/patientStore.ts';
import { draftOwner, onDraftOwnerChange, type DraftOwner } from '../storage/draftOwner.ts';
import { isOwnKey, keyPlaceOf, ownKeyFor, putSealed, seal, unseal, type Sealed } from '../storage/seal.ts';
import { WRITES_DATABASE, WRITES_STORE } from '../storage/deviceStores.ts';

/** A mutation with an unknown outcome. */
export type PendingWrite = {
  /** The request id. */
  readonly id: string;
  /** Name of its call. */
  readonly call: string;
  /**
   * The request in wire form, so that the call's codec validates it when it is read; without the secrets that are never
   * stored.
   */
  readonly wire: unknown;
  /** Whether the server had stated, when it was sent, that it performs a mutation once per id. */
  readonly isDoneOnce: boolean;
};

type Entry = Sealed & Pick<PendingWrite, 'id'>;

const inStore = createPatientStore(WRITES_DATABASE, WRITES_STORE);
const placeOf = ({ id: owner }: DraftOwner, id: string) => `write:${owner}:${id}`;
const aboutOf = ({ id: owner }: DraftOwner, id: string) => [owner, id];

/** Mutations of the current user that the device could not store. */
const unsaved = new Map<string, PendingWrite>();
onDraftOwnerChange(() => unsaved.clear());

/** Stores a mutation of the current user. */
export async function savePendingWrite(write: PendingWrite): Promise<void> {
  const isPersisted = await put(write).catch(() => false);
  if (isPersisted) notifyTabs(write.id);
  else unsaved.set(write.id, write);
}

/** Deletes a mutation whose outcome is known. */
export async function forgetWrite(id: string): Promise<void> {
  unsaved.delete(id);
  const owner = draftOwner();
  if (owner === undefined) return;
  try {
    await inStore('readwrite', (store) => {
      store.delete(placeOf(owner, id));
      return promisifyRequest(store.transaction);
    });
  } catch {
    // The next start finds and repeats it, which is harmless.
  }
}

/** All pending mutations of the current user; unreadable ones are ignored. */
export async function readPendingWrites(): Promise<readonly PendingWrite[]> {
  const owner = draftOwner();
  const stored = owner === undefined ? [] : await readAll(owner).catch(() => []);
  return draftOwner() === owner ? [...stored, ...unsaved.values()] : [];
}

/** Whether the outcome of a mutation is still unknown, here and in other tabs. */
export async function isWritePending(id: string): Promise<boolean> {
  return (await readPendingWrites()).some((write) => write.id === id);
}

/** Calls back with the id of each mutation that another tab stores; returns the clean-up. */
export function onWriteOfOtherTab(listener: (id: string) => void): () => void {
  if (typeof BroadcastChannel !== 'function') return () => undefined;
  const channel = new BroadcastChannel(WRITES_DATABASE);
  channel.addEventListener('message', ({ data: id }: MessageEvent<unknown>) => {
    if (typeof id === 'string') listener(id);
  });
  return () => channel.close();
}

function notifyTabs(id: string): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(WRITES_DATABASE);
  const post = channel.postMessage.bind(channel);
  post(id);
  channel.close();
}

async function put(write: PendingWrite): Promise<boolean> {
  const owner = draftOwner();
  const key = owner && (await ownKeyFor(inStore, owner));
  if (owner === undefined || key === undefined) return false;
  const { id } = write;
  const sealed = await seal(key, new TextEncoder().encode(JSON.stringify(write)), aboutOf(owner, id));
  const entry: Entry = { ...sealed, id };
  return putSealed(inStore, entry, { owner, key, place: placeOf(owner, id) });
}

async function readAll(owner: DraftOwner): Promise<readonly PendingWrite[]> {
  const [key, found] = await inStore('readonly', (store) =>
    Promise.all<unknown>([
      promisifyRequest(store.get(keyPlaceOf(owner))),
      promisifyRequest(store.getAll(IDBKeyRange.bound(placeOf(owner, ''), placeOf(owner, '\uffff')))),
    ]),
  );
  if (!isOwnKey(key)) return [];
  const entries = (found as readonly Entry[]).filter(({ keyId }) => keyId === key.id);
  const read = await Promise.allSettled(entries.map((entry) => unseal(key, entry, aboutOf(owner, entry.id))));
  return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value as PendingWrite] : []));
}
