/**
 * Files of the build that are not kept from the installation on: kept when they are used, or when a page says that the
 * device has time.
 */
import { registerRoute } from 'workbox-routing';
import { KEEP_ASSETS, type RetainAssets } from '@halyard/contract/serviceWorker';
import { getCacheKeyForURL } from 'workbox-precaching';
import { boundedCache, isWanted } from './boundedCache.ts';

declare const self: ServiceWorkerGlobalScope;

const ASSET = /^\/h5\/assets\/[\w.-]+$/;
/** Two builds in two languages. */
const assets = boundedCache('halyard-assets', 500);

/** Their names hold hashes of their contents, so what is kept is right for ever. */
export function answerAssets(): void {
  registerRoute(
    ({ url, request }) =>
      url.origin === self.location.origin && ASSET.test(url.pathname) && request.mode !== 'navigate',
    async ({ url, request, event }) => {
      const kept = await assets.match(url.pathname);
      if (kept !== undefined) return kept;
      const response = await fetch(request);
      if (isFile(response)) event.waitUntil(assets.put(url.pathname, response.clone()));
      return response;
    },
  );
  self.addEventListener('message', (event) => {
    if (isRetainAssets(event.data)) event.waitUntil(keepAll(event.data.urls.filter((path) => ASSET.test(path))));
  });
}

/** One after the other: there is no hurry, and what the user asks for meanwhile comes first. */
async function keepAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (!(await isWanted())) return;
    if (getCacheKeyForURL(path) !== undefined || (await assets.match(path)) !== undefined) continue;
    // Without a network the rest has to wait as well.
    const response = await fetch(path).catch(() => undefined);
    if (response === undefined) return;
    if (isFile(response)) await assets.put(path, response);
  }
}

/** A page in the place of a script is not kept, whoever answers it. */
function isFile({ status, headers }: Response): boolean {
  return status === 200 && headers.get('content-type')?.includes('html') === false;
}

function isRetainAssets(data: unknown): data is RetainAssets {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === KEEP_ASSETS && 'urls' in data;
}
