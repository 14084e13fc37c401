/**
 * Messages that the exchange pushes: shown, counted on the app's icon, and led to where they belong when they are
 * tapped. What is shown is all in the push, so no text is needed here.
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
/** Not in the standard types of all browsers. */
type Changed = ExtendableEvent & { readonly oldSubscription?: PushSubscription | null };

const ICON = '/h5/icons/icon-192.png';
/** One colour and transparent around it, as Android wants it in its bar. */
const BADGE = '/h5/icons/monochrome-96.png';
/** A push must show something, even one that cannot be read: it may be of a version to come. */
const UNREADABLE: Shown = {
  id: 'unreadable',
  title: 'Halyard',
  text: '',
  link: '/pages/index/index',
  unread: undefined,
};
/** A route of the app, and no other site. */
const LINK = /^\/[\w/-]+(\?[^#\s]*)?$/;

/** Shows what is pushed. */
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

/** Quietly where the user is looking at the app, which shows it as well. The same message twice is shown once. */
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

/** In the window that is open, or in a new one. */
async function open(worker: ServiceWorkerGlobalScope, link: string): Promise<void> {
  const url = new URL(`#${link}`, worker.registration.scope).href;
  const windows = await windowsOf(worker);
  const opened = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (opened === undefined) {
    await worker.clients.openWindow(url);
    return;
  }
  const focused = await opened.focus().catch(() => opened);
  // Only where the route lies behind the hash does the page go on as it is; a page that is not this worker's cannot be
  // led.
  await focused.navigate(url).catch(() => worker.clients.openWindow(url));
}

/**
 * The browser gave up the subscription: another one takes its place, and a page tells the exchange, since only pages
 * have the user's token.
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
