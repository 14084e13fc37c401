// Web push through the real settings and store, with a standard browser: permission after a tap, subscription sent,
// sent again after changes, refused, and removed with the session.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getPushKey, subscribePush, unsubscribePush } from '@halyard/contract/notifications/calls';
import { logOut } from '@halyard/contract/user/calls';
import { PUSH_CHANGED } from '@halyard/contract/serviceWorker';
import { ownChosen, ownerKeyOf } from '../preferences/preferencesSlice.ts';
import { loggedOut } from '../session/sessionSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { buildUser, renderApp } from '../../testing/renderApp.tsx';

const KEY = btoa('k'.repeat(65)).replaceAll('=', '');
const OTHER_KEY = btoa('o'.repeat(65)).replaceAll('=', '');
const ann = buildUser();

/** A browser with a push service: its subscription, and the notifications it shows. */
function openBrowser(answer: NotificationPermission = 'granted') {
  let made = 0;
  let current: PushSubscription | null = null;
  const shown = [{ close: vi.fn() }];
  const subscribe = vi.fn(async ({ applicationServerKey }: { readonly applicationServerKey: string }) => {
    const text = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
    const key = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    made += 1;
    const endpoint = `https://push.example/${made}`;
    current = {
      endpoint,
      options: { applicationServerKey: key.buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        current = null;
        return true;
      },
    } as unknown as PushSubscription;
    return current;
  });
  const registration = {
    pushManager: { getSubscription: async () => current, subscribe },
    getNotifications: async () => shown,
  };
  const worker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    controller: null,
  });
  const permission = { permission: 'default' as NotificationPermission, requestPermission: vi.fn(async () => answer) };
  permission.requestPermission.mockImplementation(async () => (permission.permission = answer));
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('PushManager', Function);
  vi.stubGlobal('Notification', permission);
  return {
    subscribe,
    permission,
    shown,
    worker,
    current: () => current,
    lose: () => {
      current = null;
    },
  };
}

// Runs idle tasks immediately, also while an app unmounts after its test.
beforeAll(() => {
  Object.assign(globalThis, {
    requestIdleCallback: (task: () => void) => setTimeout(task),
    cancelIdleCallback: clearTimeout,
  });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
});

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

async function open(also: (server: FakeBackend) => void = () => undefined, key = KEY) {
  const app = await renderApp({
    path: paths.settings(),
    user: ann,
    backend: (server) => {
      server.on(getPushKey, () => ({ publicKey: key }));
      server.on(subscribePush, ({ categories }) => ({ categories }));
      server.on(unsubscribePush, () => 'ended');
      server.on(logOut, () => 'out');
      also(server);
    },
  });
  const openSheet = async () => {
    await app.user.click(await screen.findByRole('button', { name: /Push notifications/ }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...app, openSheet, sent: () => app.server.seen(subscribePush).map(({ request }) => request) };
}

describe('turning on', () => {
  it('prompts only after a tap, subscribes with the exchange’s key and sends the chosen kinds', async () => {
    const { user, openSheet, sent } = await open();
    const sheet = await openSheet();
    const deposits = await sheet.findByRole('switch', { name: 'Deposits' });
    expect(browser.permission.requestPermission).not.toHaveBeenCalled();
    await user.click(deposits);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      endpoint: 'https://push.example/1',
      publicKey: 'p',
      secret: 'a',
      categories: ['deposits'],
      language: 'en',
      hidesAmounts: false,
    });
    await waitFor(() => expect(deposits.getAttribute('aria-checked')).toBe('true'));
    await user.click(sheet.getByRole('switch', { name: 'Withdrawals' }));
    await waitFor(() => expect(sent().at(-1)?.categories).toEqual(['deposits', 'withdrawals']));
    expect(browser.subscribe).toHaveBeenCalledTimes(1);
  });

  it('sends that amounts are masked', async () => {
    const { app, user, openSheet, sent } = await open();
    act(() => void app.store.dispatch(ownChosen({ owner: ownerKeyOf(ann.id), own: { hidesBalances: true } })));
    const sheet = await openSheet();
    await sheet.findByText(/come without amounts/);
    await user.click(sheet.getByRole('switch', { name: 'Deposits' }));
    await waitFor(() => expect(sent()).toMatchObject([{ hidesAmounts: true }]));
  });

  it('turns pushes off with the last kind', async () => {
    const { user, openSheet, sent, server } = await open();
    const sheet = await openSheet();
    const deposits = await sheet.findByRole('switch', { name: 'Deposits' });
    await user.click(deposits);
    await waitFor(() => expect(deposits.getAttribute('aria-checked')).toBe('true'));
    await user.click(deposits);
    await waitFor(() => expect(server.seen(unsubscribePush)).toHaveLength(1));
    expect(browser.current()).toBeNull();
    expect(localStorage.getItem('push')).toBeNull();
    expect(sent()).toHaveLength(1);
  });
});

describe('an obstacle', () => {
  it('is shown when the user denied it, with how to undo that', async () => {
    browser = openBrowser('denied');
    const { user, openSheet, sent } = await open();
    const sheet = await openSheet();
    await user.click(await sheet.findByRole('switch', { name: 'Deposits' }));
    await sheet.findByText('Notifications are blocked for this site.');
    sheet.getByText(/browser’s settings/);
    expect(sent()).toEqual([]);
  });

  it('is shown when the prompt was dismissed', async () => {
    browser = openBrowser('default');
    const { user, openSheet } = await open();
    const sheet = await openSheet();
    await user.click(await sheet.findByRole('switch', { name: 'Deposits' }));
    await sheet.findByText(/Permission was not given/);
    expect(sheet.getByRole('switch', { name: 'Deposits' }).getAttribute('aria-checked')).toBe('false');
  });

  it('is shown when the browser has no push, or needs an installation first', async () => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    const first = await open();
    await (await first.openSheet()).findByText(/This browser does not support notifications/);
    first.unmount();
    const agent = vi.spyOn(navigator, 'userAgent', 'get');
    agent.mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)');
    const second = await open();
    await (await second.openSheet()).findByText(/On iPhone and iPad/);
    agent.mockRestore();
  });

  it('is shown when the exchange refuses', async () => {
    const { user, openSheet } = await open((server) =>
      server.on(subscribePush, () => refuse('PUSH_SUBSCRIPTIONS_TOO_MANY', { max: 20 })),
    );
    const sheet = await openSheet();
    await user.click(await sheet.findByRole('switch', { name: 'Deposits' }));
    await sheet.findByText(/20 browsers already get push notifications/);
  });

  it('is shown when the push service is unreachable', async () => {
    browser.subscribe.mockRejectedValue(new DOMException('no service', 'AbortError'));
    const { user, openSheet } = await open();
    const sheet = await openSheet();
    await user.click(await sheet.findByRole('switch', { name: 'Deposits' }));
    await sheet.findByText(/This browser does not support notifications/);
  });
});

describe('an active subscription', () => {
  async function turnOn() {
    const opened = await open();
    const sheet = await opened.openSheet();
    await opened.user.click(await sheet.findByRole('switch', { name: 'Deposits' }));
    await waitFor(() => expect(opened.sent()).toHaveLength(1));
    await sheet.findByRole('switch', { name: 'Deposits', checked: true });
    return opened;
  }

  it('is sent again when balances are masked', async () => {
    const { app, sent } = await turnOn();
    act(() => void app.store.dispatch(ownChosen({ owner: ownerKeyOf(ann.id), own: { hidesBalances: true } })));
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ hidesAmounts: true, categories: ['deposits'] }));
  });

  it('is sent again when the browser’s endpoint changes', async () => {
    const { sent } = await turnOn();
    browser.lose();
    act(() => void browser.worker.dispatchEvent(new MessageEvent('message', { data: { type: PUSH_CHANGED } })));
    await waitFor(() => expect(sent().at(-1)?.endpoint).toBe('https://push.example/2'));
  });

  it('is renewed at a start with another key of the exchange', async () => {
    const { unmount } = await turnOn();
    const record = localStorage.getItem('push') ?? '';
    unmount();
    localStorage.setItem('push', record);
    const { sent } = await open(undefined, OTHER_KEY);
    await waitFor(() =>
      expect(sent()).toMatchObject([{ endpoint: 'https://push.example/2', categories: ['deposits'] }]),
    );
  });

  it('ends at logout without the exchange, with its shown notifications', async () => {
    const { app } = await turnOn();
    expect(localStorage.getItem('push')).not.toContain(ann.email ?? ann.phone ?? 'nobody');
    act(() => void app.store.dispatch(loggedOut()));
    await waitFor(() => expect(browser.current()).toBeNull());
    expect(browser.shown[0]?.close).toHaveBeenCalled();
    expect(localStorage.getItem('push')).toBeNull();
  });
});
