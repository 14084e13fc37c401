// Tests that the exchange's texts are readable on a phone: notices, help that is searched on the device, banners that
// lead into the app; in the language of the app without a reload.
import { expect, MOVING, NIGHTLY, test } from '../fixtures.ts';
import { settle } from '../screens.ts';

test.use(MOVING);

// notices.test.tsx covers it.
test('a notice is unread until it is opened', NIGHTLY, async ({ page, reading }) => {
  await reading.openByMenu('Notices');
  const notice = reading.row('More spot order types');
  await expect(notice).toContainText('Unread');
  await notice.click();
  await expect(reading.article).toContainText('Stop-limit');
  await reading.article.getByRole('link', { name: 'Trade' }).click();
  await expect(page).toHaveURL(/pages\/trade\/index/);
  await reading.openNotices();
  await expect(notice).not.toContainText('Unread');
  await expect(reading.row('Welcome to Halyard')).toContainText('Unread');
});

test('help is found by words of its texts, without a search call, and the result remains after going back', async ({
  page,
  reading,
}) => {
  const calls: string[] = [];
  page.on('requestfinished', (request) => calls.push(new URL(request.url()).pathname));
  const texts = () => calls.filter((path) => path === '/api/news/detail').length;
  await reading.openByMenu('Help');
  await expect(reading.row('Install the app')).toBeVisible();
  const count = await reading.rows.count();
  // The texts are downloaded once the user is about to search.
  await reading.search.focus();
  await expect.poll(texts).toBe(count);

  calls.length = 0;
  await reading.search.fill('bank');
  await expect(reading.found.first()).toContainText(/bank/);
  // In the text of one article only, and with a missing letter.
  await reading.search.fill('share sheet scrol');
  await expect(reading.found).toHaveCount(1);
  await expect(reading.found.first()).toContainText('Install the app');
  expect(calls.filter((path) => path.startsWith('/api/news'))).toEqual([]);

  await expect(page).toHaveURL(/q=share/);
  await reading.found.first().click();
  await expect(reading.article.getByRole('heading', { name: 'iPhone and iPad' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(reading.search).toHaveValue('share sheet scrol');
  await expect(reading.found.first()).toContainText('Install the app');
});

// settings.spec.ts covers the change of languages.
test(
  'an article appears in another language as soon as it is chosen, without a reload',
  NIGHTLY,
  async ({ page, reading, menu }) => {
    await reading.openArticle('install-the-app');
    await expect(reading.article.getByRole('heading', { name: 'Install the app' })).toBeVisible();
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', 'yes'));
    await menu.chooseLanguage('日本語', 'ja');
    await reading.openArticle('install-the-app');
    await expect(reading.article.getByRole('heading', { name: 'アプリをインストールする' })).toBeVisible();
    await expect(page.locator('html[data-same-page]')).toBeAttached();
    await page.goto('#/pages/help-center/center');
    await page.getByRole('searchbox', { name: 'ヘルプを検索' }).fill('ホーム画面');
    await expect(page.getByRole('list', { name: '検索結果' }).getByRole('link').first()).toContainText('インストール');
  },
);

test('home shows banners and the newest notice without shifting the layout, and they lead where they should', async ({
  page,
  home,
  reading,
}) => {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/news/list', async (route) => {
    await released;
    await route.continue();
  });
  await home.open();
  await settle(page);
  const place = () => home.lists.boundingBox();
  const before = await place();
  release();
  await expect(reading.ticker).toBeVisible();
  await expect(reading.banners.getByRole('link').first()).toBeVisible();
  await settle(page);
  await expect.poll(place).toEqual(before);

  await reading.banners.getByRole('link', { name: /home screen/ }).click();
  await expect(reading.article.getByRole('heading', { name: 'Install the app' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await reading.ticker.click();
  await expect(page.getByRole('heading', { name: 'NOTICE' })).toBeVisible();
});

// news.test.tsx covers it.
test('a button stops banners, and they do not move with reduced motion', NIGHTLY, async ({ page, reading }) => {
  await page.goto('#/pages/index/index');
  await reading.banners.getByRole('button', { name: 'Pause slides' }).click();
  await expect(reading.banners.getByRole('button', { name: 'Resume slides' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(reading.banners.getByRole('link').first()).toBeVisible();
  await expect(reading.banners.getByRole('button')).toHaveCount(0);
});

// The server's test covers it.
test(
  'a withdrawn article shows that it is gone, with a link to the others',
  NIGHTLY,
  async ({ page, exchange, reading }) => {
    await exchange.operate('articles', 'withdraw', 'trust');
    await page.goto('#/pages/help-center/detail?slug=trust');
    await expect(page.getByText('This article no longer exists.')).toBeVisible();
    await page.getByRole('link', { name: 'All help' }).click();
    await expect(reading.row('Install the app')).toBeVisible();
    await exchange.operate('articles', 'restore', 'trust');
  },
);
