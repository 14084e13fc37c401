/** Running without the service worker. Nothing here throws: without a worker or caches there is nothing to do. */
import { CACHE_PREFIX } from '@halyard/contract/serviceWorker';

/** Unregisters the worker: from the next load on the app comes from the server. Returns whether there was one. */
export async function leaveWorker(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(import.meta.env.BASE_URL);
    return (await registration?.unregister()) === true;
  } catch {
    // Private windows of some browsers, insecure pages.
    return false;
  }
}

/** Deletes all caches of the worker. */
export async function deleteWorkerCaches(): Promise<void> {
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)));
  } catch {
    // As above.
  }
}
