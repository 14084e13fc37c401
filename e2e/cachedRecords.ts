import type { Page } from '@playwright/test';

type CachedRecords = { readonly name: string; readonly savedAtMs: number };

/** The own records on the device. An answer is stored a moment later, replacing the previous one. */
export function cachedRecords(page: Page): Promise<readonly CachedRecords[]> {
  return page.evaluate(
    () =>
      new Promise<readonly CachedRecords[]>((resolve) => {
        const request = indexedDB.open('own-records');
        request.addEventListener('success', () => {
          const database = request.result;
          const all = database.transaction('records').objectStore('records').getAll();
          all.addEventListener('success', () => {
            database.close();
            const records = all.result as readonly Partial<CachedRecords>[];
            // The key that encrypts them is there too.
            resolve(records.flatMap(({ name, savedAtMs }) => (name && savedAtMs ? [{ name, savedAtMs }] : [])));
          });
        });
      }),
  );
}
