/**
 * Ends push messages on this device. Separate from enabling them, because the first screen must be able to end them and
 * needs nothing else.
 */
import { readText, removeKey } from '../storage/localStore.ts';

/** Storage key of the user who receives pushes on this device. */
export const PUSH_KEY = 'push';

/**
 * Ends the pushes of the user who enabled them here, and removes shown notifications. Works offline: a subscription
 * removed from the browser is refused by its push service. Does not wait.
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
