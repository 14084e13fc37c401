import type { Page } from '@playwright/test';

type KeptRecord = { readonly name: string; readonly savedAtMs: number };

/** The own records on the device. What is read is kept a moment later, in the place of what was read before. */
export function keptRecords(page: Page): Promise<readonly KeptRecord[]> {
  return page.evaluate(
    () =>
      new Promise<readonly KeptRecord[]>((resolve) => {
        const request = indexedDB.open('own-records');
        request.addEventListener('success', () => {
          const database = request.result;
          const all = database.transaction('records').objectStore('records').getAll();
          all.addEventListener('success', () => {
            database.close();
            const records = all.result as readonly Partial<KeptRecord>[];
            // The key that seals them lies there too.
            resolve(records.flatMap(({ name, savedAtMs }) => (name && savedAtMs ? [{ name, savedAtMs }] : [])));
          });
        });
      }),
  );
}
