/**
 * Push messages: shows them, sets the app badge, and opens the linked page on tap. A push contains all of its text, so
 * none is looked up here.
 */
import { PUSH_CHANGED } from '@halyard/contract/serviceWorker';

type Shown = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly unread: number | undefined;
};

type Badging = { readonly setAppBadge?: (count: number) => Promise<void> };
/** Missing from the standard types of some browsers. */
type Changed = ExtendableEvent & { readonly oldSubscription?: PushSubscription | null };

const ICON = '/h5/icons/icon-192.png';
/** Monochrome on transparent, as Android requires for the status bar. */
const BADGE = '/h5/icons/monochrome-96.png';
/** Every push must show a notification, even one that cannot be parsed (it may come from a newer version). */
const UNREADABLE: Shown = {
  id: 'unreadable',
  title: 'Halyard',
  text: '',
  link: '/pages/index/index',
  unread: undefined,
};
/** Route of the app; rejects other sites. */
const LINK = /^\/[\w/-]+(\?[^#\s]*)?$/;

/** Shows push messages. */
export function showPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    event.waitUntil(show(worker, readPush(event.data)));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { link } = (event.notification.data ?? {}) as { readonly link?: unknown };
    event.waitUntil(open(worker, linkOf(link)));
  });
  worker.addEventListener('pushsubscriptionchange' as 'push', (event) => {
    event.waitUntil(renew(worker, event as unknown as Changed));
  });
}

function readPush(data: PushMessageData | null): Shown {
  let push: Partial<Record<keyof Shown, unknown>>;
  try {
    push = (data?.json() ?? {}) as typeof push;
  } catch {
    return UNREADABLE;
  }
  const { id, title, text, link, unread } = push;
  if (typeof id !== 'string' || typeof title !== 'string' || title === '') return UNREADABLE;
  return {
    id,
    title,
    text: typeof text === 'string' ? text : '',
    link: linkOf(link),
    unread: typeof unread === 'number' ? unread : undefined,
  };
}

function linkOf(link: unknown): string {
  return typeof link === 'string' && LINK.test(link) ? link : UNREADABLE.link;
}

/** Shows a notification, silently if the app is in front. The same message is shown once. */
async function show(worker: ServiceWorkerGlobalScope, { id, title, text, link, unread }: Shown): Promise<void> {
  const windows = await windowsOf(worker);
  const isSeen = windows.some(({ visibilityState }) => visibilityState === 'visible');
  await worker.registration.showNotification(title, {
    body: text,
    tag: id,
    icon: ICON,
    badge: BADGE,
    silent: isSeen,
    data: { link },
  });
  const device = worker.navigator as Badging;
  if (unread !== undefined) await device.setAppBadge?.(unread).catch(() => undefined);
}

/** Opens a link in an open window, or in a new one. */
async function open(worker: ServiceWorkerGlobalScope, link: string): Promise<void> {
  const url = new URL(`#${link}`, worker.registration.scope).href;
  const windows = await windowsOf(worker);
  const opened = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (opened === undefined) {
    await worker.clients.openWindow(url);
    return;
  }
  const focused = await opened.focus().catch(() => opened);
  // The page continues without a reload only if the route is behind the hash. A page that this worker does not control
  // cannot be navigated.
  await focused.navigate(url).catch(() => worker.clients.openWindow(url));
}

/**
 * Replaces a subscription that the browser dropped. A page reports the new one to the server, because only pages have
 * the user's token.
 */
async function renew(worker: ServiceWorkerGlobalScope, { oldSubscription }: Changed): Promise<void> {
  const { pushManager } = worker.registration;
  const isThere = (await pushManager.getSubscription()) !== null;
  if (!isThere && oldSubscription != null) await pushManager.subscribe(oldSubscription.options);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker takes no origin: it is of the worker's own
  for (const opened of await windowsOf(worker)) opened.postMessage({ type: PUSH_CHANGED });
}

async function windowsOf(worker: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => url.startsWith(worker.registration.scope));
}
