/**
 * Forms that were interrupted, pictures included: kept on the device for the user who is logged in, for 30 days at
 * most, and forgotten when his session ends. Keeping may fail (a full device, a private window); the form then goes on
 * without.
 */
import { promisifyRequest } from 'idb-keyval';
import { createPatientStore } from './patientStore.ts';
import { packFiles, unpackFiles } from './draftFiles.ts';
import { draftOwner, DRAFTS_DATABASE, DRAFTS_STORE, type DraftOwner } from './draftOwner.ts';

const GOOD_MS = 30 * 24 * 3_600_000;

type Entry = { readonly owner: string; readonly savedAtMs: number; readonly value: unknown };

const inStore = createPatientStore(DRAFTS_DATABASE, DRAFTS_STORE);
const keyOf = ({ id }: DraftOwner, name: string) => `${id}:${name}`;

// One after another: a draft that is being packed must not be written after it was removed.
let last: Promise<unknown> = Promise.resolve();
let tidiedFor: DraftOwner | undefined;

/** Keeps a value of plain data and pictures under a name. Gives back whether it is kept. */
export function saveDraft(name: string, value: unknown): Promise<boolean> {
  return queue(false, async (owner) => {
    const entry: Entry = { owner: owner.id, savedAtMs: Date.now(), value: await packFiles(value) };
    return inStore('readwrite', async (drafts) => {
      // Asked again: the session may have ended while the pictures were read.
      if (draftOwner() !== owner) return false;
      drafts.put(entry, keyOf(owner, name));
      // A full device says so only when all is to be written.
      await promisifyRequest(drafts.transaction);
      return true;
    });
  });
}

/** What is kept under a name, to be checked by who knows its shape; `undefined` for nothing. */
export function loadDraft(name: string): Promise<unknown> {
  return queue(undefined, async (owner) => {
    const entry: unknown = await inStore('readonly', (drafts) => promisifyRequest(drafts.get(keyOf(owner, name))));
    return isGood(entry, owner) ? unpackFiles(entry.value) : undefined;
  });
}

/** Forgets one. Gives back whether it is gone. */
export function removeDraft(name: string): Promise<boolean> {
  return queue(false, async (owner) => {
    await inStore('readwrite', (drafts) => {
      drafts.delete(keyOf(owner, name));
      return promisifyRequest(drafts.transaction);
    });
    return true;
  });
}

/**
 * Runs `task` for the user of this moment when what came before is done; `failed` where there is no user or the storage
 * fails.
 */
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

/** Once a session: what is too old goes, and what another user left where forgetting failed. */
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
