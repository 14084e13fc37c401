/** Whose drafts may be kept, and forgetting them all. Apart from keeping: the first screen must be able to forget, and needs no library for it. */

/** The database of the drafts and the one store in it. */
export const DRAFTS_DATABASE = 'drafts';
export const DRAFTS_STORE = 'drafts';

/** A user for as long as his session lasts: the same user after another login is another owner, and so gets nothing that was on its way. */
export type DraftOwner = { readonly id: string };

let present: DraftOwner | undefined;

/** Who is logged in; `undefined` for nobody, and then no draft is kept or read. */
export function draftOwner(): DraftOwner | undefined {
  return present;
}

/** Tells who is logged in from now on. What another user left is forgotten. */
export function changeDraftOwner(id: string | undefined): void {
  if (id === present?.id) return;
  const hadOwner = present !== undefined;
  present = id === undefined ? undefined : { id };
  if (hadOwner) forgetAllDrafts();
}

/** Empties the store, without waiting. Where storage is out of order there is nothing to forget. */
function forgetAllDrafts(): void {
  try {
    const request = indexedDB.open(DRAFTS_DATABASE);
    // Nobody has kept a draft yet: the database is made as the keeping side makes it.
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(DRAFTS_STORE));
    request.addEventListener('success', () => empty(request.result));
  } catch {
    // Forbidden, or no such thing in this browser.
  }
}

function empty(database: IDBDatabase): void {
  const write = database.transaction(DRAFTS_STORE, 'readwrite');
  write.objectStore(DRAFTS_STORE).clear();
  for (const end of ['complete', 'abort']) write.addEventListener(end, () => database.close());
}
