// A file shared with the app goes where the user chose, once, and is withheld when it is old or the user is gone. The
// cache is the browser's, in memory.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SHARED_FILE } from '@halyard/contract/serviceWorker';
import { chooseSharedFile, dropSharedFile, peekSharedFile, takeSharedFile, type SharePlace } from './sharedFile.ts';

const TEN_MINUTES_MS = 600_000;
let stores: Map<string, Map<string, Response>>;

/** The worker's handling of a shared file. */
async function receive(name: string, receivedAtMs = Date.now()) {
  const cache = await caches.open(SHARED_FILE.cache);
  const headers = {
    'content-type': 'image/png',
    [SHARED_FILE.nameHeader]: encodeURIComponent(name),
    [SHARED_FILE.receivedAtHeader]: new Date(receivedAtMs).toISOString(),
  };
  await cache.put(SHARED_FILE.url, new Response('the picture', { headers }));
}

/** Home's handling: shows the file, and sends it where the user chose. */
async function choose(place: SharePlace) {
  const file = await peekSharedFile();
  if (file !== undefined) await chooseSharedFile(file, place);
}

beforeEach(() => {
  stores = new Map();
  vi.stubGlobal('caches', {
    open: (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, entries);
      return Promise.resolve({
        put: (url: string, response: Response) => Promise.resolve(void entries.set(url, response)),
      });
    },
    has: (name: string) => Promise.resolve(stores.has(name)),
    match: (url: string, { cacheName }: { cacheName: string }) =>
      Promise.resolve(stores.get(cacheName)?.get(url)?.clone()),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  });
});

afterEach(() => void vi.unstubAllGlobals());

it('is given to the place that the user chose, once', async () => {
  await receive('付款 截图.png');
  await choose('deposit');
  expect(await takeSharedFile('chat')).toBeUndefined();
  const file = await takeSharedFile('deposit');
  expect([file?.name, file?.type, await file?.text()]).toEqual(['付款 截图.png', 'image/png', 'the picture']);
  expect(await takeSharedFile('deposit')).toBeUndefined();
  expect(stores.size).toBe(0);
});

it('is withheld before the user’s choice, and can be previewed', async () => {
  await receive('proof.png');
  expect(await takeSharedFile('deposit')).toBeUndefined();
  expect((await peekSharedFile())?.name).toBe('proof.png');
  expect(await peekSharedFile()).toBeDefined();
});

it('is deleted after ten minutes', async () => {
  await receive('proof.png', Date.now() - TEN_MINUTES_MS + 5_000);
  expect(await peekSharedFile()).toBeDefined();
  await receive('proof.png', Date.now() - TEN_MINUTES_MS);
  expect(await peekSharedFile()).toBeUndefined();
  expect(stores.size).toBe(0);
});

it('is deleted when discarded', async () => {
  await receive('proof.png');
  const file = await peekSharedFile();
  if (file !== undefined) await dropSharedFile(file);
  expect(stores.size).toBe(0);
});

it('keeps its choice when another one arrives, which waits for its own', async () => {
  await receive('proof.png', Date.now() - 2000);
  await choose('deposit');
  await receive('planted.png');
  expect((await takeSharedFile('deposit'))?.name).toBe('proof.png');
  expect((await peekSharedFile())?.name).toBe('planted.png');
});

it('is the one that the user saw, although another one arrived before the choice', async () => {
  await receive('proof.png', Date.now() - 2000);
  const seen = await peekSharedFile();
  await receive('planted.png');
  if (seen !== undefined) await chooseSharedFile(seen, 'deposit');
  expect((await takeSharedFile('deposit'))?.name).toBe('proof.png');
  expect((await peekSharedFile())?.name).toBe('planted.png');
});

it('is undefined, and creates no cache, if nothing was shared', async () => {
  expect(await peekSharedFile()).toBeUndefined();
  expect(await takeSharedFile()).toBeUndefined();
  expect(stores.size).toBe(0);
});

it('is undefined without caches', async () => {
  vi.stubGlobal('caches', undefined);
  delete (globalThis as { caches?: CacheStorage }).caches;
  expect(await takeSharedFile()).toBeUndefined();
  expect(await peekSharedFile()).toBeUndefined();
});
