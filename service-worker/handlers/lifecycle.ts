/** When a new version takes over: when the page asks for it, and the page asks only when its user agreed. */

/** The message of workbox-window's `messageSkipWaiting`. */
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
