/**
 * Money writes under way, kept on the device before they are sent and forgotten when their outcome is known: sealed
 * (`seal.ts`), since a body may hold a fund password, and gone with the session. What the device will not keep (a full
 * one, a private window, a page without `https`) is remembered for as long as the page lives, which is all that can be
 * done then.
 */
import { promisifyRequest } from 'idb-keyval';
import { createPatientStore } from '../storage/patientStore.ts';
import { draftOwner, onDraftOwnerChange, type DraftOwner } from '../storage/draftOwner.ts';
import { isOwnKey, keyPlaceOf, ownKeyFor, putSealed, seal, unseal, type Sealed } from '../storage/seal.ts';
import { WRITES_DATABASE, WRITES_STORE } from './writesStore.ts';

/** A write whose outcome is not known. */
export type PendingWrite = {
  /** The request id. */
  readonly id: string;
  /** The name of its call. */
  readonly call: string;
  /**
   * The request in wire form, so that what is read back is checked by the codec of the call; without what is never
   * kept.
   */
  readonly wire: unknown;
  /** Whether the server had said, when it was sent, that it does a write once under its id. */
  readonly isDoneOnce: boolean;
};

type Entry = Sealed & Pick<PendingWrite, 'id'>;

const inStore = createPatientStore(WRITES_DATABASE, WRITES_STORE);
const placeOf = ({ id: owner }: DraftOwner, id: string) => `write:${owner}:${id}`;
const aboutOf = ({ id: owner }: DraftOwner, id: string) => [owner, id];

/** What the device would not keep, of the user of this moment. */
const unsaved = new Map<string, PendingWrite>();
onDraftOwnerChange(() => unsaved.clear());

/** Keeps a write of the user of this moment. */
export async function savePendingWrite(write: PendingWrite): Promise<void> {
  const isPersisted = await put(write).catch(() => false);
  if (isPersisted) notifyTabs(write.id);
  else unsaved.set(write.id, write);
}

/** Forgets a write, whose outcome is known. */
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
    // It is found and asked for again at the next start, which does no harm.
  }
}

/** All writes of the user of this moment; what cannot be read is as good as none. */
export async function readPendingWrites(): Promise<readonly PendingWrite[]> {
  const owner = draftOwner();
  const kept = owner === undefined ? [] : await readAll(owner).catch(() => []);
  return draftOwner() === owner ? [...kept, ...unsaved.values()] : [];
}

/** Whether the outcome of a write is still not known, here and in other tabs. */
export async function isWritePending(id: string): Promise<boolean> {
  return (await readPendingWrites()).some((write) => write.id === id);
}

/** Calls back with the id of each write that another tab keeps; gives back the clean-up. */
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
  const tell = channel.postMessage.bind(channel);
  tell(id);
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
