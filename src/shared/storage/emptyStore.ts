/**
 * Empties one store of one database on the device, without a library, because the first screen must be able to do it.
 */

/** Empties it without waiting. If storage fails, there is nothing to delete. */
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
