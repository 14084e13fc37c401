/**
 * Getting no pushes on this device any more. Apart from turning them on: the first screen must be able to forget, and
 * needs nothing else of it.
 */
import { readText, removeKey } from '../storage/localStore.ts';

/** Where it is noted that this device gets pushes, and whose. */
export const PUSH_KEY = 'push';

/**
 * Ends the pushes of whoever turned them on here, and takes away what is shown of them. Works without a connection: a
 * subscription that is gone from the browser is refused by its service. Does not wait.
 */
export function forgetPush(): void {
  if (readText(PUSH_KEY) === undefined) return;
  removeKey(PUSH_KEY);
  void endPush().catch(() => undefined);
}

async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}
