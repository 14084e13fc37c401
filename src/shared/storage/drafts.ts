/**
 * Drafts of interrupted forms, pictures included: stored on the device for the logged-in user, for 30 days at most, and
 * deleted with the session. Storing may fail (a full device, a private window); the form then works without.
 */
import { promisifyRequest } from 'idb-keyval';
import { createPatientStore } from './patientStore.ts';
import { packFiles, unpackFiles } from './draftFiles.ts';
import { draftOwner, DRAFTS_DATABASE, DRAFTS_STORE, type DraftOwner } from './draftOwner.ts';

const GOOD_MS = 30 * 24 * 3_600_000;

type Entry = { readonly owner: string; readonly savedAtMs: number; readonly value: unknown };

const inStore = createPatientStore(DRAFTS_DATABASE, DRAFTS_STORE);
const keyOf = ({ id }: DraftOwner, name: string) => `${id}:${name}`;

// Sequential: a draft that is being packed must not be written after its removal.
let last: Promise<unknown> = Promise.resolve();
let tidiedFor: DraftOwner | undefined;

/** Stores a value of plain data and pictures under a name. Returns whether it is stored. */
export function saveDraft(name: string, value: unknown): Promise<boolean> {
  return queue(false, async (owner) => {
    const entry: Entry = { owner: owner.id, savedAtMs: Date.now(), value: await packFiles(value) };
    return inStore('readwrite', async (drafts) => {
      // Checked again: the session may have ended while the pictures were read.
      if (draftOwner() !== owner) return false;
      drafts.put(entry, keyOf(owner, name));
      // A full device only fails at the end of the transaction.
      await promisifyRequest(drafts.transaction);
      return true;
    });
  });
}

/** Value stored under a name, unvalidated; `undefined` if there is none. */
export function loadDraft(name: string): Promise<unknown> {
  return queue(undefined, async (owner) => {
    const entry: unknown = await inStore('readonly', (drafts) => promisifyRequest(drafts.get(keyOf(owner, name))));
    return isGood(entry, owner) ? unpackFiles(entry.value) : undefined;
  });
}

/** Deletes one. Returns whether it is gone. */
export function removeDraft(name: string): Promise<boolean> {
  return queue(false, async (owner) => {
    await inStore('readwrite', (drafts) => {
      drafts.delete(keyOf(owner, name));
      return promisifyRequest(drafts.transaction);
    });
    return true;
  });
}

/** Runs `task` for the current user after all earlier ones; `failed` without a user or if the storage fails. */
function queue<T>(failed: T, task: (owner: DraftOwner) => Promise<T>): Promise<T> {
  const owner = draftOwner();
  const run = async () => {
    if (owner === undefined || draftOwner() !== owner) return failed;
    try {
      if (tidiedFor !== owner) await tidy(owner);
      tidiedFor = owner;
      return await task(owner);
    } catch {
      return failed;
    }
  };
  const result = last.then(run);
  last = result;
  return result;
}

/** Once per session: deletes expired drafts, and those of other users that remained after a failed deletion. */
async function tidy(owner: DraftOwner): Promise<void> {
  await inStore('readwrite', async (drafts) => {
    const keys = await promisifyRequest(drafts.getAllKeys());
    for (const key of keys) {
      const entry: unknown = await promisifyRequest(drafts.get(key));
      if (!isGood(entry, owner)) drafts.delete(key);
    }
  });
}

function isGood(entry: unknown, owner: DraftOwner): entry is Entry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { owner: id, savedAtMs } = entry as Partial<Entry>;
  return id === owner.id && typeof savedAtMs === 'number' && Date.now() - savedAtMs < GOOD_MS;
}
