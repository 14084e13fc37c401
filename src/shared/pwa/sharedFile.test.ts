// A file shared with the app goes where the user chose, once, and is withheld when it is old or the user is gone. The
// cache is the browser's, in memory.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SHARED_FILE } from '@halyard/contract/serviceWorker';
import { chooseSharedFile, dropSharedFile, peekSharedFile, takeSharedFile, type SharePlace } from './sharedFile.ts';

const TEN_MINUTES_MS = 600_000;
let kept: Map<string, Map<string, Response>>;

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
  kept = new Map();
  vi.stubGlobal('caches', {
    open: (name: string) => {
      const entries = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, entries);
      return Promise.resolve({
        put: (url: string, response: Response) => Promise.resolve(void entries.set(url, response)),
      });
    },
    has: (name: string) => Promise.resolve(kept.has(name)),
    match: (url: string, { cacheName }: { cacheName: string }) =>
      Promise.resolve(kept.get(cacheName)?.get(url)?.clone()),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  });
});

afterEach(() => void vi.unstubAllGlobals());

it('is given to the place that the user said, once', async () => {
  await receive('付款 截图.png');
  await choose('deposit');
  expect(await takeSharedFile('chat')).toBeUndefined();
  const file = await takeSharedFile('deposit');
  expect([file?.name, file?.type, await file?.text()]).toEqual(['付款 截图.png', 'image/png', 'the picture']);
  expect(await takeSharedFile('deposit')).toBeUndefined();
  expect(kept.size).toBe(0);
});

it('is nobody’s before the user said where it goes, and can be looked at', async () => {
  await receive('proof.png');
  expect(await takeSharedFile('deposit')).toBeUndefined();
  expect((await peekSharedFile())?.name).toBe('proof.png');
  expect(await peekSharedFile()).toBeDefined();
});

it('is forgotten after ten minutes', async () => {
  await receive('proof.png', Date.now() - TEN_MINUTES_MS + 5_000);
  expect(await peekSharedFile()).toBeDefined();
  await receive('proof.png', Date.now() - TEN_MINUTES_MS);
  expect(await peekSharedFile()).toBeUndefined();
  expect(kept.size).toBe(0);
});

it('goes when it is dropped', async () => {
  await receive('proof.png');
  const file = await peekSharedFile();
  if (file !== undefined) await dropSharedFile(file);
  expect(kept.size).toBe(0);
});

it('stays as it was chosen when another one comes in, which waits for its own choice', async () => {
  await receive('proof.png', Date.now() - 2000);
  await choose('deposit');
  await receive('planted.png');
  expect((await takeSharedFile('deposit'))?.name).toBe('proof.png');
  expect((await peekSharedFile())?.name).toBe('planted.png');
});

it('is the one that the user saw, though another one came in before he chose', async () => {
  await receive('proof.png', Date.now() - 2000);
  const seen = await peekSharedFile();
  await receive('planted.png');
  if (seen !== undefined) await chooseSharedFile(seen, 'deposit');
  expect((await takeSharedFile('deposit'))?.name).toBe('proof.png');
  expect((await peekSharedFile())?.name).toBe('planted.png');
});

it('is nothing, and makes no cache, where nothing was shared', async () => {
  expect(await peekSharedFile()).toBeUndefined();
  expect(await takeSharedFile()).toBeUndefined();
  expect(kept.size).toBe(0);
});

it('is nothing where there are no caches', async () => {
  vi.stubGlobal('caches', undefined);
  delete (globalThis as { caches?: CacheStorage }).caches;
  expect(await takeSharedFile()).toBeUndefined();
  expect(await peekSharedFile()).toBeUndefined();
});
