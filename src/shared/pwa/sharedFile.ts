/**
 * A picture or PDF that another app shared with this one (the manifest's `share_target`). The worker stores it; home
 * asks where it goes; the chosen page takes it. Until its user has chosen, it may come from anywhere: a page can send
 * one too. It stays on the device for at most 10 minutes, also through a login, and is deleted at logout.
 */
import { SHARED_FILE, SHARED_FILE_RETAINED_MS } from '@halyard/contract/serviceWorker';
import { useEffect, useEffectEvent } from 'react';

const {
  cache: OFFERED,
  chosenCache: CHOSEN,
  url: URL_OF_FILE,
  nameHeader,
  receivedAtHeader,
  placeHeader,
} = SHARED_FILE;

/** Targets of a shared file: the proof of a deposit, or the support chat. */
export type SharePlace = 'deposit' | 'chat';

/**
 * The stored file without a chosen target; `undefined` if there is none, or it is older than 10 minutes (it is then
 * deleted).
 */
export async function peekSharedFile(): Promise<File | undefined> {
  const cached = await readCached(OFFERED);
  return cached && toFile(cached);
}

/** Records the user's choice for this file. A file that arrived since needs its own choice. */
export async function chooseSharedFile(file: File, place: SharePlace): Promise<void> {
  const headers = {
    'content-type': file.type,
    [nameHeader]: encodeURIComponent(file.name),
    [receivedAtHeader]: new Date(file.lastModified).toISOString(),
    [placeHeader]: place,
  };
  const cache = await caches.open(CHOSEN);
  await cache.put(URL_OF_FILE, new Response(file, { headers }));
  await dropSharedFile(file);
}

/** Takes the file if the user chose this place for it; it is then deleted from the store. Never throws. */
export async function takeSharedFile(place: SharePlace = 'chat'): Promise<File | undefined> {
  try {
    const cached = await readCached(CHOSEN);
    if (cached === undefined || cached.headers.get(placeHeader) !== place) return undefined;
    const file = await toFile(cached);
    await caches.delete(CHOSEN);
    return file;
  } catch {
    // A browser without storage has no file.
    return undefined;
  }
}

/** Deletes a file that was seen and not chosen. */
export async function dropSharedFile({ lastModified }: File): Promise<void> {
  const cached = await readCached(OFFERED);
  if (cached !== undefined && receivedAtMs(cached) === lastModified) await caches.delete(OFFERED);
}

async function readCached(cacheName: string): Promise<Response | undefined> {
  // Insecure pages have no caches. Checked first, because opening a cache would create it.
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return undefined;
  const cached = await caches.match(URL_OF_FILE, { cacheName });
  const ageMs = cached && Date.now() - receivedAtMs(cached);
  if (ageMs !== undefined && ageMs >= 0 && ageMs < SHARED_FILE_RETAINED_MS) return cached;
  await caches.delete(cacheName);
  return undefined;
}

const receivedAtMs = ({ headers }: Response) => Date.parse(headers.get(receivedAtHeader) ?? '');

/** `lastModified`: time of receipt, which distinguishes files of the same name. */
async function toFile(cached: Response): Promise<File> {
  const blob = await cached.blob();
  const name = decodeURIComponent(cached.headers.get(nameHeader) ?? '') || 'file';
  const type = cached.headers.get('content-type') ?? blob.type;
  return new File([blob], name, { type, lastModified: receivedAtMs(cached) });
}

/** Passes a shared file to the page that the user chose for it; once, when the page opens. */
export function useSharedFile(place: SharePlace, onFile: (file: File) => void): void {
  const take = useEffectEvent(onFile);
  useEffect(() => {
    void takeSharedFile(place).then((file) => file && take(file));
  }, [place]);
}
