// App lock, through the whole app and the browser's storage: when it covers and when it locks, that nothing of the app
// is mounted while locked, how a PIN is checked, and that all tabs share one lock. Both clocks run and are set forward
// or back; another tab is what it writes into storage.
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logOut } from '@halyard/contract/user/calls';
import { MINUTE_MS } from '@halyard/contract/time';
import type { LockRecord } from '../domain/app-lock/lockRecord.ts';
import { hashPin } from '../domain/app-lock/pin.ts';
import { selectIsLoggedIn } from '../domain/session/sessionSlice.ts';
import { LOCK_KEY } from '../shared/app-lock/lockGate.ts';
import { paths } from '../shared/navigation/paths.ts';
import { showToast } from '../shared/ui/toastQueue.ts';
import { TRADER } from '../testing/exchange.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { TEST_PAGES, testPage } from '../testing/testPages.tsx';

const PIN = '27182';
const PAGE_TEXT = 'The page behind the lock';
const pages = {
  ...TEST_PAGES,
  appLock: {
    load: async () => (await import('../features/security/AppLockPage.tsx')).AppLockPage,
    namespaces: ['security'] as const,
  },
  assets: { ...testPage(() => <p>{PAGE_TEXT}</p>), needsSession: true },
  help: testPage(() => <p>Another page</p>),
};

let hashed: Pick<LockRecord, 'hash' | 'salt' | 'rounds'>;
const ahead = { deviceMs: 0, pageMs: 0 };
let visibility: DocumentVisibilityState = 'visible';

beforeEach(async () => {
  Object.assign(ahead, { deviceMs: 0, pageMs: 0 });
  visibility = 'visible';
  const [dateNow, pageNow] = [Date.now.bind(Date), performance.now.bind(performance)];
  vi.spyOn(Date, 'now').mockImplementation(() => dateNow() + ahead.deviceMs);
  vi.spyOn(performance, 'now').mockImplementation(() => pageNow() + ahead.pageMs);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  hashed ??= await hashPin(PIN);
});

const passMs = (ms: number) => Object.assign(ahead, { deviceMs: ahead.deviceMs + ms, pageMs: ahead.pageMs + ms });
const kept = () => JSON.parse(localStorage.getItem(LOCK_KEY) ?? 'null') as LockRecord | null;
const cover = () => document.querySelector('[data-cover]');

function keepLock(changes: Partial<LockRecord> = {}): void {
  const nowMs = Date.now();
  const state = { isLocked: false, seenAtMs: nowMs, tries: 0, waitLeftMs: 0, countedAtMs: nowMs };
  localStorage.setItem(LOCK_KEY, JSON.stringify({ ...hashed, afterMinutes: 5, ...state, ...changes }));
}

async function turn(to: DocumentVisibilityState): Promise<void> {
  visibility = to;
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Storage event of another tab. */
const receiveStorageEvent = () =>
  act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: LOCK_KEY })));

const open = (path = paths.assets()) =>
  renderApp({ path, user: TRADER, pages, backend: (server) => server.on(logOut, () => 'logged out') });
type App = Awaited<ReturnType<typeof open>>;

const pinField = () => screen.findByLabelText<HTMLInputElement>('PIN');
const button = (name: string) => screen.findByRole('button', { name });

async function enter({ user }: App, pin: string): Promise<void> {
  await user.type(await pinField(), pin);
  await user.click(await button('Unlock'));
}

async function openLocked(changes: Partial<LockRecord> = {}): Promise<App> {
  keepLock({ isLocked: true, ...changes });
  const app = await open();
  await pinField();
  return app;
}

describe('turning it on', () => {
  it('stores no PIN, and locks on demand', async () => {
    const app = await open(paths.appLock());
    await app.user.type(await screen.findByLabelText('New PIN'), 'a27182');
    await app.user.type(screen.getByLabelText('Repeat PIN'), '27183');
    await app.user.click(await button('Turn on'));
    await screen.findByText('The PINs differ. Enter the same one twice.');
    expect(kept()).toBeNull();
    await app.user.type(screen.getByLabelText('Repeat PIN'), '{Backspace}2');
    await app.user.click(screen.getByRole('radio', { name: '15 min' }));
    await app.user.click(await button('Turn on'));
    await button('Lock now');
    expect(kept()).toMatchObject({ afterMinutes: 15, isLocked: false, tries: 0 });
    expect(kept()?.rounds).toBeGreaterThanOrEqual(600_000);
    expect(JSON.stringify(localStorage)).not.toContain(PIN);
    await app.user.click(await button('Lock now'));
    await enter(app, PIN);
    await button('Turn off');
  });

  it('is reverted only with the PIN', async () => {
    keepLock();
    const app = await open(paths.appLock());
    await app.user.click(await button('Turn off'));
    await app.user.type(await pinField(), `11111{Enter}`);
    await screen.findByText(/Wrong PIN/);
    expect(kept()).toMatchObject({ tries: 1 });
    await app.user.type(await pinField(), `${PIN}{Enter}`);
    await screen.findByLabelText('New PIN');
    expect(kept()).toBeNull();
  });
});

describe('while hidden', () => {
  it('is covered at once, and uncovered without a PIN within the time limit', async () => {
    keepLock();
    await open();
    await screen.findByText(PAGE_TEXT);
    visibility = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    // Before the event has ended.
    expect(cover()).not.toBeNull();
    passMs(4 * MINUTE_MS);
    await turn('visible');
    expect(cover()).toBeNull();
    expect(screen.getByText(PAGE_TEXT)).toBeTruthy();
  });

  it('locks after the time limit: nothing of the app is mounted, and a page opened meanwhile appears after the PIN', async () => {
    keepLock();
    const app = await open();
    await screen.findByText(PAGE_TEXT);
    await turn('hidden');
    passMs(5 * MINUTE_MS);
    await turn('visible');
    await pinField();
    window.location.hash = `#${paths.help()}`;
    await waitFor(() => expect(app.location()).toBe(paths.help()));
    showToast({ kind: 'info', text: 'A toast with a balance' });
    expect(cover()).toBeNull();
    expect(document.title).toBe('Halyard');
    expect(document.body.textContent).not.toMatch(/page|toast/i);
    expect(screen.queryAllByRole('link')).toEqual([]);
    await enter(app, PIN);
    await screen.findByText('Another page');
  });

  it.each([
    ['was put back by an hour', { deviceMs: -60 * MINUTE_MS, pageMs: MINUTE_MS }],
    ['was put back by as much as went by', { deviceMs: 0, pageMs: 5 * MINUTE_MS }],
    ['was put on', { deviceMs: 5 * MINUTE_MS, pageMs: 0 }],
  ])('locks when the clock %s', async (_what, moved) => {
    keepLock();
    await open();
    await screen.findByText(PAGE_TEXT);
    await turn('hidden');
    Object.assign(ahead, moved);
    await turn('visible');
    await pinField();
    expect(kept()).toMatchObject({ isLocked: true });
  });

  it('cannot be avoided by closing the hidden page', async () => {
    keepLock();
    await open();
    await screen.findByText(PAGE_TEXT);
    await turn('hidden');
    const seenAtMs = kept()?.seenAtMs;
    passMs(MINUTE_MS);
    window.dispatchEvent(new Event('pagehide'));
    expect(kept()?.seenAtMs).toBe(seenAtMs);
  });
});

describe('at its start the app', () => {
  it.each([
    ['is open within the time', 4 * MINUTE_MS, false],
    ['is locked after it', 5 * MINUTE_MS, true],
    ['is locked when the clock is earlier than it was', -MINUTE_MS, true],
  ])('%s', async (_what, agoMs, isLocked) => {
    keepLock({ seenAtMs: Date.now() - agoMs });
    await open();
    await (isLocked ? pinField() : screen.findByText(PAGE_TEXT));
    expect([screen.queryByText(PAGE_TEXT) === null, kept()?.isLocked]).toEqual([isLocked, isLocked]);
  });

  it('with a damaged lock opens for no PIN, but for a logout', async () => {
    localStorage.setItem(LOCK_KEY, '{"isLocked":false}');
    const app = await open();
    await enter(app, PIN);
    await screen.findByText(/Wrong PIN/);
    await app.user.click(await button('Forgot your PIN?'));
    await app.user.click(await button('Log out'));
    await waitFor(() => expect([kept(), selectIsLoggedIn(app.app.store.getState())]).toEqual([null, false]));
    expect(app.server.seen(logOut)).toHaveLength(1);
  });

  it('without a session is open, and removes the lock', async () => {
    keepLock({ isLocked: true });
    await renderApp({ path: '/pages/help-center/center', pages });
    await screen.findByText('Another page');
    expect(kept()).toBeNull();
  });
});

describe('wrong PINs', () => {
  it('are counted before they are checked, and after five there is a wait that no clock change shortens', async () => {
    const app = await openLocked({ tries: 4 });
    await enter(app, '00000');
    await screen.findByText(/Too many failed attempts. Wait \d+ seconds/);
    expect(kept()).toMatchObject({ tries: 5, isLocked: true });
    expect((await button('Unlock')).hasAttribute('disabled')).toBe(true);
    // The end of this try empties the field.
    await waitFor(async () => expect((await pinField()).value).toBe(''));
    ahead.deviceMs += 60 * MINUTE_MS;
    await waitFor(() => expect(kept()?.waitLeftMs).toBeLessThan(30_000));
    expect(kept()?.waitLeftMs).toBeGreaterThan(0);
    passMs(30_000);
    await waitFor(() => expect(kept()?.waitLeftMs).toBe(0));
    await waitFor(() => expect(screen.queryByText(/Too many failed attempts/)).toBeNull());
    await enter(app, PIN);
    await screen.findByText(PAGE_TEXT);
    expect(kept()).toMatchObject({ tries: 0, waitLeftMs: 0, isLocked: false });
  });

  it('make the waits longer', async () => {
    const app = await openLocked({ tries: 8 });
    await enter(app, '00000');
    await screen.findByText(/Too many failed attempts/);
    expect(kept()?.waitLeftMs).toBeGreaterThan(500_000);
  });

  it('end the session at the tenth, and remove the lock', async () => {
    const app = await openLocked({ tries: 9 });
    await enter(app, '00000');
    await waitFor(() => expect([kept(), selectIsLoggedIn(app.app.store.getState())]).toEqual([null, false]));
    expect(app.server.seen(logOut)).toHaveLength(1);
    expect(screen.queryByText(PAGE_TEXT)).toBeNull();
  });

  it('end it also if the page was closed on the tenth', async () => {
    keepLock({ isLocked: true, tries: 10 });
    const app = await open();
    await waitFor(() => expect([kept(), selectIsLoggedIn(app.app.store.getState())]).toEqual([null, false]));
  });
});

describe('another tab', () => {
  it('locks and unlocks this one', async () => {
    keepLock();
    await open();
    await screen.findByText(PAGE_TEXT);
    keepLock({ isLocked: true });
    await receiveStorageEvent();
    await pinField();
    expect(screen.queryByText(PAGE_TEXT)).toBeNull();
    keepLock();
    await receiveStorageEvent();
    await screen.findByText(PAGE_TEXT);
  });

  it('in front keeps this one open, however long it was hidden', async () => {
    keepLock();
    await open();
    await screen.findByText(PAGE_TEXT);
    await turn('hidden');
    passMs(60 * MINUTE_MS);
    keepLock();
    await turn('visible');
    expect(screen.getByText(PAGE_TEXT)).toBeTruthy();
  });

  it('gets no reply, which would make both write forever', async () => {
    keepLock();
    await open();
    await screen.findByText(PAGE_TEXT);
    keepLock();
    const written = localStorage.getItem(LOCK_KEY);
    passMs(1000);
    await receiveStorageEvent();
    expect(localStorage.getItem(LOCK_KEY)).toBe(written);
  });
});

it('a logout removes the lock', async () => {
  keepLock();
  const { app } = await open();
  await screen.findByText(PAGE_TEXT);
  await act(async () => void app.store.dispatch({ type: 'session/loggedOut' }));
  expect(kept()).toBeNull();
  await turn('hidden');
  expect(cover()).toBeNull();
});
