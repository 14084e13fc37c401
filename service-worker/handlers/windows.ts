/** Messages from the worker to the app's windows. */

declare const self: ServiceWorkerGlobalScope;

/** Notifies every window except one. */
export async function notifyWindows(message: object, except?: string): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the worker's windows are all of its origin, and take no such argument
    if (client.id !== except) client.postMessage(message);
  }
}
