import { messageCategory } from '@halyard/contract/notifications/calls';
import * as z from 'zod/mini';
import { PUSH_KEY } from '../../shared/pwa/forgetPush.ts';
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';

/** Web push in this browser: support, permission, and the subscription. */

const WORKER_WAIT_MS = 10_000;

/** `install`: only once the app runs from the home screen (iPhone, iPad). */
type PushSupport = 'yes' | 'no' | 'install';

/** Whether this device supports pushes. */
export function pushSupport(isStandalone: boolean): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent);
  const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return (isApple || isTablet) && !isStandalone ? 'install' : 'no';
}

/** Prompts the user; call it from a tap. `default`: the prompt was dismissed. */
export function askPermission(): Promise<NotificationPermission> {
  return Notification.requestPermission();
}

/** The subscription in the format of the exchange. */
type BrowserPush = { readonly endpoint: string; readonly publicKey: string; readonly secret: string };

/**
 * Subscribes with the exchange's key, replacing a subscription with another key. Throws the browser's error when its
 * push service is unreachable.
 */
export async function subscribeBrowser(key: string): Promise<BrowserPush> {
  const { pushManager } = await workerThere();
  const before = await pushManager.getSubscription();
  if (before !== null && keyOf(before) === key) return partsOf(before);
  await before?.unsubscribe();
  return partsOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** Without a worker `ready` would wait for ever. */
async function workerThere(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new DOMException('no worker', 'TimeoutError')), WORKER_WAIT_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Ends the subscription; works offline. */
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

// The push subscription that this device last sent to the exchange; persisted until logout.

const pushRecord = z.object({
  /** `ownerKeyOf` the user. */
  owner: z.string(),
  categories: z.array(messageCategory),
  endpoint: z.string(),
  /** The exchange's key that the browser subscribed with. */
  key: z.string(),
  language: z.string(),
  hidesAmounts: z.boolean(),
  /** When it was sent (Unix milliseconds); missing in records of earlier versions, which are sent again. */
  sentAtMs: z.optional(z.number()),
});
type PushRecord = z.output<typeof pushRecord>;

/** The record of a user; `undefined` when pushes are off for that user here. */
export function readPushRecord(owner: string): PushRecord | undefined {
  const record = z.safeParse(pushRecord, readJson(PUSH_KEY));
  return record.success && record.data.owner === owner ? record.data : undefined;
}

export function writePushRecord(record: PushRecord): void {
  writeJson(PUSH_KEY, record);
}

export function removePushRecord(): void {
  removeKey(PUSH_KEY);
}
