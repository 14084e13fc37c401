/**
 * A file that another app shares with this one (the manifest's `share_target`): laid aside here, asked about at home.
 */
import { checkUploadHead, checkUploadSize, mediaTypeOf, UPLOAD_HEAD_BYTES } from '@halyard/contract/rules/upload';
import { SHARED_FILE, SHARED_QUERY } from '@halyard/contract/rules/worker';

declare const self: ServiceWorkerGlobalScope;

const SHARE_PATH = '/h5/share';
/** Where the manifest says that the file is. */
const FIELD = 'file';
const HOME = `/h5/#/pages/index/index?${SHARED_QUERY}=1`;

/**
 * Takes the file in, if it is one that may be uploaded, and leads home either way, where the user is told what became
 * of it.
 */
export function takeShares(): void {
  self.addEventListener('fetch', (event) => {
    const { url, method, mode } = event.request;
    const { pathname, origin } = new URL(url);
    if (method !== 'POST' || mode !== 'navigate' || pathname !== SHARE_PATH || origin !== self.location.origin) return;
    event.respondWith(take(event.request));
    event.stopImmediatePropagation();
  });
}

async function take(request: Request): Promise<Response> {
  try {
    const file = (await request.formData()).get(FIELD);
    // What was shared before and not taken is not what the user has in mind now.
    await caches.delete(SHARED_FILE.cache);
    if (typeof file === 'object' && file !== null) await layAside(file);
  } catch {
    // A form that cannot be read, a full device: the user is told that there is no file.
  }
  return Response.redirect(new URL(HOME, self.location.origin).href, 303);
}

async function layAside(file: File): Promise<void> {
  const head = new Uint8Array(await file.slice(0, UPLOAD_HEAD_BYTES).arrayBuffer());
  if (checkUploadSize(file.size) !== undefined || checkUploadHead(head, { allowPdf: true }) !== undefined) return;
  const headers = {
    'content-type': mediaTypeOf(head) ?? '',
    [SHARED_FILE.nameHeader]: encodeURIComponent(file.name),
    [SHARED_FILE.receivedAtHeader]: new Date().toISOString(),
  };
  const cache = await caches.open(SHARED_FILE.cache);
  await cache.put(SHARED_FILE.url, new Response(file, { headers }));
}
