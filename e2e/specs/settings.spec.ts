// Tests the settings on a phone: every choice acts without a reload and persists, follows the user to other devices and
// into other tabs; storage is measured and cleared without the session; logging out.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { findOverflow } from '../overflow.ts';
import { expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { AuthPages } from '../page-models/AuthPages.ts';
import { SettingsPage } from '../page-models/SettingsPage.ts';
import { settle } from '../screens.ts';

const LANGUAGES = [
  ['简体中文', 'zh-Hans', '设置'],
  ['繁體中文', 'zh-Hant-HK', '設定'],
  ['日本語', 'ja', '設定'],
  ['한국어', 'ko', '설정'],
  ['Español', 'es', 'Ajustes'],
  ['ไทย', 'th', 'การตั้งค่า'],
  ['Tiếng Việt', 'vi', 'Cài đặt'],
  ['English', 'en', 'Settings'],
] as const;

/** A page that is reloaded loses this mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSamePage: true }));
const isSame = (page: Page) => page.evaluate(() => 'isSamePage' in window);
const shownColours = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return [style.getPropertyValue('--up').trim(), style.getPropertyValue('--down').trim()];
  });

// Two languages are chosen below.
test(
  'a language is chosen without a reload, in all eight; it fits, and is there before the first paint',
  NIGHTLY,
  async ({ page, settingsPage: settings }) => {
    await settings.openLanguages();
    await mark(page);
    for (const [name, tag, title] of LANGUAGES) {
      await settings.openLanguages();
      await settings.chooseLanguage(name, tag);
      await page.getByRole('button', { name: /./ }).first().waitFor();
      await settings.open();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await settle(page);
      expect(await findOverflow(page)).toEqual([]);
    }
    expect(await isSame(page)).toBe(true);
    await settings.openLanguages();
    await settings.chooseLanguage('Español', 'es');
    const lang = page.evaluate(() => document.documentElement.lang);
    expect(await lang).toBe('es');
    await page.reload({ waitUntil: 'commit' });
    // Set by the page's own head, before any of the app runs.
    await page.waitForFunction(() => document.body !== null);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
  },
);

// Both act across tabs and devices below.
test('theme and price colours act at once, everywhere', NIGHTLY, async ({ page, settingsPage: settings }) => {
  await settings.open();
  const [rising, falling] = await shownColours(page);
  await settings.choose('Red up, green down');
  expect(await shownColours(page)).toEqual([falling, rising]);
  await settings.choose('Light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.goto('#/pages/trade/index');
  await page.locator('main form').waitFor();
  await expect(page.locator('html')).toHaveAttribute('data-colours', 'red-up');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('html')).toHaveAttribute('data-colours', 'red-up');
});

// settings.test.tsx covers it.
test(
  'storage is measured, and cleared without the session',
  NIGHTLY,
  async ({ page, api, auth, settingsPage: settings }) => {
    const address = newAddress();
    await api.register(address);
    await auth.enter(address);
    await page.evaluate(async () => {
      const put = async (name: string, bytes: number) =>
        (await caches.open(name)).put('/kept', new Response('x'.repeat(bytes)));
      await put('halyard-assets', 1_500_000);
      await put('halyard-articles', 700_000);
      await put('halyard-pictures', 300_000);
    });
    await settings.open();
    await expect(settings.size('App')).toHaveText('1.5 MB');
    await expect(settings.size('News, help and pictures')).toHaveText('1 MB');
    // Records that were read at the login may still be on their way to the device.
    await expect(async () => {
      await settings.clearStorage();
      await expect(settings.size('Your own records')).toHaveText('0 kB', { timeout: 3000 });
    }).toPass();
    await expect(settings.size('News, help and pictures')).toHaveText('0 kB');
    await expect(settings.size('App')).toHaveText('1.5 MB');
    await expect(page.getByText(/freed\.$/)).toBeVisible();
    expect(await auth.storedToken()).toBeDefined();
  },
);

// pwaLeftovers.spec.ts covers what remains then.
test(
  'logging out names what it removes, and leads home',
  NIGHTLY,
  async ({ page, api, auth, settingsPage: settings }) => {
    const address = newAddress();
    await api.register(address);
    await auth.enter(address);
    await settings.open();
    await settings.logOut();
    await expect(page).toHaveURL(/#\/pages\/index\/index$/);
    await expect.poll(() => auth.storedToken()).toBeUndefined();
  },
);

/** Another device: a browser that shares nothing with the first one. */
async function openDevice(browser: Browser, baseURL: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL, viewport: { width: 360, height: 640 }, serviceWorkers: 'block', locale: 'en' });
}

const star = (page: Page, symbol: string) => page.getByRole('button', { name: `Favourite ${symbol}` });

test('a choice follows the user to another device, without an echo', async ({
  page,
  api,
  auth,
  settingsPage: settings,
  browser,
  baseURL,
}) => {
  const address = newAddress();
  await api.register(address);
  await auth.enter(address);
  const device = await openDevice(browser, baseURL ?? '');
  const other = await device.newPage();
  await new AuthPages(other, api).enter(address);
  const saves: string[] = [];
  other.on('request', (request) => {
    if (request.url().endsWith('user/save_preference')) saves.push(request.postData() ?? '');
  });
  await mark(other);

  await settings.openLanguages();
  await settings.chooseLanguage('Tiếng Việt', 'vi');
  await expect(other.locator('html[lang="vi"]')).toBeAttached();
  await settings.chooseLanguage('English', 'en');
  await expect(other.locator('html[lang="en"]')).toBeAttached();
  await settings.open();
  await settings.choose('Red up, green down');
  await expect(other.locator('html')).toHaveAttribute('data-colours', 'red-up');
  expect(await isSame(other)).toBe(true);
  expect(saves).toEqual([]);

  // And back the other way, to a device that was closed meanwhile.
  await expect(page.getByText('Everything is sent.')).toBeVisible();
  await page.goto('about:blank');
  await new SettingsPage(other).open();
  await new SettingsPage(other).choose(/^Blue up, orange down/);
  await expect.poll(() => saves.length).toBe(1);
  await expect(other.getByText('Everything is sent.')).toBeVisible();
  await page.goto('#/pages/index/index');
  await expect(page.locator('html')).toHaveAttribute('data-colours', 'colour-blind');
  await device.close();
});

test('two tabs have one language, one theme and the same favourites', async ({
  page,
  context,
  settingsPage: settings,
}) => {
  const tab = await context.newPage();
  for (const each of [page, tab]) {
    await each.goto('#/pages/trade/kline?symbol=BTC/USDT');
    await star(each, 'BTC/USDT').waitFor();
    await mark(each);
  }
  await star(page, 'BTC/USDT').click();
  await expect(star(tab, 'BTC/USDT')).toHaveAttribute('aria-pressed', 'true');
  await star(tab, 'BTC/USDT').click();
  await expect(star(page, 'BTC/USDT')).toHaveAttribute('aria-pressed', 'false');
  await star(page, 'BTC/USDT').click();
  await expect(star(tab, 'BTC/USDT')).toHaveAttribute('aria-pressed', 'true');
  await settings.open();
  await settings.choose('Light');
  await expect(tab.locator('html')).toHaveAttribute('data-theme', 'light');
  await settings.openLanguages();
  await settings.chooseLanguage('日本語', 'ja');
  await expect(tab.locator('html[lang="ja"]')).toBeAttached();
  expect([await isSame(page), await isSame(tab)]).toEqual([true, true]);
  const stored = () => tab.evaluate(() => localStorage.getItem('preferences') ?? '');
  await expect.poll(stored).toContain('"favourites":["BTC/USDT"]');
});

test('a login as another user in one tab applies to the other', async ({ page, context, api, auth }) => {
  const [ann, bea] = [newAddress(), newAddress()];
  await api.register(ann);
  await api.register(bea);
  await auth.enter(ann);
  await page.goto('#/pages/settings/account/index');
  await expect(page.getByText(ann)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('#/pages/user/login/login');
  await new AuthPages(tab, api).logIn(bea);
  await expect(page.getByText(bea)).toBeVisible();
  await expect(page.getByText(ann)).toHaveCount(0);
  // Neither tab undoes it.
  const token = await auth.storedToken();
  await tab.goto('#/pages/settings/account/index');
  await expect(tab.getByText(bea)).toBeVisible();
  expect([await auth.storedToken(), await new AuthPages(tab, api).storedToken()]).toEqual([token, token]);
});
