// Tests that no data of a user remains on the device when the session ends: by logging out, with the network and
// without it, and from elsewhere (type 999). The scan covers all that the browser stores, its HTTP cache on the disk
// included, and is shown to find the data beforehand.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { prepareUser } from '@halyard/contract/testing/prepare';
import { CUT_OFF, expect, newAddress, NIGHTLY, test as base } from '../fixtures.ts';
import { findIn, httpCacheOf, storedBy } from '../leftovers.ts';
import { settle } from '../screens.ts';

type Fixtures = { readonly profile: string; readonly close: () => Promise<void> };

// A profile on the disk, as in a usual browser: a private window would hold its HTTP cache in memory.
const test = base.extend<Fixtures>({
  profile: async ({ contextOptions: _options }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'halyard-profile-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  context: async ({ contextOptions, launchOptions, baseURL, profile }, use) => {
    const context = await chromium.launchPersistentContext(profile, {
      ...contextOptions,
      ...launchOptions,
      ...(baseURL !== undefined && { baseURL }),
    });
    await use(context);
    await context.close();
  },
});

const PICTURE = fileURLToPath(new URL('../../public/icons/icon-192.png', import.meta.url));
const DRAFTED = '4242.17';
const DRAFTED_NAME = 'Zacarías Íñiguez-Quevedo';
/** The address that `prepareUser` withdraws to, and the holder of its card. */
const WITHDRAWAL_ADDRESS = 'TNMzMpsqesGZAC9VscgcZbmLjtgtgkFqD5';
const HOLDER = 'Fernández-Villaverde';

const ENDS = {
  'by its user': async ({ page }: Stage) => logOutByMenu(page),
  'by its user without a network': async ({ page, context }: Stage) => {
    await context.setOffline(true);
    await logOutByMenu(page);
  },
  'from elsewhere': async ({ page, api, token }: Stage) => {
    await api.logOut(token);
    await expect(page).toHaveURL(/login/);
  },
};

type Stage = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly api: { readonly logOut: (token: string) => Promise<unknown> };
  readonly token: string;
};

async function logOutByMenu(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/pages/index/index';
  });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
}

/** Each of them covers the leftovers; without a network is the hardest. */
const HARDEST = 'by its user without a network';

for (const [how, end] of Object.entries(ENDS)) {
  const details = how === HARDEST ? {} : NIGHTLY;
  test(
    `a session that is ended ${how} leaves nothing on the device`,
    details,
    async ({ page, context, profile, exchange, auth, api, expectedErrors }) => {
      expectedErrors.push(...CUT_OFF);
      const cacheable = watchCacheable(page);
      const mail = newAddress();
      await prepareUser(exchange.url, mail, await readFile(PICTURE));
      await auth.enter(mail);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      const token = (await auth.storedToken()) ?? '';
      const words = await wordsOf(exchange.url, token, mail);
      await liveALife(page);

      // The scan finds the existing data: the token, drafts with their picture, encrypted records, which are written
      // when the page is idle.
      const recordsIn = (stored: Awaited<ReturnType<typeof storedBy>>) =>
        stored.filter(({ place }) => place.includes('own-records'));
      await expect.poll(async () => recordsIn(await storedBy(page, context)).length).toBeGreaterThan(8);
      const before = await storedBy(page, context);
      const found = findIn(before, words).join('\n');
      expect(found).toMatch(/token in localStorage/);
      expect(found).toMatch(/e-mail in localStorage/);
      expect(found).toMatch(/draft in database drafts/);
      expect(before.some(({ place, text }) => place.includes('drafts') && text.includes('PNG'))).toBe(true);
      expect(before.map(({ text }) => text).join('\n')).toContain('a key that is not extractable');
      // Records are encrypted: none of them is readable in storage.
      expect(findIn(recordsIn(before), words)).toEqual([]);

      await end({ page, context, api, token });
      await expect.poll(() => auth.storedToken()).toBeUndefined();
      await expect.poll(async () => findIn(await storedBy(page, context), words)).toEqual([]);
      const after = await storedBy(page, context);
      expect(after.filter(({ place }) => /database (own-records|drafts|outbox)/.test(place))).toEqual([]);
      // A late write, as the page is left, contains none of the user's data either.
      await page.goto('about:blank');
      await page.goto('#/pages/index/index');
      await settle(page);
      expect(findIn(await storedBy(page, context), words)).toEqual([]);

      expect(cacheable).toEqual([]);
      await context.close();
      const disk = await httpCacheOf(profile);
      expect(disk.some(({ text }) => text.includes('/h5/'))).toBe(true);
      expect(findIn(disk, words)).toEqual([]);
    },
  );
}

// The leftovers of a session are checked above.
test(
  'a second user of the same device sees nothing of the first',
  NIGHTLY,
  async ({ page, context, exchange, auth, api, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    const first = newAddress();
    const second = newAddress();
    await prepareUser(exchange.url, first, await readFile(PICTURE));
    await api.register(second);
    await auth.enter(first);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const words = await wordsOf(exchange.url, (await auth.storedToken()) ?? '', first);
    await liveALife(page);
    await logOutByMenu(page);
    await expect.poll(() => auth.storedToken()).toBeUndefined();

    await page.goto('#/pages/user/login/login');
    await auth.logIn(second);
    await expect(page).toHaveURL(/index$/);
    const seen: string[] = [];
    for (const path of ['assets/index', 'assets/record', 'assets/transfer/record', 'assets/deposit/charge?channel=3']) {
      await page.goto(`#/pages/${path}`);
      await settle(page);
      seen.push(await page.locator('body').innerText());
      for (const field of await page.getByRole('textbox').all()) seen.push(await field.inputValue());
    }
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto('#/pages/assets/record?tab=withdrawals');
    await page.getByRole('tabpanel').waitFor();
    await settle(page);
    seen.push(await page.locator('body').innerText());
    expect(findIn([{ place: 'the screen', text: seen.join('\n') }, ...(await storedBy(page, context))], words)).toEqual(
      [],
    );
  },
);

/** Data of this user alone, which must not be found. */
async function wordsOf(url: string, token: string, mail: string): Promise<Readonly<Record<string, string>>> {
  const terms = await fetch(`${url}/api/wallet/deposit_terms`, { headers: { authorization: token } });
  const addresses = [...(await terms.text()).matchAll(/"address":"(?<address>[^"]+)"/g)];
  expect(addresses.length).toBeGreaterThan(2);
  return {
    token,
    'e-mail': mail,
    holder: HOLDER,
    withdrawal: WITHDRAWAL_ADDRESS,
    draft: DRAFTED,
    'drafted name': DRAFTED_NAME,
    // The balances of the spot and the futures account, as the wire and the screen format them.
    moved: '345.6',
    deposited: '987654.32',
    shown: '987,654.32',
    ...Object.fromEntries(
      addresses.map(({ groups }, index) => [`deposit address ${index}`, groups?.['address'] ?? '']),
    ),
  };
}

/** Views the user's own data, and leaves forms unfinished, one with a picture. */
async function liveALife(page: Page): Promise<void> {
  for (const path of ['assets/index', 'assets/record', 'assets/record?tab=deposits', 'assets/record?tab=withdrawals']) {
    await page.goto(`#/pages/${path}`);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
  }
  for (const path of ['assets/transfer/record', 'bankbind/index', 'user/address/index', 'settings/account/index']) {
    await page.goto(`#/pages/${path}`);
    await settle(page);
  }
  await page.goto('#/pages/trade/kline?symbol=BTC%2FUSDT');
  await page.locator('main canvas').first().waitFor();
  await page.goto('#/pages/assets/deposit/index?channel=3');
  await page.locator('main [role="img"]').first().waitFor();
  await page.goto('#/pages/assets/deposit/charge?channel=3');
  await page.getByRole('main').getByRole('textbox').first().fill(DRAFTED);
  await page.getByRole('main').getByRole('textbox').last().fill(DRAFTED_NAME);
  await page.locator('input[type="file"]').first().setInputFiles(PICTURE);
  await page.getByRole('img').first().waitFor();
  // Everything is stored a moment later.
  const records = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(records).toEqual(expect.arrayContaining(['drafts', 'own-records']));
  await page.goto('#/pages/assets/index');
  await page.getByRole('region', { name: 'Coins' }).waitFor();
}

/** Collects private answers that the browser was allowed to store. */
function watchCacheable(page: Page): readonly string[] {
  const allowed: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isPrivate = /^\/(api|upload)\//.test(pathname) && response.request().headers()['authorization'] !== undefined;
    const mayKeep = response.headers()['cache-control']?.includes('no-store') !== true;
    if (isPrivate && mayKeep) allowed.push(`${response.status()} ${pathname}`);
  });
  return allowed;
}
