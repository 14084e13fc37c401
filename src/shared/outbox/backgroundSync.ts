/**
 * Background Sync, if supported: the browser wakes the worker when the network is back, and the worker notifies the
 * windows.
 */
import { OUTBOX_SYNC } from '@halyard/contract/serviceWorker';

type WithSync = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } };

/** Requests a sync; does nothing without support. Other triggers do not depend on it. */
export function requestSync(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  // A page without a worker would wait forever.
  if (serviceWorker?.controller == null) return;
  void serviceWorker.ready
    .then((registration: WithSync) => registration.sync?.register(OUTBOX_SYNC))
    .catch(() => undefined);
}

/** Calls back when the worker reports that the network is back. */
export function onSync(listener: () => void): () => void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker === undefined) return () => undefined;
  const onMessage = ({ data }: MessageEvent) => {
    if (isSync(data)) listener();
  };
  serviceWorker.addEventListener('message', onMessage);
  return () => serviceWorker.removeEventListener('message', onMessage);
}

function isSync(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === OUTBOX_SYNC;
}
