// Tests the routes: guarded pages and back to them, sessions that end elsewhere, addresses that lead nowhere, going
// back.
import { expect, newAddress, NIGHTLY, test } from '../fixtures.ts';

const LOGIN_FOR_ASSETS = /#\/pages\/user\/login\/login\?backpage=%2Fpages%2Fassets%2Findex&backtype=2$/;
const ASSETS = /#\/pages\/assets\/index$/;
const HOME = /#\/pages\/index\/index$/;

// journey.spec.ts covers it.
test('a guarded page asks for the login and is shown after it', NIGHTLY, async ({ page, api, auth, assets }) => {
  const address = newAddress();
  await api.register(address);
  await page.goto('#/pages/assets/index');
  await expect(page).toHaveURL(LOGIN_FOR_ASSETS);
  await auth.logIn(address);
  await expect(page).toHaveURL(ASSETS);
  await expect(assets.row('USDT')).toBeVisible();
});

// auth.test.tsx covers the message.
test('a wrong password is reported at the form and logs no one in', NIGHTLY, async ({ page, api, auth }) => {
  const address = newAddress();
  await api.register(address);
  await page.goto('#/pages/assets/index');
  await auth.logIn(address, 'not the password');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  await expect(page).toHaveURL(LOGIN_FOR_ASSETS);
  expect(await auth.storedToken()).toBeUndefined();
});

test('a session that ends elsewhere ends here at once, and the login leads back', async ({
  page,
  api,
  auth,
  assets,
}) => {
  const address = newAddress();
  await api.register(address);
  await auth.enter(address);
  await assets.open();
  await api.logOut(await auth.storedToken());
  // Together: the message disappears after seconds, at any speed of the page.
  await Promise.all([
    expect(page).toHaveURL(LOGIN_FOR_ASSETS),
    expect(page.locator('[role="alertdialog"]', { hasText: 'You are not logged in.' })).toHaveCount(1),
  ]);
  await expect.poll(() => auth.storedToken()).toBeUndefined();
  await auth.logIn(address);
  await expect(page).toHaveURL(ASSETS);
  await expect(assets.row('USDT')).toBeVisible();
});

// session.test.tsx covers it; the source makes no difference to it.
test(
  'an answer of type 999 ends a session whose end the socket did not report',
  NIGHTLY,
  async ({ page, api, auth }) => {
    const address = newAddress();
    await api.register(address);
    await auth.enter(address);
    const token = await auth.storedToken();
    // A connection that opens and then sends nothing.
    await page.routeWebSocket(/\/socket\.io\//, () => undefined);
    await page.goto('about:blank');
    await api.logOut(token);
    await page.goto('#/pages/assets/index');
    await expect(page).toHaveURL(LOGIN_FOR_ASSETS);
    await expect.poll(() => auth.storedToken()).toBeUndefined();
  },
);

// router.test.tsx covers the addresses themselves.
test('an unknown address shows a page with a way home', NIGHTLY, async ({ page, home }) => {
  for (const path of ['/pages/nowhere', '/pages/finance/nowhere', '/pages/index/index/more']) {
    await page.goto(`#${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page).toHaveURL(HOME);
  await expect(home.market('BTC')).toBeVisible();
});

// router.test.tsx covers the ways back.
test('back leads home when there is nothing to go back to, and back when there is', NIGHTLY, async ({ page, home }) => {
  await page.goto('#/pages/user/login/login');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(HOME);
  await home.market('BTC').click();
  await expect(page).toHaveURL(/#\/pages\/trade\/kline\?symbol=BTC%2FUSDT$/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(HOME);
});
