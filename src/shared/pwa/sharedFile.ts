/**
 * A picture or PDF that another app shared with this one (the manifest's `share_target`). The worker lays it aside;
 * home asks where it should go; the page that it should go to takes it. Until its user has chosen it, it may come from
 * anywhere: a page can send one too. It stays on the device, at most 10 minutes, also through a login, and goes at
 * logout.
 */
import { SHARED_FILE, SHARED_FILE_RETAINED_MS } from '@halyard/contract/serviceWorker';

const {
  cache: OFFERED,
  chosenCache: CHOSEN,
  url: URL_OF_FILE,
  nameHeader,
  receivedAtHeader,
  placeHeader,
} = SHARED_FILE;

/** Where a shared file may go: the proof of a deposit, or the support chat. */
export type SharePlace = 'deposit' | 'chat';

/**
 * The file that lies aside and was not chosen yet; `undefined` when there is none, or it is older than 10 minutes (it
 * is then forgotten).
 */
export async function peekSharedFile(): Promise<File | undefined> {
  const kept = await readCached(OFFERED);
  return kept && toFile(kept);
}

/** The user saw this file and said where it should go. What came in since waits for its own choice. */
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

/**
 * Takes the file if the user said that it should go to this place; whoever takes it has it, and it is kept no longer.
 * Never throws.
 */
export async function takeSharedFile(place: SharePlace = 'chat'): Promise<File | undefined> {
  try {
    const kept = await readCached(CHOSEN);
    if (kept === undefined || kept.headers.get(placeHeader) !== place) return undefined;
    const file = await toFile(kept);
    await caches.delete(CHOSEN);
    return file;
  } catch {
    // A browser that denies its storage has nothing to give.
    return undefined;
  }
}

/** Forgets a file that was not chosen, as it was seen. */
export async function dropSharedFile({ lastModified }: File): Promise<void> {
  const kept = await readCached(OFFERED);
  if (kept !== undefined && receivedAtMs(kept) === lastModified) await caches.delete(OFFERED);
}

async function readCached(cacheName: string): Promise<Response | undefined> {
  // Where pages are not served securely there are no caches. Asked first: opening a cache would make one.
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return undefined;
  const kept = await caches.match(URL_OF_FILE, { cacheName });
  const ageMs = kept && Date.now() - receivedAtMs(kept);
  if (ageMs !== undefined && ageMs >= 0 && ageMs < SHARED_FILE_RETAINED_MS) return kept;
  await caches.delete(cacheName);
  return undefined;
}

const receivedAtMs = ({ headers }: Response) => Date.parse(headers.get(receivedAtHeader) ?? '');

/** `lastModified`: when it was received, which tells files of one name apart. */
async function toFile(kept: Response): Promise<File> {
  const blob = await kept.blob();
  const name = decodeURIComponent(kept.headers.get(nameHeader) ?? '') || 'file';
  const type = kept.headers.get('content-type') ?? blob.type;
  return new File([blob], name, { type, lastModified: receivedAtMs(kept) });
}
