/**
 * Databases on the device that end with the session: their names, and deleting their content. Without a library and
 * apart from what is stored, because the first screen must be able to delete it.
 */

/** Empties one store of a database without waiting. If storage fails, there is nothing to delete. */
export function emptyStore(database: string, store: string): void {
  try {
    const request = indexedDB.open(database);
    // Nothing was stored yet: creates the database in the same shape as the storing side.
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
    request.addEventListener('success', () => empty(request.result, store));
  } catch {
    // Forbidden, or unsupported by this browser.
  }
}

function empty(database: IDBDatabase, store: string): void {
  const write = database.transaction(store, 'readwrite');
  write.objectStore(store).clear();
  for (const end of ['complete', 'abort']) write.addEventListener(end, () => database.close());
}

/** Names of the encrypted database of the user's own records and of its one store, which also holds the key. */
export const RECORDS_DATABASE = 'own-records';
export const RECORDS_STORE = 'records';

/** Names of the encrypted database of pending mutations and of its one store, which also holds the key. */
export const WRITES_DATABASE = 'money-writes';
export const WRITES_STORE = 'writes';

/** Names of the outbox's database and of its one store. */
export const OUTBOX_DATABASE = 'outbox';
export const OUTBOX_STORE = 'items';

/** Empties the outbox of this device, for all users. Does not wait. */
export function forgetOutbox(): void {
  emptyStore(OUTBOX_DATABASE, OUTBOX_STORE);
}
