/** The worker that an operator serves in place of the app's to be rid of it: browsers look for a new worker by themselves, so it reaches every device. */
import { CACHE_PREFIX, WORKER_OFF } from '@halyard/contract/rules/worker';

/** Its script: takes over at once, deletes what the worker kept, unregisters itself and tells the windows, which reload when nothing is lost by it. */
export const SWITCHED_OFF_WORKER = `// The service worker is switched off.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(leave());
});
async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('${CACHE_PREFIX}')).map((name) => caches.delete(name)));
  await self.registration.unregister();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of windows) client.postMessage({ type: '${WORKER_OFF}' });
}
`;
