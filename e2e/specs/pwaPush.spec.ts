// Tests pushes from the exchange to the screen: a push service on this machine receives the real events, signed and
// encrypted, a browser's keys decrypt them, and the real worker gets the result and shows it. Debian's Chromium has no
// push service to subscribe to, so DevTools pass the decrypted push to the worker.
import type { CDPSession, Page } from '@playwright/test';
import type { PushedMessage } from '@halyard/contract/notifications/calls';
import type { Api } from '@halyard/contract/testing/api';
import { startPushService, subscribeToAll, type TestPushService } from '@halyard/contract/testing/pushService';
import { CUT_OFF, expect, newAddress, NIGHTLY } from '../fixtures.ts';
import { test as base } from '../profile.ts';

type PushFixtures = { readonly service: TestPushService; readonly settings: Readonly<Record<string, string>> };

const test = base.extend<object, PushFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const service = await startPushService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ service }, use) => use({ PUSH_SERVICES: service.origin }), { scope: 'worker' }],
});

type Shown = { readonly title: string; readonly body: string; readonly tag: string; readonly data: unknown };

const workerIsThere = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** The notifications on the device, read from the worker's registration. */
const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
  });

/** The device knows notifications by their tag; one that cannot be read has its own tag. */
function tagOf(data: string): string {
  try {
    return (JSON.parse(data) as PushedMessage).id;
  } catch {
    return 'unreadable';
  }
}

/**
 * Passes a push to the worker of a page, until it is shown: DevTools do not report a worker that was being stopped and
 * lost it, and a push service tries again.
 */
async function createDelivery(page: Page, devtools: CDPSession): Promise<(data: string) => Promise<void>> {
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return async (data) => {
    await expect(async () => {
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      const tags = async () => (await shownOn(page)).map(({ tag }) => tag);
      await expect.poll(tags, { timeout: 5000 }).toContain(tagOf(data));
    }).toPass();
  };
}

/** A message in the exchange's push format. */
function messageOf(title: string, route: string): string {
  return JSON.stringify({
    id: 'security:1',
    category: 'security',
    title,
    text: '',
    link: route,
    unread: 1,
  } satisfies PushedMessage);
}

/** An order that the house's ladder fills at once. */
async function buy(api: Api, token: string): Promise<void> {
  const price = await api.priceNear('BTC', '1.004');
  await api.placeLimit(token, 'BTC', { side: 'buy', price, quantity: '0.1' });
}

test('events are encrypted for the browser, shown by the worker, and counted', async ({
  page,
  context,
  api,
  auth,
  exchange,
  service,
}) => {
  const address = newAddress();
  const token = await api.register(address);
  await context.grantPermissions(['notifications'], { origin: exchange.url });
  // By the form: a login on this phone is a message too.
  await page.goto('#/pages/user/login/login');
  await auth.logIn(address);
  await expect.poll(() => auth.storedToken()).toBeDefined();
  await workerIsThere(page);
  const deliver = await createDelivery(page, await context.newCDPSession(page));

  const browser = service.openBrowser();
  await subscribeToAll(exchange.url, token, browser, { language: 'esp', hidesAmounts: false });
  await api.fund(token, 'USDT', '100000');
  await buy(api, token);
  await expect.poll(() => browser.received.length).toBe(1);
  const filled = browser.received[0]?.message;
  if (filled === undefined) throw new Error('nothing was received');
  await deliver(JSON.stringify(filled));
  await expect
    .poll(() => shownOn(page))
    .toEqual([
      { title: 'Orden de compra ejecutada: BTC/USDT', body: filled.text, tag: filled.id, data: { link: filled.link } },
    ]);
  expect(filled.text).toMatch(/^Compraste 0,1 BTC a un promedio de \d/);

  // A repetition is shown once; with hidden balances it has no figure.
  await subscribeToAll(exchange.url, token, browser, { language: 'en', hidesAmounts: true });
  await buy(api, token);
  await expect.poll(() => browser.received.length).toBe(2);
  const hidden = browser.received[1]?.message;
  if (hidden === undefined) throw new Error('nothing was received');
  await deliver(JSON.stringify(hidden));
  await deliver(JSON.stringify(hidden));
  await expect.poll(async () => (await shownOn(page)).length).toBe(2);
  const shown = (await shownOn(page)).find(({ tag }) => tag === hidden.id);
  expect(`${shown?.title}${shown?.body}`).not.toMatch(/\d/);
  // The two, and the login on this phone.
  expect(hidden.unread).toBe(3);

  // The app counts the same, and an unreadable push is shown as a notification that opens home.
  await page.reload();
  await expect(page.getByRole('link', { name: /Messages.*3 unread messages/ })).toBeVisible();
  await deliver('not a message');
  await expect.poll(async () => (await shownOn(page)).map(({ title }) => title)).toContain('Halyard');
});

// The tests of the worker cover the destination.
test(
  'a tap on a notification opens its subject in the open window',
  NIGHTLY,
  async ({ page, context, api, auth, exchange }) => {
    const address = newAddress();
    await api.register(address);
    await context.grantPermissions(['notifications'], { origin: exchange.url });
    await auth.enter(address);
    await workerIsThere(page);
    const deliver = await createDelivery(page, await context.newCDPSession(page));
    const route = '/pages/settings/security/index';
    await deliver(messageOf('Login password changed', route));
    await expect.poll(async () => (await shownOn(page)).length).toBe(1);
    const [worker] = context.serviceWorkers();
    // The system's action on a tap on the notification.
    await worker?.evaluate(async () => {
      const scope = globalThis as unknown as ServiceWorkerScope;
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
    await expect(page).toHaveURL(new RegExp(`#${route}$`));
    await expect.poll(() => shownOn(page)).toEqual([]);
  },
);

// push.test.tsx covers it.
test(
  'logging out removes the notifications',
  NIGHTLY,
  async ({ page, context, api, auth, exchange, settingsPage, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    const address = newAddress();
    await api.register(address);
    await context.grantPermissions(['notifications'], { origin: exchange.url });
    await auth.enter(address);
    await workerIsThere(page);
    const deliver = await createDelivery(page, await context.newCDPSession(page));
    await page.evaluate(() => localStorage.setItem('push', '{}'));
    await deliver(messageOf('Deposit arrived', '/pages/assets/index'));
    await expect.poll(async () => (await shownOn(page)).length).toBe(1);
    await settingsPage.open();
    await context.setOffline(true);
    await settingsPage.logOut();
    await expect.poll(() => shownOn(page)).toEqual([]);
  },
);

type ServiceWorkerScope = {
  readonly registration: { getNotifications(): Promise<readonly unknown[]> };
  readonly NotificationEvent: new (type: string, init: { readonly notification: unknown }) => Event;
  dispatchEvent(event: Event): boolean;
};
