/** What the app keeps on the device, how much of it there is, and emptying it without logging out or losing the app. */
import { CACHE_PREFIX } from '@halyard/contract/serviceWorker';
import { clearOwnRecords, sizeOfOwnRecords } from '../../../shared/storage/vault.ts';

/** What caches are for, as users understand it. */
export const CACHE_KINDS = ['app', 'articles', 'other'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

/** Bytes of each kind; of all that the browser counts for the app, where it says so. */
export type DeviceStorage = {
  readonly caches: Readonly<Record<CacheKind, number>>;
  /** The user's own records, sealed. */
  readonly records: number;
  readonly total: number | undefined;
  /**
   * Whether the browser promises not to throw it away when the device is full; `undefined` where it promises nothing.
   */
  readonly isPersisted: boolean | undefined;
};

/** Reads the sizes. What the browser does not tell is left out. */
export async function measureStorage(): Promise<DeviceStorage> {
  const [sizes, records, total, isPersisted] = await Promise.all([
    cacheSizes(),
    sizeOfOwnRecords().catch(() => 0),
    estimate(),
    persisted(),
  ]);
  return { caches: sizes, records, total, isPersisted };
}

/**
 * Removes what can be fetched again: articles, pictures, the user's own records. The app itself stays, as do session,
 * settings, drafts and what waits.
 */
export async function clearStorage(): Promise<void> {
  const names = await cacheNames();
  const gone = names.filter((name) => kindOf(name) !== 'app').map((name) => caches.delete(name));
  await Promise.all([...gone, clearOwnRecords().catch(() => false)]);
}

/** Asks the browser to keep what is there. Gives back whether it will. */
export async function persistStorage(): Promise<boolean> {
  const { storage } = navigator as { storage?: StorageManager };
  return (await storage?.persist?.().catch(() => false)) ?? false;
}

/** The shell and its parts open the app without a network; without them it is no app any more. */
function kindOf(name: string): CacheKind {
  if (name.startsWith(`${CACHE_PREFIX}-precache`) || name === `${CACHE_PREFIX}-assets`) return 'app';
  return /-(articles|articles-ahead|pictures)$/.test(name) ? 'articles' : 'other';
}

async function cacheNames(): Promise<readonly string[]> {
  // Browsers have caches only on pages that were served securely.
  return typeof caches === 'undefined' ? [] : caches.keys().catch(() => []);
}

async function cacheSizes(): Promise<Record<CacheKind, number>> {
  const sizes: Record<CacheKind, number> = { app: 0, articles: 0, other: 0 };
  for (const name of await cacheNames()) sizes[kindOf(name)] += await sizeOf(name).catch(() => 0);
  return sizes;
}

async function sizeOf(name: string): Promise<number> {
  const cache = await caches.open(name);
  let bytes = 0;
  // One after another: all bodies at once could be more than a small phone has room for.
  for (const key of await cache.keys()) bytes += (await (await cache.match(key))?.blob())?.size ?? 0;
  return bytes;
}

async function estimate(): Promise<number | undefined> {
  const { storage } = navigator as { storage?: StorageManager };
  return (await storage?.estimate?.().catch(() => undefined))?.usage;
}

async function persisted(): Promise<boolean | undefined> {
  const { storage } = navigator as { storage?: StorageManager };
  return storage?.persisted?.().catch(() => undefined);
}
