import { ACTIVATE_NEXT, OUTBOX_SYNC, SKIP_WAITING } from '@halyard/contract/serviceWorker';
import { isOfType } from './assets.ts';

/**
 * When a worker version activates: the first one at once, a new one when the page requests it with the user's consent.
 */

/** A page requests it of the active version, which passes it on. Nothing else makes a version skip waiting. */
export function activateOnRequest(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    const message: unknown = event.data;
    if (isOfType(message, ACTIVATE_NEXT)) worker.registration.waiting?.postMessage({ type: SKIP_WAITING });
    if (isOfType(message, SKIP_WAITING)) event.waitUntil(worker.skipWaiting());
  });
}

/**
 * Controls the first page too, so that the files it opens are cached. Pages of an older version are taken over only
 * with the user's consent.
 */
export function claimFirstPage(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => {
    event.waitUntil(worker.clients.claim());
  });
}

// Background Sync: when the network returns, the windows send the outbox. The worker cannot send it, because only pages
// have the user's token.

// Background Sync is missing from the standard types.
type SyncEvent = ExtendableEvent & { readonly tag: string };

/** Notifies all windows on a sync event. If no window is open, the outbox waits for the next one. */
export function notifyOutboxes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync' as 'message', (event) => {
    const { tag } = event as unknown as SyncEvent;
    if (tag === OUTBOX_SYNC) event.waitUntil(notifyWindows(worker));
  });
}

async function notifyWindows(worker: ServiceWorkerGlobalScope): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker takes no origin: it is of the worker's own
  for (const opened of windows) opened.postMessage({ type: OUTBOX_SYNC });
}
