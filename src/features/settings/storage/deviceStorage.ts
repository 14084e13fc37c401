import { CACHE_PREFIX } from '@halyard/contract/serviceWorker';
import { clearOwnRecords, sizeOfOwnRecords } from '../../../shared/storage/vault.ts';

/** Kinds of caches, as users understand them. */
export const CACHE_KINDS = ['app', 'articles', 'other'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

/** Bytes of each kind, and of everything that the browser counts for the app, where reported. */
export type DeviceStorage = {
  readonly caches: Readonly<Record<CacheKind, number>>;
  /** The user's own records, encrypted. */
  readonly records: number;
  readonly total: number | undefined;
  /** Whether the browser promises not to evict the data; `undefined` when it makes no statement. */
  readonly isPersisted: boolean | undefined;
};

/** Measures the sizes; unreported ones are left out. */
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
 * Removes data that can be fetched again: articles, pictures, the user's own records. The app itself stays, as do
 * session, settings, drafts and the outbox.
 */
export async function clearStorage(): Promise<void> {
  const names = await cacheNames();
  const gone = names.filter((name) => kindOf(name) !== 'app').map((name) => caches.delete(name));
  await Promise.all([...gone, clearOwnRecords().catch(() => false)]);
}

/** Asks the browser to persist the data. Returns whether it will. */
export async function persistStorage(): Promise<boolean> {
  const { storage } = navigator as { storage?: StorageManager };
  return (await storage?.persist?.().catch(() => false)) ?? false;
}

/** The app shell and its parts, without which the app does not open offline. */
function kindOf(name: string): CacheKind {
  if (name.startsWith(`${CACHE_PREFIX}-precache`) || name === `${CACHE_PREFIX}-assets`) return 'app';
  return /-(articles|articles-ahead|pictures)$/.test(name) ? 'articles' : 'other';
}

async function cacheNames(): Promise<readonly string[]> {
  // Caches exist on secure pages only.
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
  // One after another: all bodies at once could exceed a small phone's memory.
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
