import { createStore, type UseStore } from 'idb-keyval';

/** So long a database may take to open. WebKit is known for opening one never. */
const PATIENCE_MS = 3000;

/** The browser does not answer; callers go on without storage. */
export class StorageSilent extends Error {
  override readonly name = 'StorageSilent';
}

/**
 * A store that rejects where the browser has none, refuses it or does not answer. After a silence it rejects at once
 * until the browser answers after all.
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
    // In a function, since a browser that refuses storage throws at once.
    const run = async () =>
      inStore(mode, (opened) => {
        clearTimeout(timer);
        isSilent = false;
        // The caller went on without it.
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
