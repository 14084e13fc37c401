// Pushes against a push service that checks and decrypts them: recipients and texts, once, and the handling of
// failures.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  MESSAGE_CATEGORIES,
  readMessages,
  getPushKey,
  subscribePush,
  unsubscribePush,
  type MessageCategory,
} from '@halyard/contract/notifications/calls';
import { revokeSessions } from '@halyard/contract/security/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { logIn, logOut } from '@halyard/contract/user/calls';
import type { Language } from '@halyard/contract/languages';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { startPushService, type TestBrowser, type TestPushService } from '@halyard/contract/testing/pushService';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { prove } from '../../testing/twoStepLogin.ts';
import { PUSH_DEFAULTS } from './pushSettings.ts';

const SUBJECT = 'mailto:ops@example.com';
const refusedWith = (code: string) => expect.objectContaining({ code });

const clock = createTestClock();
let service: TestPushService;
let server: TestServer;
let user: TestUser;
let browser: TestBrowser;

type PendingRequest = {
  readonly categories?: readonly MessageCategory[];
  readonly language?: Language;
  readonly hidesAmounts?: boolean;
};
const subscribe = (request: PendingRequest = {}, { token } = user, { subscription } = browser) =>
  server.call(
    subscribePush,
    { ...subscription, hidesAmounts: false, ...request, categories: [...(request.categories ?? MESSAGE_CATEGORIES)] },
    { token },
  );
/** Adds an event of the category `security` for the user. */
const endOthers = async (who = user) => {
  const { token, address } = who;
  clock.advance(10);
  await server.call(logIn, { address, password: TEST_PASSWORD });
  await prove(server, who);
  return server.call(revokeSessions, { others: true }, { token });
};
const buy = () => {
  clock.advance(10);
  const pair = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT, side: 'buy', orderType: 'market' } as const;
  return server.call(placeOrder, { ...pair, quantity: decimal('0.5') }, { token: user.token });
};
const titles = (of = browser) => of.received.map(({ message }) => message.title);
const subscriptions = () =>
  rowsOf<{ endpoint: string }>(server.db, sql`select endpoint from push_subscriptions where user_id = ${user.id}`);
const arrived = (count: number, of = browser) => vi.waitFor(() => expect(of.received).toHaveLength(count));

describe('pushes', () => {
  beforeAll(async () => {
    service = await startPushService();
    const push = { ...PUSH_DEFAULTS, vapidSubject: SUBJECT, pushServices: [service.origin] };
    server = await startTestServer({ clock, settings: { push } });
    await server.feed.append('BTC/USDT', { price: '28000' });
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });
  beforeEach(async () => {
    user = await server.registerUser();
    browser = service.openBrowser();
  });

  it('reach the browser, encrypted for it and signed with the key that it subscribed with', async () => {
    const { publicKey } = await server.call(getPushKey, {});
    await server.fund(user, CURRENCY.USDT, '100000');
    await subscribe();
    const order = await buy();
    await arrived(1);
    expect(browser.received[0]).toMatchObject({
      key: publicKey,
      subject: SUBJECT,
      ttl: '43200',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      message: {
        id: `order:${order.id}`,
        category: 'fills',
        title: 'Buy order filled: BTC/USDT',
        text: expect.stringMatching(/^Bought 0\.5 BTC at 28/),
        link: '/pages/trade/index?symbol=BTC%2FUSDT',
        unread: 1,
      },
    });
    expect(browser.received[0]?.bytes).toBeLessThan(3 * 1024);
  });

  it('are in the language of the subscription, with the unread count', async () => {
    await subscribe({ language: 'esp' });
    await endOthers();
    await arrived(1);
    await subscribe({ language: 'zh' });
    await endOthers();
    await arrived(2);
    expect(titles()).toEqual(['Sesión cerrada en los demás dispositivos', '其他设备已退出登录']);
    expect(browser.received.map(({ message }) => message.unread)).toEqual([1, 2]);
  });

  it('have no figure while balances are hidden', async () => {
    await server.fund(user, CURRENCY.USDT, '100000');
    await subscribe({ hidesAmounts: true });
    const { id } = await buy();
    await arrived(1);
    const [{ message } = { message: undefined }] = browser.received;
    expect(message).toMatchObject({ id: `order:${id}`, title: 'Buy order filled: BTC/USDT', text: '' });
    expect(`${message?.title}${message?.text}`).not.toMatch(/\d/);
  });

  it('are those of the requested categories, since the subscription', async () => {
    await server.fund(user, CURRENCY.USDT, '100000');
    await subscribe({ categories: ['fills'] });
    await endOthers();
    await buy();
    await arrived(1);
    clock.advance(10);
    await subscribe({ categories: ['fills', 'security'] });
    await endOthers();
    await arrived(2);
    expect(titles()).toEqual(['Buy order filled: BTC/USDT', 'Other devices logged out']);
  });

  it('leave out read messages', async () => {
    await subscribe();
    browser.refusals.push({ status: 503 });
    const seen = service.openBrowser();
    await endOthers();
    await vi.waitFor(() => expect(browser.tries()).toBe(1));
    await server.call(readMessages, { until: new Date(clock.nowMs()).toISOString() }, { token: user.token });
    await subscribe({}, user, seen);
    await endOthers();
    await arrived(1, seen);
    expect(seen.received[0]?.message.unread).toBe(1);
  });

  it.each([404, 410])('delete a browser whose service answers %i', async (status) => {
    await subscribe();
    browser.refusals.push({ status });
    await endOthers();
    await vi.waitFor(async () => expect(await subscriptions()).toEqual([]));
    expect(browser.tries()).toBe(1);
  });

  it('are retried when the service fails, after the delay it asks for, and arrive once', async () => {
    await subscribe();
    browser.refusals.push({ status: 500 }, { status: 429, headers: { 'retry-after': '300' } });
    const waitsFor = async () => {
      const [row] = await rowsOf<{ seconds: string; failures: number }>(
        server.db,
        sql`select failures, extract(epoch from due_at - ${new Date(clock.nowMs()).toISOString()}::timestamptz)::int::text as seconds
          from jobs w join push_subscriptions p on p.id = (w.payload ->> 'subscriptionId')::int
          where w.kind = 'push' and p.user_id = ${user.id} order by failures desc`,
      );
      return row;
    };
    await endOthers();
    await vi.waitFor(async () => expect(await waitsFor()).toEqual({ failures: 1, seconds: '10' }));
    clock.advance(10_000);
    await vi.waitFor(async () => expect(await waitsFor()).toEqual({ failures: 2, seconds: '300' }));
    clock.advance(299_000);
    await endOthers();
    await arrived(1);
    clock.advance(1000);
    await arrived(2);
    expect(new Set(browser.received.map(({ message }) => message.id)).size).toBe(2);
    // A delivered push is marked as done a moment later.
    await vi.waitFor(async () =>
      expect(await rowsOf(server.db, sql`select 1 from jobs where kind = 'push'`)).toEqual([]),
    );
  });

  it('end with their session: by logout, from another device, and for the previous user of a browser', async () => {
    await subscribe();
    await server.call(logOut, {}, { token: user.token });
    await vi.waitFor(async () => expect(await subscriptions()).toEqual([]));

    const tokens = [1, 2].map(() => server.call(logIn, { address: user.address, password: TEST_PASSWORD }));
    const [first = '', second = ''] = await Promise.all(tokens);
    await subscribe({}, { ...user, token: first });
    await prove(server, user);
    await server.call(revokeSessions, { others: true }, { token: second });
    await vi.waitFor(async () => expect(await subscriptions()).toEqual([]));

    const heir = await server.registerUser();
    await subscribe({}, { ...user, token: second });
    await subscribe({}, heir);
    expect(await subscriptions()).toEqual([]);
    await endOthers({ ...user, token: second });
    await endOthers(heir);
    await arrived(1);
    expect(browser.received[0]?.message.unread).toBe(1);
  });

  it('stay with the holder of the browser’s keys, whoever else registers its endpoint, before or after', async () => {
    const stranger = await server.registerUser();
    const { subscription: own } = service.openBrowser();
    const guessed = { ...browser, subscription: { ...own, endpoint: browser.subscription.endpoint } };
    const before = await subscribe({}, stranger, guessed);
    await subscribe();
    expect(await subscribe({}, stranger, guessed)).toEqual(before);
    await endOthers();
    await arrived(1);
    expect(titles()).toEqual(['Other devices logged out']);
    expect(await subscriptions()).toHaveLength(1);
  });

  it('are not sent through a session that is over, even while its row exists', async () => {
    await subscribe();
    await server.db.execute(sql`update sessions set revoked_at = now() where user_id = ${user.id}`);
    const other = service.openBrowser();
    const token = await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
    await subscribe({}, { ...user, token }, other);
    await endOthers({ ...user, token });
    await arrived(1, other);
    expect(browser.tries()).toBe(0);
  });

  it('end when they are turned off, for the own browser only', async () => {
    await subscribe();
    const { endpoint } = browser.subscription;
    const stranger = await server.registerUser();
    await server.call(unsubscribePush, { endpoint }, { token: stranger.token });
    expect(await subscriptions()).toEqual([{ endpoint }]);
    await server.call(unsubscribePush, { endpoint }, { token: user.token });
    await server.call(unsubscribePush, { endpoint }, { token: user.token });
    expect(await subscriptions()).toEqual([]);
  });

  it.each([
    'https://internal.example/push',
    'https://fcm.googleapis.com.evil.example/push',
    'https://evil.example/https://fcm.googleapis.com/',
    'http://fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com:8443/fcm/send/1',
    'https://user@fcm.googleapis.com/fcm/send/1',
    'https://169.254.169.254/latest',
    'http://127.0.0.1:1/push',
    'https://[::1]/push',
  ])('are sent to no service but those of browsers: not to %s', async (endpoint) => {
    const request = { ...browser.subscription, endpoint, categories: ['fills' as const] };
    await expect(server.call(subscribePush, request, { token: user.token })).rejects.toEqual(
      refusedWith('PUSH_SERVICE_UNKNOWN'),
    );
  });

  it('accept only keys that can be encrypted for, and a bounded number of browsers', async () => {
    const bad = { ...browser.subscription, publicKey: 'A'.repeat(87), categories: [] };
    await expect(server.call(subscribePush, bad, { token: user.token })).rejects.toEqual(
      refusedWith('PARAMETER_INVALID'),
    );
    for (let left = 20; left > 0; left -= 1) await subscribe({}, user, service.openBrowser());
    await expect(subscribe({}, user, service.openBrowser())).rejects.toEqual(
      refusedWith('PUSH_SUBSCRIPTIONS_TOO_MANY'),
    );
  });

  it('accept known services', async () => {
    for (const endpoint of [
      `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      `https://updates.push.services.mozilla.com/wpush/v2/${randomUUID()}`,
      `https://web.push.apple.com/${randomUUID()}`,
      `https://wns2-par02p.notify.windows.com/w/?token=${randomUUID()}`,
    ]) {
      const request = { ...browser.subscription, endpoint, categories: ['fills' as const] };
      expect(await server.call(subscribePush, request, { token: user.token })).toEqual({ categories: ['fills'] });
    }
  });

  it('store their keys in the data folder, readable by its owner alone', async () => {
    await server.call(getPushKey, {});
    const { mode } = await stat(join(server.dataDir, 'vapid.json'));
    expect(mode & 0o777).toBe(0o600);
  });
});
