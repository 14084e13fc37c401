/**
 * States of screens that differ in their texts and in the room they need: sheets, other kinds of orders, filters, and
 * errors of forms. Reached by structure, since words differ by language.
 */
import type { Locator, Page } from '@playwright/test';
import { fillNumber } from './page-models/fillNumber.ts';
import type { Screen } from './screens.ts';

const USER = ['user'] as const;
const VISITOR = ['visitor'] as const;

/** Figures without a decimal mark are the same in all languages. */
const TOTAL = '150';
/** Far below any price of the market. */
const ODD_PRICE = '1000';

const form = (page: Page) => page.locator('main form');
const sheet = (page: Page) => page.getByRole('dialog');
const field = (page: Page, place: number) => form(page).getByRole('textbox').nth(place);
const opener = (page: Page, place: number) => form(page).locator('button[aria-haspopup="dialog"]').nth(place);
const tab = (page: Page, place: number) => page.locator('main [class*="_orders_"] [role="tab"]').nth(place);

async function open(page: Page, button: Locator): Promise<void> {
  await button.click();
  await sheet(page).waitFor();
}

async function chooseType(page: Page, place: number): Promise<void> {
  await open(page, opener(page, 0));
  await sheet(page).getByRole('option').nth(place).click();
  await sheet(page).waitFor({ state: 'hidden' });
}

/** Sends the form; next is a confirmation sheet, or messages beside the fields. */
async function send(page: Page, next: string): Promise<void> {
  await form(page).locator('button[type="submit"]').click();
  await page.locator(next).first().waitFor();
}

async function fillLimit(page: Page): Promise<void> {
  await chooseType(page, 0);
  await fillNumber(field(page, 0), ODD_PRICE);
  await fillNumber(field(page, 2), TOTAL);
}

async function fillMarket(page: Page): Promise<void> {
  await chooseType(page, 1);
  await fillNumber(field(page, 1), TOTAL);
}

async function fillStop(page: Page): Promise<void> {
  await showType(page, 2, 4);
  await fillNumber(field(page, 0), ODD_PRICE);
  await fillNumber(field(page, 1), ODD_PRICE);
  await fillNumber(field(page, 3), TOTAL);
}

/** A type of which the code of its fields is loaded when it is chosen. */
async function showType(page: Page, place: number, fields: number): Promise<void> {
  await chooseType(page, place);
  await field(page, fields - 1).waitFor();
}

async function showTab(page: Page, place: number): Promise<void> {
  await tab(page, place).click();
  await rows(page).first().waitFor();
}

const list = (page: Page) => page.locator('main [class*="_orders_"] [role="tabpanel"]');
/** A desktop shows a table. */
const rows = (page: Page) => list(page).locator('li, tbody tr');

async function openRecords(page: Page, place: number): Promise<void> {
  await showTab(page, place);
  // A desktop has the button beside the tabs.
  await open(page, page.locator('main [class*="_orders_"] [class*="_tools_"] button:has(svg)').first());
  await sheet(page).locator('li, tbody tr').first().waitFor();
}

const TRADE = {
  path: '/pages/trade/index',
  shownTo: USER,
  landmarks: ['main form', 'main li button', 'main [class*="_orders_"] [role="tablist"]'],
} as const;

const ORDERS: readonly Screen[] = [
  { ...TRADE, name: 'trade-odd', step: fillLimit },
  { ...TRADE, name: 'trade-market', step: fillMarket },
  { ...TRADE, name: 'trade-stop', step: fillStop },
  { ...TRADE, name: 'trade-trailing', step: (page) => showType(page, 4, 4) },
  { ...TRADE, name: 'trade-oco', step: (page) => showType(page, 5, 5) },
  { ...TRADE, name: 'trade-types', step: (page) => open(page, opener(page, 0)) },
  { ...TRADE, name: 'trade-settings', step: (page) => open(page, opener(page, 1)) },
  {
    ...TRADE,
    name: 'trade-market-settings',
    step: async (page) => {
      await chooseType(page, 1);
      await open(page, opener(page, 1));
    },
  },
  {
    ...TRADE,
    name: 'trade-odd-asked',
    step: async (page) => {
      await fillLimit(page);
      await send(page, '[role="dialog"]');
    },
  },
  {
    ...TRADE,
    name: 'trade-market-asked',
    step: async (page) => {
      await fillMarket(page);
      await send(page, '[role="dialog"]');
    },
  },
  { ...TRADE, name: 'trade-history', step: (page) => showTab(page, 1) },
  { ...TRADE, name: 'trade-fills', step: (page) => showTab(page, 2) },
  {
    ...TRADE,
    name: 'trade-order',
    step: async (page) => {
      await showTab(page, 1);
      await open(page, rows(page).first().getByRole('button').first());
    },
  },
  {
    ...TRADE,
    name: 'trade-records',
    step: async (page) => {
      await openRecords(page, 1);
      await sheet(page).locator('button[aria-expanded]').click();
    },
  },
  { ...TRADE, name: 'trade-records-fills', step: (page) => openRecords(page, 2) },
];

const RECORDS = { path: '/pages/assets/record', shownTo: USER, landmarks: ['main [role="tabpanel"] li'] } as const;
const OPTION = {
  path: '/pages/option/detail',
  shownTo: USER,
  landmarks: ['main canvas', 'main [role="radiogroup"] input', 'main button[aria-haspopup]'],
} as const;
const FORM = { shownTo: USER, landmarks: ['main form'] } as const;
const isRefused = (page: Page) => send(page, 'main form [aria-invalid="true"]');

async function askToWithdraw(page: Page): Promise<void> {
  // The user chooses one of several addresses; a single one is chosen already.
  const address = form(page).getByRole('radio').first();
  if ((await address.count()) > 0) await address.check();
  await fillNumber(field(page, 0), TOTAL);
  await send(page, '[role="dialog"]');
}

const MONEY: readonly Screen[] = [
  {
    ...RECORDS,
    name: 'entries-filter',
    step: async (page) => {
      await page.locator('main button[aria-expanded]').click();
      await page.locator('main [role="group"] button').first().waitFor();
    },
  },
  {
    ...RECORDS,
    name: 'movement',
    step: (page) => open(page, page.locator('main [role="tabpanel"] li button').first()),
  },
  {
    ...OPTION,
    name: 'option-terms',
    step: (page) => open(page, page.locator('main button[aria-haspopup="dialog"]:not(li *, table *)').last()),
  },
  {
    name: 'option-sheet',
    path: '/pages/option/history',
    shownTo: USER,
    landmarks: ['main :is(li, th) button'],
    step: (page) => open(page, page.locator('main :is(li, th) button').first()),
  },
  {
    ...OPTION,
    name: 'option-limits',
    step: (page) => open(page, page.locator('header button').last()),
  },
  {
    name: 'trust-buy-asked',
    path: '/pages/finance/buyPage?id=1',
    shownTo: USER,
    landmarks: ['main input', 'main dl'],
    step: async (page) => {
      await fillNumber(field(page, 0), TOTAL);
      await open(page, page.locator('main button').last());
      await sheet(page).getByRole('checkbox').last().waitFor();
    },
  },
  {
    name: 'trust-renewal',
    path: '/pages/finance/ordersPage',
    shownTo: USER,
    landmarks: ['main article'],
    step: async (page) => {
      await open(page, page.locator('main article button').nth(-2));
      await sheet(page).getByRole('radio').first().waitFor();
    },
  },
  {
    ...FORM,
    name: 'convert-quote',
    path: '/pages/convert/index',
    step: async (page) => {
      await fillNumber(field(page, 0), TOTAL);
      // In the footer of a phone, in the page elsewhere: the button with a place for its reason.
      await page.locator('button:has(+ [role="status"])').last().click();
      await page.locator('main section dl').waitFor();
    },
  },
  {
    name: 'trust-redeem',
    path: '/pages/finance/ordersPage',
    shownTo: USER,
    landmarks: ['main article'],
    step: async (page) => {
      await open(page, page.locator('main article button').last());
      await sheet(page).locator('dl').waitFor();
    },
  },
  {
    ...FORM,
    name: 'subscribe-estimate',
    path: '/pages/publication/purchase?id=3',
    step: (page) => fillNumber(field(page, 0), TOTAL),
  },
  {
    name: 'subscription',
    path: '/pages/publication/index?view=own',
    shownTo: USER,
    landmarks: ['main [role="tabpanel"] li button'],
    step: (page) => open(page, page.locator('main [role="tabpanel"] li button').first()),
  },
  { ...FORM, name: 'withdraw-asked', path: '/pages/assets/withdraw/index', step: askToWithdraw },
  { ...FORM, name: 'withdraw-bank-asked', path: '/pages/assets/withdraw/bank/bank', step: askToWithdraw },
  { ...FORM, name: 'withdraw-refused', path: '/pages/assets/withdraw/index', step: isRefused },
  { ...FORM, name: 'charge-refused', path: '/pages/assets/deposit/charge?channel=3', step: isRefused },
  { ...FORM, name: 'create-address-refused', path: '/pages/user/address/create', step: isRefused },
  { ...FORM, name: 'bind-card-refused', path: '/pages/bankbind/addbank', step: isRefused },
  {
    ...FORM,
    name: 'fund-password-refused',
    path: '/pages/settings/security/changePayPassword',
    step: isRefused,
  },
  { ...FORM, name: 'register-refused', path: '/pages/user/login/register', shownTo: VISITOR, step: isRefused },
];

const KLINE = { path: '/pages/trade/kline', shownTo: USER, landmarks: ['main canvas'] } as const;

const CHARTS: readonly Screen[] = [
  {
    ...KLINE,
    name: 'kline-drawing',
    step: async (page) => {
      await page.locator('main button:has(.lucide-pen-line)').click();
      // By key, the second tool places a line in the middle and selects it.
      await page.getByRole('toolbar').getByRole('button').nth(1).press('Enter');
      await page.locator('[data-drawing]').waitFor();
    },
  },
];

export const STATES: readonly Screen[] = [...ORDERS, ...MONEY, ...CHARTS];
