// Tests that the user's own records open with the network cut, each with its right age and never as live, that nothing
// that moves money can be sent then and the screens show why, and that all is refreshed automatically when the network
// is back.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { prepareUser, type Prepared } from '@halyard/contract/testing/prepare';
import type { Api } from '@halyard/contract/testing/api';
import { findBarriers } from '../barriers.ts';
import type { Exchange } from '../exchange.ts';
import { CUT_OFF, expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { cachedRecords } from '../cachedRecords.ts';
import type { AuthPages } from '../page-models/AuthPages.ts';
import { settle } from '../screens.ts';

const PICTURE = fileURLToPath(new URL('../../public/icons/icon-192.png', import.meta.url));
const PATHS = {
  assets: '#/pages/assets/index',
  account: '#/pages/assets/tradeAccount?account=spot',
  entries: '#/pages/assets/record',
  deposits: '#/pages/assets/record?tab=deposits',
  withdrawals: '#/pages/assets/record?tab=withdrawals',
  transfers: '#/pages/assets/transfer/record',
  trust: '#/pages/finance/ordersPage',
  subscriptions: '#/pages/publication/index?view=own',
  kline: '#/pages/trade/kline?symbol=BTC%2FUSDT',
  trade: '#/pages/trade/index?symbol=BTC%2FUSDT',
} as const;
type Place = keyof typeof PATHS;

/** A landmark that appears only with the figures. */
const SEEN: Readonly<Record<Place, (page: Page) => ReturnType<Page['locator']>>> = {
  assets: (page) => page.getByRole('region', { name: 'Coins' }).getByRole('listitem').filter({ hasText: 'USDT' }),
  account: (page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'USDT' }),
  entries: (page) => page.getByRole('tabpanel').getByRole('listitem'),
  deposits: (page) => page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: '250.13' }),
  withdrawals: (page) => page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: '123.45' }),
  transfers: (page) => page.getByRole('main').getByRole('listitem').filter({ hasText: '345.6' }),
  trust: (page) => page.getByRole('article').filter({ hasText: '1,234.56' }),
  subscriptions: (page) => page.getByRole('main').getByRole('listitem').filter({ hasText: '234.56' }),
  kline: (page) => page.locator('main canvas'),
  trade: (page) => page.getByRole('button', { name: /^Cancel order \d+$/ }),
};

type Stage = { readonly page: Page; readonly exchange: Exchange; readonly auth: AuthPages; readonly api: Api };

/** A user with data everywhere has viewed all of it; returns the time of that. */
async function readAll({
  page,
  exchange,
  auth,
  api,
}: Stage): Promise<{ known: Prepared; from: number; until: number }> {
  const mail = newAddress();
  const known = await prepareUser(exchange.url, mail, await readFile(PICTURE));
  const token = await api.logIn(mail);
  const price = await api.priceNear('BTC', '0.97');
  await api.placeLimit(token, 'BTC', { side: 'buy', price, quantity: '0.01' });
  await api.placeLimit(token, 'BTC', { side: 'buy', price: await api.priceNear('BTC', '1.02'), quantity: '0.002' });
  await auth.enter(mail);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const from = Date.now();
  for (const place of Object.keys(PATHS) as Place[]) {
    await page.goto(PATHS[place]);
    await SEEN[place](page).first().waitFor();
  }
  for (const tab of [/^History/, /^Fills/]) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).getByRole('listitem').first().waitFor();
  }
  const until = Date.now();
  // The lists viewed last; all others are there by then.
  const names = async () => (await cachedRecords(page)).map(({ name }) => name);
  for (const name of [/baseId.*"isOver",true/, /coin\/trades\?.*baseId/]) {
    await expect.poll(names).toContainEqual(expect.stringMatching(name));
  }
  // The code of screens that were never opened loads when the page is idle.
  await expect.poll(() => missingFiles(page)).toBe(0);
  return { known, from, until };
}

/** How many files of the app the worker does not have yet. */
function missingFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { files } = (await (await fetch('/h5/later.json')).json()) as { files: readonly string[] };
    const held = await Promise.all(files.map((file) => caches.match(`/h5/${file}`, { ignoreSearch: true })));
    return held.filter((answer) => answer === undefined).length;
  });
}

/** The ages shown on a screen, in milliseconds since 1970. */
async function agesOn(page: Page): Promise<readonly number[]> {
  const times = page
    .getByRole('status')
    .locator('time')
    .filter({ hasText: /^As of / });
  await times.first().waitFor();
  const shown = await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
  return shown.map((time) => Date.parse(time));
}

// caching.test.ts covers the cached data, pwaOffline.spec.ts that the app opens.
test(
  'own records open with the network cut, dated by when they were read',
  NIGHTLY,
  async ({ page, context, exchange, auth, api, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    const { known, from, until } = await readAll({ page, exchange, auth, api });
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(PATHS.assets);
    await expect(page.getByText(/^You are offline\./)).toBeVisible();
    const faults: string[] = [];
    for (const place of Object.keys(PATHS) as Place[]) {
      await page.goto(PATHS[place]);
      await expect(SEEN[place](page).first(), place).toBeVisible();
      for (const age of await agesOn(page)) {
        expect(age, `${place} is not older than what was read`).toBeGreaterThanOrEqual(from - 60_000);
        expect(age, `${place} is not presented as live`).toBeLessThanOrEqual(until + 60_000);
      }
      await settle(page);
      faults.push(...(await findBarriers(page)).map((fault) => `${place}: ${fault}`));
    }
    for (const tab of [/^History/, /^Fills/]) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel', { name: tab }).getByRole('listitem').first()).toBeVisible();
      await agesOn(page);
    }
    expect(faults).toEqual([]);
    await everyMoneyActionIsRefused(page, known);

    // Back online, everything is current by itself.
    await page.goto(PATHS.assets);
    await agesOn(page);
    await context.setOffline(false);
    await expect(page.getByText(/^As of /)).toHaveCount(0);
    await expect(SEEN.assets(page).first()).toBeVisible();
  },
);

/** Each form either shows why it is disabled, or is replaced by the reason. */
async function everyMoneyActionIsRefused(page: Page, known: Prepared): Promise<void> {
  const places = [
    '#/pages/assets/transfer/index',
    '#/pages/assets/withdraw/index',
    '#/pages/assets/withdraw/bank/bank',
    '#/pages/assets/deposit/charge?channel=3',
    `#/pages/assets/withdraw/detail?id=${known.passedWithdrawal}`,
    '#/pages/settings/security/changePayPassword',
    PATHS.trade,
  ];
  const enabled = page.getByRole('button', {
    name: /^(Transfer(?! (record|hist))|Withdraw(?!al)|Send|Submit deposit|Buy BTC$|Sell BTC$|Set|Change|Cancel (order|all|withdrawal))/,
    disabled: false,
  });
  for (const place of places) {
    await page.goto(place);
    await expect(
      page.getByText(/You are offline\. (Connect|Reconnect|Prices)|No withdrawal/).first(),
      place,
    ).toBeVisible();
    await expect(enabled, place).toHaveCount(0);
  }
}

// The tests of each page cover its form without a network.
test(
  'forms that are open when the network is lost show why they are disabled, and send nothing later',
  NIGHTLY,
  async ({ page, context, auth, api, trade, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    const mail = newAddress();
    const token = await api.register(mail);
    await api.fund(token, 'USDT', '5000');
    await auth.enter(mail);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const written: string[] = [];
    page.on('request', (request) => {
      if (/wallet\/change|tran\/add|wallet\/out/.test(request.url())) written.push(request.url());
    });

    await page.goto('#/pages/assets/transfer/index');
    await page.getByRole('textbox', { name: 'Amount' }).fill('5');
    const transfer = page.getByRole('button', { name: /^Transfer 5/ });
    await expect(transfer).toBeEnabled();
    await context.setOffline(true);
    await expect(transfer).toBeDisabled();
    await expect(transfer).toHaveAccessibleDescription('You are offline. Connect to the internet and try again.');
    await context.setOffline(false);
    await expect(transfer).toBeEnabled();

    await trade.open();
    await trade.fillTicket({ side: 'Buy', type: 'Market', amount: '0.001' });
    await expect(trade.button('Buy')).toBeEnabled();
    await context.setOffline(true);
    await expect(trade.button('Buy')).toBeDisabled();
    await expect(trade.ticket.getByText('You are offline. Connect to the internet and try again.')).toBeVisible();
    await context.setOffline(false);
    await expect(trade.button('Buy')).toBeEnabled();
    expect(written).toEqual([]);
    expect(await api.orders(token)).toEqual([]);
  },
);

// Every night: the first test reads the cached data, and outage.spec.ts covers an unreachable exchange as well.
test(
  'own records open while the exchange is unreachable',
  NIGHTLY,
  async ({ page, exchange, auth, api, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    const { until } = await readAll({ page, exchange, auth, api });
    await exchange.kill();
    await page.reload();
    await page.goto(PATHS.entries);
    await expect(SEEN.entries(page).first()).toBeVisible();
    for (const age of await agesOn(page)) expect(age).toBeLessThanOrEqual(until + 60_000);
    await exchange.start();
    await expect(page.getByText(/^As of /)).toHaveCount(0);
  },
);
