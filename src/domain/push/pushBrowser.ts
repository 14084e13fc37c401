/** What the browser can do about pushes, and the subscription that it keeps. */

const WORKER_WAIT_MS = 10_000;

/** `install`: once the app is on the home screen and opened from there (iPhone, iPad). */
export type PushSupport = 'yes' | 'no' | 'install';

/** Whether pushes can come here at all. */
export function pushSupport(isStandalone: boolean): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent);
  const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return (isApple || isTablet) && !isStandalone ? 'install' : 'no';
}

/** Asks the user; to be called from a tap. `default`: he closed the question. */
export function askPermission(): Promise<NotificationPermission> {
  return Notification.requestPermission();
}

/** The subscription as the exchange wants it told. */
export type BrowserPush = { readonly endpoint: string; readonly publicKey: string; readonly secret: string };

/**
 * Subscribes with the exchange's key; a subscription with another key is replaced. Throws what the browser throws,
 * where its push service cannot be reached for one.
 */
export async function subscribeBrowser(key: string): Promise<BrowserPush> {
  const { pushManager } = await workerThere();
  const before = await pushManager.getSubscription();
  if (before !== null && keyOf(before) === key) return partsOf(before);
  await before?.unsubscribe();
  return partsOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** A page without a worker would wait for ever. */
async function workerThere(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new DOMException('no worker', 'TimeoutError')), WORKER_WAIT_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Ends the subscription; works without a connection. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function partsOf(subscription: PushSubscription): BrowserPush {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, publicKey: keys['p256dh'] ?? '', secret: keys['auth'] ?? '' };
}
