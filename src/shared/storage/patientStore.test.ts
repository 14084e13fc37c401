// @vitest-environment jsdom A database that never opens blocks nothing: callers get an error after three seconds, and
// at once from then on, until it opens after all.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { promisifyRequest } from 'idb-keyval';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { createPatientStore } from './patientStore.ts';

fakeIndexedDb();

let open: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const openAtOnce = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...name) => {
    const request = { addEventListener: () => undefined } as unknown as IDBOpenDBRequest;
    open = () => {
      const real = openAtOnce(...name);
      real.onupgradeneeded = () => real.result.createObjectStore('things');
      real.onsuccess = () => {
        Object.assign(request, { result: real.result });
        request.onsuccess?.call(request, new Event('success'));
      };
    };
    return request;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives up on a silent database, and uses one that answers later', async () => {
  const inStore = createPatientStore('silent', 'things');
  const work = vi.fn<(store: IDBObjectStore) => Promise<number>>((store) => promisifyRequest(store.count()));
  const first = inStore('readonly', work).catch(String);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await first).toContain('StorageSilent');
  await expect(inStore('readonly', work)).rejects.toHaveProperty('name', 'StorageSilent');
  expect(work).not.toHaveBeenCalled();
  open();
  await vi.waitFor(async () => expect(await inStore('readonly', work)).toBe(0));
  expect(work).toHaveBeenCalledTimes(1);
});
