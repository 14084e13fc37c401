/** Fixtures of every phone test: the worker's own exchange, a page that may not log errors, and page models. */
import { test as base, expect } from '@playwright/test';
import { createApi, type Api } from '@halyard/contract/testing/api';
import { noteBrowserTime } from './browserTime.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { AssetsPage } from './page-models/AssetsPage.ts';
import { AuthPages } from './page-models/AuthPages.ts';
import { HomePage } from './page-models/HomePage.ts';
import { KlinePage } from './page-models/KlinePage.ts';
import { MenuPage } from './page-models/MenuPage.ts';
import { AddressBookPage } from './page-models/AddressBookPage.ts';
import { BankPage } from './page-models/BankPage.ts';
import { DepositPage } from './page-models/DepositPage.ts';
import { ReadingPages } from './page-models/ReadingPages.ts';
import { RecordsPage } from './page-models/RecordsPage.ts';
import { SettingsPage } from './page-models/SettingsPage.ts';
import { SecurityPages } from './page-models/SecurityPages.ts';
import { TradePage } from './page-models/TradePage.ts';
import { WithdrawPage } from './page-models/WithdrawPage.ts';
import { VerificationPages } from './page-models/VerificationPages.ts';
import { TransferPage } from './page-models/TransferPage.ts';

/** The browser's errors about a network or an exchange that is down; the wording depends on the interrupted action. */
export const CUT_OFF = [
  'net::ERR_',
  'WebSocket connection to',
  // The worker's own.
  'An unknown error occurred when fetching the script',
] as const;

/** For tests of animations; the others request reduced motion (`playwright.config.ts`). */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/**
 * For tests of behaviour that another test, or one below, also shows: each names it. They run by night, with all
 * others, which then check each screen more often.
 */
export const NIGHTLY = { tag: '@nightly' } as const;

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
  readonly bank: BankPage;
  readonly withdraw: WithdrawPage;
  readonly verification: VerificationPages;
  readonly transfer: TransferPage;
  readonly security: SecurityPages;
  readonly settingsPage: SettingsPage;
  readonly reading: ReadingPages;
  readonly records: RecordsPage;
  readonly deposit: DepositPage;
  readonly addressBook: AddressBookPage;
};

type WorkerFixtures = {
  readonly exchange: Exchange;
  /** Settings of the exchange that differ from those of other tests. */
  readonly settings: Readonly<Record<string, string>>;
  /** For the sum at the end of the run. */
  readonly browserTime: undefined;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  exchange: [
    async ({ settings }, use) => {
      const exchange = await createExchange(settings);
      await exchange.start();
      await use(exchange);
      await exchange.dispose();
    },
    { scope: 'worker' },
  ],
  browserTime: [
    async ({ browser: _browser }, use) => {
      await use(undefined);
      noteBrowserTime();
    },
    { scope: 'worker', auto: true },
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
    await page.addInitScript(reportViolations);
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((part) => error.includes(part)))).toEqual([]);
  },
  auth: async ({ page, api }, use) => use(new AuthPages(page, api)),
  home: async ({ page }, use) => use(new HomePage(page)),
  trade: async ({ page }, use) => use(new TradePage(page)),
  kline: async ({ page }, use) => use(new KlinePage(page)),
  assets: async ({ page }, use) => use(new AssetsPage(page)),
  menu: async ({ page }, use) => use(new MenuPage(page)),
  bank: async ({ page }, use) => use(new BankPage(page)),
  withdraw: async ({ page }, use) => use(new WithdrawPage(page)),
  verification: async ({ page }, use) => use(new VerificationPages(page)),
  transfer: async ({ page }, use) => use(new TransferPage(page)),
  security: async ({ page }, use) => use(new SecurityPages(page)),
  settingsPage: async ({ page }, use) => use(new SettingsPage(page)),
  reading: async ({ page }, use) => use(new ReadingPages(page)),
  records: async ({ page }, use) => use(new RecordsPage(page)),
  deposit: async ({ page }, use) => use(new DepositPage(page)),
  addressBook: async ({ page }, use) => use(new AddressBookPage(page)),
});

export { expect } from '@playwright/test';

/** Runs in the page: a violation of its policy is an error there, in words that do not depend on the browser. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    reportError(new Error(`the policy stops ${blockedURI}: ${effectiveDirective}, ${sourceFile}:${lineNumber}`)),
  );
}

let count = 0;

/** An address that no other test has. */
export function newAddress(): string {
  count += 1;
  return `trader-${process.pid}-${Date.now()}-${count}@example.com`;
}
