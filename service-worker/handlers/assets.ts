/**
 * Build files that are not cached at installation. The worker caches them on use, or when a page reports that the
 * device is idle.
 */
import { cacheNames } from 'workbox-core';
import { createHandlerBoundToURL, getCacheKeyForURL } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { ACTIVATE_NEXT, KEEP_ASSETS, type RetainAssets } from '@halyard/contract/serviceWorker';

declare const self: ServiceWorkerGlobalScope;

const ASSET = /^\/h5\/assets\/[\w.-]+$/;
/** Room for two builds in two languages. */
const assets = boundedCache('halyard-assets', 500);
let isEnding = false;

/** File names contain content hashes, so cached files never expire. */
export function answerAssets(): void {
  registerRoute(
    ({ url, request }) =>
      url.origin === self.location.origin && ASSET.test(url.pathname) && request.mode !== 'navigate',
    async ({ url, request, event }) => {
      const cached = await assets.match(url.pathname);
      if (cached !== undefined) return cached;
      const response = await fetch(request);
      if (isFile(response)) event.waitUntil(assets.put(url.pathname, response.clone()));
      return response;
    },
  );
  self.addEventListener('message', (event) => {
    const message: unknown = event.data;
    if (isOfType(message, ACTIVATE_NEXT)) isEnding = true;
    if (isRetainAssets(message)) event.waitUntil(cacheAll(message.urls.filter((path) => ASSET.test(path))));
  });
}

/** Sequential, so that files the user requests meanwhile come first. */
async function cacheAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (isEnding || !(await isCachingAllowed())) return;
    if (getCacheKeyForURL(path) !== undefined || (await assets.match(path)) !== undefined) continue;
    // Offline: stop here.
    const response = await fetch(path).catch(() => undefined);
    if (response === undefined) return;
    if (isFile(response)) await assets.put(path, response);
  }
}

/** Rejects an HTML page sent in place of a script by the server or a proxy. */
function isFile({ status, headers }: Response): boolean {
  return status === 200 && headers.get('content-type')?.includes('html') === false;
}

function isRetainAssets(data: unknown): data is RetainAssets {
  return isOfType(data, KEEP_ASSETS) && 'urls' in data;
}

/** Whether a message is of this type. */
export function isOfType(data: unknown, type: string): data is { readonly type: string } {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}

// Article pictures. Their names are content hashes, so cached pictures never expire.

const PICTURE = /^\/content\/[\da-f]{16,64}\.webp$/;
const pictures = boundedCache('halyard-pictures', 150);

/** Answers them from the cache first. */
export function answerPictures(): void {
  registerRoute(
    ({ url }) => url.origin === self.location.origin && PICTURE.test(url.pathname),
    async ({ url, request, event }) => {
      const cached = await pictures.match(url.pathname);
      if (cached !== undefined) return cached;
      const response = await fetch(request);
      if (isWhole(response)) event.waitUntil(pictures.put(url.pathname, response.clone()));
      return response;
    },
  );
}

function isWhole({ status, headers }: Response): boolean {
  return status === 200 && headers.get('content-type')?.startsWith('image/') === true;
}

// Cache with a maximum number of entries, which evicts the least recently used.

/** Opens one cache of the worker. `max`: number of entries, all of which are small. */
export function boundedCache(name: string, max: number) {
  /** Stores an answer. A cache lists its entries in insertion order, so the entry put last is evicted last. */
  async function put(key: string, response: Response): Promise<void> {
    if (!(await isCachingAllowed())) return;
    const cache = await caches.open(name);
    await cache.put(key, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((old) => cache.delete(old)));
    // A page may have deleted all caches meanwhile.
    if (!(await isCachingAllowed())) await caches.delete(name);
  }

  async function drop(key: string): Promise<void> {
    // Opening a cache would create it.
    if (await caches.has(name)) await (await caches.open(name)).delete(key);
  }

  return { put, match: (key: string) => caches.match(key, { cacheName: name }), delete: drop };
}

/**
 * Whether the worker may still cache. When the operator disables the worker, requests under way continue in the old
 * worker after all its caches were deleted.
 */
async function isCachingAllowed(): Promise<boolean> {
  return caches.has(cacheNames.precache);
}

// Navigation: every page of the app is the shell, because routes are behind the hash.

const SHELL = '/h5/index.html';

/** Paths of the app: its folder, without files, so that a missing asset is a 404 and never HTML. */
export const APP_PATHS = /^\/h5(\/|\/index\.html|\/(?!.*\.)[^?]*)?(\?.*)?$/;

/** Answers navigations within the app with the precached shell. */
export function answerNavigations(): void {
  registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: [APP_PATHS] }));
}
