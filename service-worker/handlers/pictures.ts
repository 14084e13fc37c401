/** Article pictures. Their names are content hashes, so cached pictures never expire. */
import { registerRoute } from 'workbox-routing';
import { boundedCache } from './boundedCache.ts';

declare const self: ServiceWorkerGlobalScope;

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
