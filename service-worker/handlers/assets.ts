/**
 * Build files that are not cached at installation. The worker caches them on use, or when a page reports that the
 * device is idle.
 */
import { registerRoute } from 'workbox-routing';
import { KEEP_ASSETS, STOP_CACHING, type RetainAssets } from '@halyard/contract/serviceWorker';
import { getCacheKeyForURL } from 'workbox-precaching';
import { boundedCache, isCachingAllowed } from './boundedCache.ts';

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
    if (isOfType(message, STOP_CACHING)) isEnding = true;
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

function isOfType(data: unknown, type: string): data is { readonly type: string } {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}
