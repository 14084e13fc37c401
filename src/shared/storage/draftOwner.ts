/**
 * Whose drafts and waiting sendings may be kept on the device, and forgetting them all. Apart from keeping: the first
 * screen must be able to forget, and needs no library for it.
 */
import { dropLock } from '../app-lock/lockGate.ts';
import { forgetOutbox } from '../outbox/forgetOutbox.ts';
import { forgetPush } from '../pwa/forgetPush.ts';
import { WRITES_DATABASE, WRITES_STORE } from '../money-mutations/writesStore.ts';
import { emptyStore } from './emptyStore.ts';
import { RECORDS_DATABASE, RECORDS_STORE } from './recordsStore.ts';
import { createListeners } from '../store/listeners.ts';

/** The database of the drafts and the one store in it. */
export const DRAFTS_DATABASE = 'drafts';
export const DRAFTS_STORE = 'drafts';

/**
 * A user for as long as his session lasts: the same user after another login is another owner, and so gets nothing that
 * was on its way.
 */
export type DraftOwner = { readonly id: string };

let present: DraftOwner | undefined;
const { subscribe, tell } = createListeners();

/** Who is logged in; `undefined` for nobody, and then no draft is kept or read. */
export function draftOwner(): DraftOwner | undefined {
  return present;
}

/** Tells who is logged in from now on. What another user left is forgotten. */
export function changeDraftOwner(id: string | undefined): void {
  if (id === present?.id) return;
  const hadOwner = present !== undefined;
  present = id === undefined ? undefined : { id };
  if (hadOwner) {
    emptyStore(DRAFTS_DATABASE, DRAFTS_STORE);
    emptyStore(RECORDS_DATABASE, RECORDS_STORE);
    emptyStore(WRITES_DATABASE, WRITES_STORE);
    forgetOutbox();
    forgetPush();
    dropLock();
  }
  tell();
}

/** Calls back whenever {@link draftOwner} changed, until the returned clean-up is called. */
export const onDraftOwnerChange = subscribe;
