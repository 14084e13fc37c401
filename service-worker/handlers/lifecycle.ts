/**
 * When a version takes over: the first one at once, a new one when the page asks for it, and the page asks only when
 * its user agreed.
 */

/** The message by which a page lets a new version in. */
const SKIP_WAITING = 'SKIP_WAITING';

/** Waits for the page's word. Nothing else makes the worker skip waiting. */
export function activateOnRequest(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    const message: unknown = event.data;
    const isAsked =
      typeof message === 'object' && message !== null && 'type' in message && message.type === SKIP_WAITING;
    if (isAsked) event.waitUntil(worker.skipWaiting());
  });
}

/**
 * The first page is the worker's too, so that what it opens is kept; pages of an older version are taken over only
 * after their user agreed.
 */
export function claimFirstPage(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => {
    event.waitUntil(worker.clients.claim());
  });
}
