/**
 * The network is back: the windows are told to send what waits. Sending stays theirs, because only they have the user's
 * token.
 */
import { OUTBOX_SYNC } from '@halyard/contract/serviceWorker';

// Background Sync is not in the standard types.
type SyncEvent = ExtendableEvent & { readonly tag: string };

/** Wakes all windows when the browser says that it is time. Without a window the outbox waits for the next one. */
export function wakeOutboxes(worker: ServiceWorkerGlobalScope): void {
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
