/** What every phone test gets: an exchange of the worker's own, a page that may not log errors, and page models. */
import { test as base, expect } from '@playwright/test';
import { createApi, type Api } from '@halyard/contract/testing/api';
import { createExchange, type Exchange } from './exchange.ts';
import { AssetsPage } from './page-models/AssetsPage.ts';
import { AuthPages } from './page-models/AuthPages.ts';
import { HomePage } from './page-models/HomePage.ts';
import { KlinePage } from './page-models/KlinePage.ts';
import { MenuPage } from './page-models/MenuPage.ts';
import { TradePage } from './page-models/TradePage.ts';

type TestFixtures = {
  readonly api: Api;
  /** Console errors and page errors that the test expects, as parts of their text; all others fail it. */
  readonly expectedErrors: string[];
  readonly auth: AuthPages;
  readonly home: HomePage;
  readonly trade: TradePage;
  readonly kline: KlinePage;
  readonly assets: AssetsPage;
  readonly menu: MenuPage;
};

type WorkerFixtures = { readonly exchange: Exchange };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  exchange: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it depends on from the pattern
    async ({}, use) => {
      const exchange = await createExchange();
      await exchange.start();
      await use(exchange);
      await exchange.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ exchange }, use) => use(`${exchange.url}/h5/`),
  api: async ({ exchange }, use) => use(createApi(exchange.url)),
  expectedErrors: async ({ context: _context }, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
    });
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((part) => error.includes(part)))).toEqual([]);
  },
  auth: async ({ page, api }, use) => use(new AuthPages(page, api)),
  home: async ({ page }, use) => use(new HomePage(page)),
  trade: async ({ page }, use) => use(new TradePage(page)),
  kline: async ({ page }, use) => use(new KlinePage(page)),
  assets: async ({ page }, use) => use(new AssetsPage(page)),
  menu: async ({ page }, use) => use(new MenuPage(page)),
});

export { expect } from '@playwright/test';

let count = 0;

/** An address that no other test has. */
export function newAddress(): string {
  count += 1;
  return `trader-${process.pid}-${Date.now()}-${count}@example.com`;
}
