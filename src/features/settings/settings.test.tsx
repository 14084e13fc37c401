// Settings through the real routes and store: each choice applies immediately and stays, storage is measured and
// cleared without losing the session, the outbox is shown, installation, and logout. The browser's caches are a small
// stand-in; IndexedDB by fake-indexeddb.
import { act, screen, waitFor, within } from '@testing-library/react';
import type { BackendModule } from 'i18next';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { savePreference } from '@halyard/contract/user/preferenceCalls';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { logOut } from '@halyard/contract/user/calls';
import { LANGUAGE_NAMES } from '../../domain/preferences/languageNames.ts';
import {
  ownerKeyOf,
  priceColoursChosen,
  selectOwn,
  selectPriceColours,
} from '../../domain/preferences/preferencesSlice.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { i18n } from '../../shared/i18n/i18n.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { pwa, type InstallPromptEvent } from '../../shared/pwa/pwa.ts';
import { outboxItems } from '../../shared/outbox/outboxView.ts';
import { helpOf, serveArticles } from '../../testing/articles.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeIndexedDb();

const owner = ownerKeyOf(TRADER.id);

function open({ isLoggedIn = true, path = paths.settings(), backend = (_server: FakeBackend) => {} } = {}) {
  return renderApp({
    path,
    ...(isLoggedIn && { user: TRADER }),
    backend: (server) => {
      serveExchange(server);
      server.on(logOut, () => 'left');
      backend(server);
    },
  });
}

const group = (name: string) => within(screen.getByRole('region', { name }));

/** Browser caches, reduced to sizes. */
function stubCaches(content: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const stores = new Map(Object.entries(content));
  const storage = {
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
    open: (name: string) =>
      Promise.resolve({
        keys: () => Promise.resolve(Object.keys(stores.get(name) ?? {})),
        match: (url: string) =>
          Promise.resolve({ blob: () => Promise.resolve({ size: stores.get(name)?.[url] ?? 0 }) }),
      }),
  };
  vi.stubGlobal('caches', storage);
  return stores;
}

/** The browser's storage API, which jsdom lacks. */
function stubStorage(storage: object): void {
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
}

function stubAgent(userAgent: string): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';

beforeEach(() => {
  stubCaches({});
});
afterEach(async () => {
  vi.unstubAllGlobals();
  pwa.installSettled();
  await i18n.changeLanguage('en');
});

describe('a setting', () => {
  it('applies immediately and is sent: theme, colours, order confirmation', async () => {
    const { app, server, user: hand } = await open();
    await hand.click(await screen.findByRole('radio', { name: 'Light' }));
    expect(document.documentElement.dataset['theme']).toBe('light');
    await hand.click(screen.getByRole('radio', { name: 'Red up, green down' }));
    expect(document.documentElement.dataset['colours']).toBe('red-up');
    await hand.click(screen.getByRole('switch', { name: 'Confirm each order' }));
    expect(selectOwn(app.store.getState(), owner, 'confirmsOrders')).toBe(false);
    await waitFor(() => expect(server.seen(savePreference).map(({ request }) => request.name).length).toBe(2));
  });

  it('needs no login, with the account one tap away', async () => {
    const { app, user: hand } = await open({ isLoggedIn: false });
    await hand.click(await screen.findByRole('radio', { name: /^Blue up, orange down/ }));
    expect(selectPriceColours(app.store.getState())).toBe('colour-blind');
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
    expect(screen.getByRole('link', { name: /^Log in or register/ }).getAttribute('href')).toContain('backpage=');
  });
});

describe('the language', () => {
  it.each(LANGUAGES)('%s is chosen by its own name, without a reload', async (language) => {
    const { user: hand } = await open({ path: paths.language(), isLoggedIn: false });
    await hand.click(await screen.findByRole('radio', { name: LANGUAGE_NAMES[language] }));
    await waitFor(() => expect(document.documentElement.lang).toBe(LOCALES[language].replace(/-u-.*/, '')));
    await screen.findByRole('heading', { name: i18n.t('appearance.language', { ns: 'settings' }) });
    await waitFor(() => expect(localStorage.getItem('lang')).toBe(language));
  });

  it('is shown in the settings, with a link to its page', async () => {
    const { user: hand, location } = await open({ isLoggedIn: false });
    await hand.click(await screen.findByRole('link', { name: /^Language/ }));
    await waitFor(() => expect(location()).toBe(paths.language()));
    await screen.findByRole('radio', { name: 'Español' });
  });
});

it('a language whose texts fail to load is not applied, with an error', async () => {
  const { user: hand } = await open({ path: paths.language(), isLoggedIn: false });
  await screen.findByRole('radio', { name: LANGUAGE_NAMES.vnm });
  i18n.removeResourceBundle(LOCALES.vnm, 'settings');
  const { backend } = i18n.services.backendConnector as { backend: BackendModule };
  const read = vi
    .spyOn(backend, 'read')
    .mockImplementation((_locale, _namespace, done) => done(new Error('gone'), false));
  await hand.click(screen.getByRole('radio', { name: LANGUAGE_NAMES.vnm }));
  await waitFor(() => expect(document.body.textContent).toContain('The server could not be reached.'));
  await waitFor(() => expect(localStorage.getItem('lang')).toBe('en'));
  expect(document.documentElement.lang).toBe('en');
  await screen.findByRole('heading', { name: 'Language' });
  read.mockRestore();
  await hand.click(screen.getByRole('radio', { name: LANGUAGE_NAMES.vnm }));
  await waitFor(() => expect(document.documentElement.lang).toBe('vi'));
});

describe('the agreements', () => {
  it.each([
    ['User agreement', paths.userAgreement()],
    ['Privacy', paths.privacy()],
  ])('are one tap away, for guests too: %s', async (name, path) => {
    const articles = [helpOf(1, { slug: path.slice(1), content: `<p>All of it: ${path}</p>` })];
    const { location, user: hand } = await open({
      isLoggedIn: false,
      backend: (server) => serveArticles(server, { articles }),
    });
    await hand.click(await screen.findByRole('link', { name }));
    await screen.findByText(`All of it: ${path}`);
    expect(location()).toBe(path);
    await hand.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByRole('heading', { name: 'Settings' });
  });
});

describe('storage', () => {
  const figure = (label: string) =>
    group('Storage on this device').getByText(label).closest('div')?.querySelector('dd')?.textContent;

  it('is measured by purpose, and cleared without the session or the app', async () => {
    const stores = stubCaches({
      'halyard-precache-v2-http://localhost/': { a: 1_000_000, b: 200_000 },
      'halyard-assets': { c: 300_000 },
      'halyard-articles': { d: 40_000 },
      'halyard-pictures': { e: 2_000_000 },
      'halyard-shared': { f: 70_000 },
    });
    const { app, user: hand } = await open();
    await waitFor(() => expect(figure('App')).toBe('1.5 MB'));
    expect([figure('News, help and pictures'), figure('Other')]).toEqual(['2 MB', '70 kB']);
    expect(figure('Your own records, encrypted')).toBe('0 kB');
    await hand.click(screen.getByRole('button', { name: 'Clear cache' }));
    await screen.findByText('2.1 MB freed.');
    expect([figure('App'), figure('News, help and pictures')]).toEqual(['1.5 MB', '0 kB']);
    expect([...stores.keys()]).toEqual(['halyard-precache-v2-http://localhost/', 'halyard-assets']);
    expect(selectIsLoggedIn(app.store.getState())).toBe(true);
  });

  it('is shown as persistent when the browser agrees', async () => {
    let isPersisted = false;
    const persist = vi.fn(() => Promise.resolve((isPersisted = true)));
    const storage = {
      persist,
      persisted: () => Promise.resolve(isPersisted),
      estimate: () => Promise.resolve({ usage: 5_000_000 }),
    };
    stubStorage(storage);
    const { user: hand } = await open();
    await hand.click(await screen.findByRole('button', { name: /^Keep this data/ }));
    await screen.findByText('This data is kept');
    expect(figure('Total, as measured by the browser')).toBe('5 MB');
    expect(persist).toHaveBeenCalledOnce();
  });

  it('is shown as not persistent when the browser refuses', async () => {
    const storage = { persist: () => Promise.resolve(false), persisted: () => Promise.resolve(false) };
    stubStorage(storage);
    const { user: hand } = await open();
    await hand.click(await screen.findByRole('button', { name: /^Keep this data/ }));
    await screen.findByText(/^Your browser refused/);
  });
});

it('pushes are chosen in their own sheet, when logged in', async () => {
  const { user: hand } = await open();
  await hand.click(await screen.findByRole('button', { name: /^Push notifications/ }));
  await screen.findByRole('dialog', { name: 'Push notifications' });
});

describe('the outbox', () => {
  it('is listed, and items can be discarded', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { app, user: hand } = await open();
    await screen.findByText('Everything is sent.');
    act(() => void app.store.dispatch(priceColoursChosen('red-up')));
    await screen.findByText('Setting: price colours');
    await hand.click(screen.getByRole('button', { name: 'Discard: Setting: price colours' }));
    await screen.findByText('Everything is sent.');
    expect(outboxItems()).toEqual([]);
  });

  it('shows why an item was refused, and sends it again', async () => {
    const {
      server,
      app,
      user: hand,
    } = await open({
      backend: ({ on }) => on(savePreference, () => refuse('PARAMETER_INVALID', { field: 'value' })),
    });
    await screen.findByText('Everything is sent.');
    act(() => void app.store.dispatch(priceColoursChosen('red-up')));
    const again = await screen.findByRole('button', { name: 'Send again: Setting: price colours' });
    server.on(savePreference, ({ name, value }) => ({ name, value, version: 1 }));
    await hand.click(again);
    await screen.findByText('Everything is sent.');
    expect(server.seen(savePreference)).toHaveLength(2);
  });
});

describe('the installation', () => {
  it('uses the browser’s prompt where available, and then the app is installed', async () => {
    const { user: hand } = await open({ isLoggedIn: false });
    await screen.findByRole('button', { name: /^Add Halyard to the home screen/ });
    const prompt = vi.fn(() => Promise.resolve());
    act(() => pwa.installOffered(Object.assign(new Event('beforeinstallprompt'), { prompt }) as InstallPromptEvent));
    await hand.click(screen.getByRole('button', { name: /^Add Halyard to the home screen/ }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => void window.dispatchEvent(new Event('appinstalled')));
    await screen.findByText('Installed');
  });

  it.each([
    ['an iPhone', IPHONE, /Add to Home Screen/],
    ['WeChat', `${IPHONE} MicroMessenger/8.0.49`, /^WeChat shows this page in its own browser/],
    [
      'another browser',
      'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
      /Open the browser's menu/,
    ],
  ])('is explained for %s', async (_what, agent, words) => {
    stubAgent(agent);
    const { user: hand } = await open({ isLoggedIn: false });
    await hand.click(await screen.findByRole('button', { name: /^Add Halyard to the home screen/ }));
    await within(await screen.findByRole('dialog')).findByText(words);
  });
});

describe('logging out', () => {
  it('asks, shows what it removes, and leads home', async () => {
    const { app, server, user: hand, location } = await open();
    await hand.click(await screen.findByRole('button', { name: 'Log out' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Log out on this device?' }));
    sheet.getByText(/^your balances and records/);
    await hand.click(sheet.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(location()).toBe(paths.home()));
    await waitFor(() => expect(selectIsLoggedIn(app.store.getState())).toBe(false));
    await waitFor(() => expect(server.seen(logOut)).toHaveLength(1));
  });

  it('does nothing when cancelled', async () => {
    const { app, user: hand } = await open();
    await hand.click(await screen.findByRole('button', { name: 'Log out' }));
    await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(selectIsLoggedIn(app.store.getState())).toBe(true);
  });
});
