/**
 * A picture or PDF that another app shared with this one (the manifest's `share_target`). The worker lays it aside;
 * home asks where it should go; the page that it should go to takes it. It stays on the device, at most 10 minutes,
 * also through a login, and goes at logout.
 */
import { SHARED_FILE, SHARED_FILE_KEPT_MS } from '@halyard/contract/rules/worker';

const { cache: CACHE, url: URL_OF_FILE, nameHeader, receivedAtHeader, placeHeader } = SHARED_FILE;

/** Where a shared file may go: the proof of a deposit, or the support chat. */
export type SharePlace = 'deposit' | 'chat';

/** The file that lies aside; `undefined` when there is none, or it is older than 10 minutes (it is then forgotten). */
export async function peekSharedFile(): Promise<File | undefined> {
  const kept = await readKept();
  return kept && toFile(kept);
}

/** The user said where it should go. Nothing happens where there is no file. */
export async function aimSharedFile(place: SharePlace): Promise<void> {
  const kept = await readKept();
  if (kept === undefined) return;
  const headers = new Headers(kept.headers);
  headers.set(placeHeader, place);
  const cache = await caches.open(CACHE);
  await cache.put(URL_OF_FILE, new Response(await kept.blob(), { headers }));
}

/**
 * Takes the file if the user said that it should go to this place; whoever takes it has it, and it is kept no longer.
 * Never throws.
 */
export async function takeSharedFile(place: SharePlace = 'chat'): Promise<File | undefined> {
  try {
    const kept = await readKept();
    if (kept === undefined || kept.headers.get(placeHeader) !== place) return undefined;
    const file = await toFile(kept);
    await dropSharedFile();
    return file;
  } catch {
    // A browser that denies its storage has nothing to give.
    return undefined;
  }
}

/** Forgets the file. */
export async function dropSharedFile(): Promise<void> {
  // Where pages are not served securely there are no caches, and nothing can be shared with the app.
  if ('caches' in globalThis) await caches.delete(CACHE);
}

async function readKept(): Promise<Response | undefined> {
  // Asked first: opening a cache would make one.
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return undefined;
  const kept = await caches.match(URL_OF_FILE, { cacheName: CACHE });
  const receivedAtMs = Date.parse(kept?.headers.get(receivedAtHeader) ?? '');
  const ageMs = Date.now() - receivedAtMs;
  if (kept !== undefined && ageMs >= 0 && ageMs < SHARED_FILE_KEPT_MS) return kept;
  await dropSharedFile();
  return undefined;
}

async function toFile(kept: Response): Promise<File> {
  const blob = await kept.blob();
  const name = decodeURIComponent(kept.headers.get(nameHeader) ?? '') || 'file';
  return new File([blob], name, { type: kept.headers.get('content-type') ?? blob.type });
}
