/**
 * Files that another app shares with this one (the manifest's `share_target`): stored here; home asks the user where
 * they go.
 */
import { checkUploadHead, checkUploadSize, mediaTypeOf, UPLOAD_HEAD_BYTES } from '@halyard/contract/uploads/rules';
import { SHARED_FILE, SHARED_QUERY } from '@halyard/contract/serviceWorker';

declare const self: ServiceWorkerGlobalScope;

const SHARE_PATH = '/h5/share';
/** Form field of the file, as in the manifest. */
const FIELD = 'file';
const HOME = '/h5/';
const SHARED_HOME = `${HOME}#/pages/index/index?${SHARED_QUERY}=1`;

/**
 * Stores an uploadable file and redirects home, which shows the result. Files posted by a page of another site are
 * rejected. A page that hides its origin looks like the system's share sheet, so home always asks the user before it
 * uses the file.
 */
export function receiveShares(): void {
  self.addEventListener('fetch', (event) => {
    const { url, method, mode } = event.request;
    const { pathname, origin } = new URL(url);
    if (method !== 'POST' || mode !== 'navigate' || pathname !== SHARE_PATH || origin !== self.location.origin) return;
    event.respondWith(isForeign(event.request) ? leadTo(HOME) : take(event.request));
    event.stopImmediatePropagation();
  });
}

/**
 * Whether a page of another site sent it. The system's share sheet has no referrer, nor does a page that hides itself;
 * workers cannot read `Sec-Fetch-Site`.
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
    // An earlier shared file that was not used is outdated.
    await caches.delete(SHARED_FILE.cache);
    if (typeof file === 'object' && file !== null) await layAside(file);
  } catch {
    // Unreadable form or full device: home reports that there is no file.
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
