/**
 * When a worker version activates: the first one at once, a new one when the page requests it with the user's consent.
 */

/** Message by which a page activates the waiting version. */
const SKIP_WAITING = 'SKIP_WAITING';

/** Waits for the page's message. Nothing else makes the worker skip waiting. */
export function activateOnRequest(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    const message: unknown = event.data;
    const isAsked =
      typeof message === 'object' && message !== null && 'type' in message && message.type === SKIP_WAITING;
    if (isAsked) event.waitUntil(worker.skipWaiting());
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
