// Push notifications and where a tap leads, in a worker with faked browser interfaces: no push can lead out of the app.
import { expect, it, vi } from 'vitest';
import { showPushes } from './handlers/push.ts';

const SCOPE = 'https://app.example/h5/';

type Listener = (event: object) => void;

function startWorker({ windows = [] as object[] } = {}) {
  const listeners = new Map<string, Listener>();
  const shown: {
    title: string;
    options: { readonly data: unknown; readonly silent: boolean; readonly tag: string };
  }[] = [];
  const opened: string[] = [];
  const counted: number[] = [];
  const worker = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: {
      scope: SCOPE,
      showNotification: async (title: string, options: never) => void shown.push({ title, options }),
    },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
    navigator: { setAppBadge: async (count: number) => void counted.push(count) },
  };
  showPushes(worker as unknown as ServiceWorkerGlobalScope);
  const dispatch = async (type: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (task: Promise<unknown>) => work.push(task) });
    await Promise.all(work);
  };
  return { dispatch, shown, opened, counted };
}

const push = (message: unknown) => ({ data: { json: () => message } });
const MESSAGE = {
  id: 'order:1',
  category: 'fills',
  title: 'Filled',
  text: '1 BTC',
  link: '/pages/trade/index?symbol=BTC%2FUSDT',
  unread: 3,
};

it('shows a message under its id, sets the badge, and is silent while the app is in front', async () => {
  const away = startWorker();
  await away.dispatch('push', push(MESSAGE));
  expect(away.shown).toMatchObject([
    { title: 'Filled', options: { body: '1 BTC', tag: 'order:1', silent: false, data: { link: MESSAGE.link } } },
  ]);
  expect(away.counted).toEqual([3]);
  const looking = startWorker({ windows: [{ url: SCOPE, visibilityState: 'visible' }] });
  await looking.dispatch('push', push(MESSAGE));
  expect(looking.shown).toMatchObject([{ options: { silent: true } }]);
});

it.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  '/pages/x#https://evil.example',
  '/pages/../../x y',
  7,
  undefined,
])('opens home instead of %j', async (link) => {
  const worker = startWorker();
  await worker.dispatch('push', push({ ...MESSAGE, link }));
  expect(worker.shown).toMatchObject([{ options: { data: { link: '/pages/index/index' } } }]);
});

it.each([null, { data: null }, push(null), push({}), push({ ...MESSAGE, title: '' })])(
  'shows a notification for an unreadable push: %j',
  async (event) => {
    const worker = startWorker();
    await worker.dispatch('push', event ?? { data: { json: () => JSON.parse('{') as unknown } });
    expect(worker.shown).toMatchObject([{ title: 'Halyard' }]);
    expect(worker.counted).toEqual([]);
  },
);

it('navigates an open window, or opens one if there is none or it cannot be navigated', async () => {
  const notification = { close: vi.fn(), data: { link: '/pages/assets/index' } };
  const target = `${SCOPE}#/pages/assets/index`;
  const navigate = vi.fn(async () => undefined);
  const open = { url: `${SCOPE}#/x`, visibilityState: 'hidden', focus: async () => open, navigate };
  const led = startWorker({ windows: [{ url: 'https://app.example/other' }, open] });
  await led.dispatch('notificationclick', { notification });
  expect(navigate).toHaveBeenCalledWith(target);
  expect(led.opened).toEqual([]);
  expect(notification.close).toHaveBeenCalled();
  const alone = startWorker();
  await alone.dispatch('notificationclick', { notification });
  expect(alone.opened).toEqual([target]);
  navigate.mockRejectedValueOnce(new TypeError('not of this worker') as never);
  const foreign = startWorker({ windows: [open] });
  await foreign.dispatch('notificationclick', { notification });
  expect(foreign.opened).toEqual([target]);
});
