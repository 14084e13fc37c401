/**
 * Emptying what the device keeps in one store of one database. Without a library: the first screen must be able to
 * forget.
 */

/** Empties it, without waiting. Where storage is out of order there is nothing to forget. */
export function emptyStore(database: string, store: string): void {
  try {
    const request = indexedDB.open(database);
    // Nobody has kept anything yet: the database is made as the keeping side makes it.
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
    request.addEventListener('success', () => empty(request.result, store));
  } catch {
    // Forbidden, or no such thing in this browser.
  }
}

function empty(database: IDBDatabase, store: string): void {
  const write = database.transaction(store, 'readwrite');
  write.objectStore(store).clear();
  for (const end of ['complete', 'abort']) write.addEventListener(end, () => database.close());
}
