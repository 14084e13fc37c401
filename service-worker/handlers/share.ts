/**
 * A file that another app shares with this one (the manifest's `share_target`): laid aside here, asked about at home.
 */
import { checkUploadHead, checkUploadSize, mediaTypeOf, UPLOAD_HEAD_BYTES } from '@halyard/contract/uploads/rules';
import { SHARED_FILE, SHARED_QUERY } from '@halyard/contract/serviceWorker';

declare const self: ServiceWorkerGlobalScope;

const SHARE_PATH = '/h5/share';
/** Where the manifest says that the file is. */
const FIELD = 'file';
const HOME = '/h5/';
const SHARED_HOME = `${HOME}#/pages/index/index?${SHARED_QUERY}=1`;

/**
 * Takes the file in, if it is one that may be uploaded, and leads home either way, where the user is told what became
 * of it. What a page of another site says that it sends is not taken; one that does not say so looks as the system
 * does, so the user is asked before anything becomes of a file.
 */
export function takeShares(): void {
  self.addEventListener('fetch', (event) => {
    const { url, method, mode } = event.request;
    const { pathname, origin } = new URL(url);
    if (method !== 'POST' || mode !== 'navigate' || pathname !== SHARE_PATH || origin !== self.location.origin) return;
    event.respondWith(isForeign(event.request) ? leadTo(HOME) : take(event.request));
    event.stopImmediatePropagation();
  });
}

/**
 * Sent by a page of another site. The system names no page; nor does a page that hides itself, and what the server
 * would be told of it (`Sec-Fetch-Site`) no worker is.
 */
function isForeign({ headers, referrer }: Request): boolean {
  return [referrer, headers.get('origin') ?? ''].some((url) => {
    const origin = URL.canParse(url) ? new URL(url).origin : 'null';
    return origin !== 'null' && origin !== self.location.origin;
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
  return leadTo(SHARED_HOME);
}

const leadTo = async (path: string) => Response.redirect(new URL(path, self.location.origin).href, 303);

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
