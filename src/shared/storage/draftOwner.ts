/**
 * Owner of the drafts and outbox items on the device, and deleting them all. Separate from storing: the first screen
 * must be able to delete, and needs no library for it.
 */
import { dropLock, shutIfLocked } from '../app-lock/lockGate.ts';
import {
  forgetOutbox,
  WRITES_DATABASE,
  WRITES_STORE,
  emptyStore,
  RECORDS_DATABASE,
  RECORDS_STORE,
} from './deviceStores.ts';
import { forgetPush } from '../pwa/forgetPush.ts';
import { createListeners } from '../store/listeners.ts';

/** Names of the drafts' database and of its one store. */
export const DRAFTS_DATABASE = 'drafts';
export const DRAFTS_STORE = 'drafts';

/**
 * A user for the duration of one session: the same user after another login is another owner, so writes still under way
 * are dropped.
 */
export type DraftOwner = { readonly id: string };

let present: DraftOwner | undefined;
const { subscribe, notify } = createListeners();

/** The logged-in user; `undefined` without one, and then no draft is stored or read. */
export function draftOwner(): DraftOwner | undefined {
  return present;
}

/**
 * Sets the logged-in user. Deletes everything another user left, unless `isAdopted`: another tab began the session, and
 * has deleted it; what is on the device now belongs to the new user.
 */
export function changeDraftOwner(id: string | undefined, isAdopted = false): void {
  if (id === present?.id) return;
  const hadOwner = present !== undefined;
  present = id === undefined ? undefined : { id };
  if (isAdopted) shutIfLocked();
  else if (hadOwner) {
    emptyStore(DRAFTS_DATABASE, DRAFTS_STORE);
    emptyStore(RECORDS_DATABASE, RECORDS_STORE);
    emptyStore(WRITES_DATABASE, WRITES_STORE);
    forgetOutbox();
    forgetPush();
    dropLock();
  }
  notify();
}

/** Calls back at every change of {@link draftOwner}, until the returned clean-up is called. */
export const onDraftOwnerChange = subscribe;
