import { createStore, type UseStore } from 'idb-keyval';

/** Time limit for opening a database. WebKit sometimes never opens one. */
const PATIENCE_MS = 3000;

/** The browser does not answer; callers continue without storage. */
export class StorageSilent extends Error {
  override readonly name = 'StorageSilent';
}

/**
 * A store that rejects if the browser has none, refuses it or does not answer. After a timeout it rejects at once until
 * the browser answers.
 */
export function createPatientStore(database: string, store: string): UseStore {
  const inStore = createStore(database, store);
  let isSilent = false;
  return async (mode, work) => {
    if (isSilent) throw new StorageSilent();
    let hasGivenUp = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        hasGivenUp = true;
        isSilent = true;
        reject(new StorageSilent());
      }, PATIENCE_MS);
    });
    // In a function, because a browser that refuses storage throws synchronously.
    const run = async () =>
      inStore(mode, (opened) => {
        clearTimeout(timer);
        isSilent = false;
        // The caller has continued without it.
        if (hasGivenUp) throw new StorageSilent();
        return work(opened);
      });
    const used = run();
    try {
      return await Promise.race([used, silence]);
    } finally {
      clearTimeout(timer);
      used.catch(() => undefined);
    }
  };
}
