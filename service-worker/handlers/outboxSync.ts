/**
 * Background Sync: when the network returns, the windows send the outbox. The worker cannot send it, because only pages
 * have the user's token.
 */
import { OUTBOX_SYNC } from '@halyard/contract/serviceWorker';

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
