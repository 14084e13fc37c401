/** Every screen of the app, and when it is complete: by its structure, since its words differ by language. */
import type { Page } from '@playwright/test';
import type { Prepared } from '@halyard/contract/testing/prepare';

/** A visitor; a user without data; a user with data on every screen (`contract/testing/prepare.ts`). */
export type Onlooker = 'visitor' | 'newcomer' | 'user';

export type Screen = {
  readonly name: string;
  readonly path: string | ((known: Prepared) => string);
  readonly shownTo: readonly Onlooker[];
  /** All of these are visible once the screen's data has loaded. */
  readonly landmarks: readonly string[];
  /** Brings the complete screen into the state to check; by structure too. */
  readonly step?: (page: Page) => Promise<void>;
};

const VISITOR = ['visitor'] as const;
const NEWCOMER = ['newcomer'] as const;
const USER = ['user'] as const;
const BOTH = ['newcomer', 'user'] as const;

/** The time until the open candle of the K-line closes. */
export const COUNTDOWN = 'main p time';

/** A map, or the note in its place where its pictures do not load. */
const MAP = [
  '[data-tiles="none"] .leaflet-container',
  '[data-tiles="there"] .leaflet-container',
  '[data-tiles="missing"] [role="status"]',
].join();

// No page has it.
const NOWHERE = '/pages/nowhere';

const MARKETS: readonly Screen[] = [
  {
    name: 'home',
    path: '/pages/index/index',
    shownTo: ['visitor', 'user'],
    landmarks: ['main li a', 'main svg', 'main a[class*="_ticker_"]'],
  },
  {
    name: 'trade',
    path: '/pages/trade/index',
    shownTo: ['visitor', 'user'],
    landmarks: ['main form', 'main li button', 'main [class*="_orders_"] [role="tablist"]'],
  },
  {
    name: 'futures',
    path: '/pages/lever/index',
    shownTo: ['visitor', 'user'],
    landmarks: ['main form, main dl', 'main [role="tablist"], main a'],
  },
  {
    name: 'futures-history',
    path: '/pages/lever/history',
    shownTo: USER,
    landmarks: ['main a, main ul li, main tbody tr'],
  },
  { name: 'price-alerts', path: '/pages/trade/alerts', shownTo: BOTH, landmarks: ['footer button:enabled'] },
  {
    name: 'price-source',
    path: '/pages/trade/price-source?symbol=BTC/USDT',
    shownTo: VISITOR,
    landmarks: ['main dl', 'main section h2'],
  },
  {
    name: 'option-history',
    path: '/pages/option/history',
    shownTo: USER,
    landmarks: ['main a, main ul li, main tbody tr'],
  },
  { name: 'kline', path: '/pages/trade/kline', shownTo: USER, landmarks: ['main canvas', 'main li', COUNTDOWN] },
];

const ENTRANCE: readonly Screen[] = [
  { name: 'login', path: '/pages/user/login/login', shownTo: VISITOR, landmarks: ['main form'] },
  { name: 'register', path: '/pages/user/login/register', shownTo: VISITOR, landmarks: ['main form'] },
  { name: 'choose', path: '/pages/user/login/choose', shownTo: VISITOR, landmarks: ['main li button'] },
  { name: 'forget', path: '/pages/user/login/forgetPassword', shownTo: VISITOR, landmarks: ['main form'] },
  { name: 'user-agreement', path: '/user-agreement', shownTo: VISITOR, landmarks: ['main article h2'] },
  { name: 'privacy', path: '/privacy', shownTo: VISITOR, landmarks: ['main article h2', 'main article table'] },
  {
    name: 'option',
    path: '/pages/option/detail',
    shownTo: ['visitor', 'user'],
    landmarks: ['main canvas', 'main [role="radiogroup"] input', 'main button[aria-haspopup]'],
  },
  { name: 'trust', path: '/pages/template/index', shownTo: BOTH, landmarks: ['main ul li a'] },
  { name: 'finance', path: '/pages/finance/index', shownTo: USER, landmarks: ['main ul li a'] },
  { name: 'trust-buy', path: '/pages/finance/buyPage?id=2', shownTo: BOTH, landmarks: ['main input', 'main dl'] },
  { name: 'trust-orders', path: '/pages/finance/ordersPage', shownTo: USER, landmarks: ['main article'] },
  { name: 'trust-rules', path: '/pages/finance/rulePage', shownTo: VISITOR, landmarks: ['main h2'] },
  { name: 'launchpad', path: '/pages/publication/index', shownTo: BOTH, landmarks: ['main ul li a'] },
  {
    name: 'subscriptions',
    path: '/pages/publication/index?view=own',
    shownTo: BOTH,
    landmarks: ['main [role="tabpanel"] li button, main [role="tabpanel"] p'],
  },
  { name: 'offering', path: '/pages/publication/details?id=1', shownTo: USER, landmarks: ['main dl time', 'main h3'] },
  {
    name: 'subscribe',
    path: '/pages/publication/purchase?id=3',
    shownTo: USER,
    landmarks: ['main form section dl', 'main form input'],
  },
  { name: 'not-found', path: NOWHERE, shownTo: VISITOR, landmarks: ['main a'] },
];

const ASSETS = '/pages/assets';
const QR = 'main [role="img"]';
const STEPS = 'main ol li';
const FACTS = 'main dl';
const ROW = 'main ul li';

const MONEY: readonly Screen[] = [
  { name: 'assets', path: `${ASSETS}/index`, shownTo: BOTH, landmarks: [ROW] },
  { name: 'account-spot', path: `${ASSETS}/tradeAccount?account=spot`, shownTo: USER, landmarks: [ROW] },
  { name: 'account-trust', path: `${ASSETS}/tradeAccount?account=trust`, shownTo: USER, landmarks: ['main a'] },
  { name: 'entries', path: `${ASSETS}/record`, shownTo: BOTH, landmarks: ['main [role="tabpanel"]'] },
  { name: 'deposits', path: `${ASSETS}/record?tab=deposits`, shownTo: USER, landmarks: ['main [role="tabpanel"] li'] },
  { name: 'results', path: `${ASSETS}/results`, shownTo: BOTH, landmarks: ['main section', 'main ul li'] },
  {
    name: 'withdrawals',
    path: `${ASSETS}/record?tab=withdrawals`,
    shownTo: USER,
    landmarks: ['main [role="tabpanel"] li'],
  },
  { name: 'deposit', path: `${ASSETS}/deposit/index`, shownTo: USER, landmarks: [QR, FACTS] },
  { name: 'deposit-bank', path: `${ASSETS}/deposit/index?channel=9999`, shownTo: USER, landmarks: [FACTS] },
  { name: 'charge', path: `${ASSETS}/deposit/charge?channel=3`, shownTo: USER, landmarks: ['main form'] },
  { name: 'charge-bank', path: `${ASSETS}/deposit/charge?channel=9999`, shownTo: USER, landmarks: ['main form'] },
  {
    name: 'deposit-passed',
    path: ({ passedDeposit }) => `${ASSETS}/deposit/charge?id=${passedDeposit}`,
    shownTo: USER,
    landmarks: [STEPS],
  },
  {
    name: 'deposit-rejected',
    path: ({ rejectedDeposit }) => `${ASSETS}/deposit/charge?id=${rejectedDeposit}`,
    shownTo: USER,
    landmarks: [STEPS],
  },
  { name: 'withdraw', path: `${ASSETS}/withdraw/index`, shownTo: BOTH, landmarks: ['main form'] },
  { name: 'withdraw-bank', path: `${ASSETS}/withdraw/bank/bank`, shownTo: BOTH, landmarks: ['main form'] },
  {
    name: 'withdrawal',
    path: ({ passedWithdrawal }) => `${ASSETS}/withdraw/detail?id=${passedWithdrawal}`,
    shownTo: USER,
    landmarks: [STEPS],
  },
  {
    name: 'withdrawal-cancelled',
    path: ({ cancelledWithdrawal }) => `${ASSETS}/withdraw/detail?id=${cancelledWithdrawal}`,
    shownTo: USER,
    landmarks: [STEPS],
  },
  { name: 'transfer', path: `${ASSETS}/transfer/index`, shownTo: USER, landmarks: ['main input'] },
  { name: 'convert', path: '/pages/convert/index', shownTo: USER, landmarks: ['main form'] },
  { name: 'plans', path: '/pages/convert/plans', shownTo: BOTH, landmarks: ['main article, main a'] },
  { name: 'plan', path: ({ plan }) => `/pages/convert/plan?id=${plan}`, shownTo: USER, landmarks: ['main article'] },
  {
    name: 'edit-plan',
    path: ({ plan }) => `/pages/convert/editPlan?id=${plan}`,
    shownTo: USER,
    landmarks: ['main form'],
  },
  { name: 'new-plan', path: '/pages/convert/newPlan', shownTo: USER, landmarks: ['main form'] },
  { name: 'transfers', path: `${ASSETS}/transfer/record`, shownTo: BOTH, landmarks: [`${ROW}, main tbody tr, main a`] },
];

const ACCOUNT: readonly Screen[] = [
  { name: 'addresses', path: '/pages/user/address/index', shownTo: BOTH, landmarks: ['main'] },
  {
    name: 'address',
    path: ({ address }) => `/pages/user/address/address?id=${address}`,
    shownTo: USER,
    landmarks: [FACTS],
  },
  { name: 'create-address', path: '/pages/user/address/create', shownTo: USER, landmarks: ['main form'] },
  { name: 'bank-card', path: '/pages/bankbind/index', shownTo: BOTH, landmarks: ['main a'] },
  { name: 'bind-card', path: '/pages/bankbind/addbank', shownTo: BOTH, landmarks: ['main form'] },
  { name: 'verification', path: '/pages/verification/index', shownTo: BOTH, landmarks: [FACTS] },
  { name: 'basic', path: '/pages/verification/basic', shownTo: NEWCOMER, landmarks: ['main form'] },
  { name: 'basic-verified', path: '/pages/verification/basic', shownTo: USER, landmarks: [STEPS] },
  { name: 'advanced', path: '/pages/verification/advanced', shownTo: USER, landmarks: ['main form'] },
  { name: 'advanced-later', path: '/pages/verification/advanced', shownTo: NEWCOMER, landmarks: ['main a'] },
  { name: 'settings', path: '/pages/settings/index', shownTo: ['visitor', 'user'], landmarks: [FACTS] },
  { name: 'limits', path: '/pages/settings/limits', shownTo: ['visitor', 'user'], landmarks: ['main table'] },
  { name: 'pricing', path: '/pages/settings/pricing/index', shownTo: ['visitor', 'user'], landmarks: ['main input'] },
  { name: 'language', path: '/pages/settings/language/language', shownTo: VISITOR, landmarks: ['main input'] },
  { name: 'security', path: '/pages/settings/security/index', shownTo: BOTH, landmarks: [ROW] },
  { name: 'password', path: '/pages/settings/security/changePassword', shownTo: USER, landmarks: ['main form'] },
  { name: 'account-data', path: '/pages/settings/security/data', shownTo: BOTH, landmarks: ['main h2'] },
  { name: 'app-lock', path: '/pages/settings/security/appLock', shownTo: USER, landmarks: ['main form'] },
  { name: 'two-step', path: '/pages/settings/security/twoStepLogin', shownTo: USER, landmarks: ['main button'] },
  { name: 'passkeys', path: '/pages/settings/security/passkeys', shownTo: USER, landmarks: ['main p', 'main button'] },
  {
    name: 'fund-password',
    path: '/pages/settings/security/changePayPassword',
    shownTo: BOTH,
    landmarks: ['main form'],
  },
  { name: 'fund-reset', path: '/pages/settings/security/fundReset', shownTo: USER, landmarks: ['main form'] },
  {
    name: 'trading-break',
    path: '/pages/settings/security/break',
    shownTo: USER,
    landmarks: ['main [role="radiogroup"]'],
  },
  { name: 'anti-phishing', path: '/pages/security/antiPhishing', shownTo: USER, landmarks: ['main form'] },
  { name: 'security-events', path: '/pages/security/events', shownTo: USER, landmarks: ['main li'] },
  { name: 'freeze', path: '/pages/security/freeze', shownTo: BOTH, landmarks: ['main button'] },
  { name: 'freeze-by-mail', path: '/pages/security/freeze?key=x', shownTo: VISITOR, landmarks: ['main button'] },
  {
    name: 'referral',
    path: '/pages/promotion/index',
    shownTo: BOTH,
    landmarks: ['main table', 'main dl', 'main [role="tabpanel"]'],
  },
  { name: 'account', path: '/pages/settings/account/index', shownTo: USER, landmarks: ['main button', ROW] },
  { name: 'choose-location', path: '/choose-location', shownTo: USER, landmarks: ['main form', MAP] },
  {
    name: 'open-location',
    path: '/open-location?lat=43.263&lng=-2.935&name=Bilbao&address=1%20Example%20Quay',
    shownTo: USER,
    landmarks: ['main h2', MAP],
  },
];

const READING: readonly Screen[] = [
  { name: 'notices', path: '/pages/notice/index', shownTo: VISITOR, landmarks: ['main li a'] },
  {
    name: 'notice',
    path: '/pages/index/notice/notice?slug=2026-11-21-order-types',
    shownTo: VISITOR,
    landmarks: ['main article'],
  },
  {
    name: 'fairness',
    path: '/pages/fairness/index',
    shownTo: ['visitor', 'user'],
    landmarks: ['main ul li', 'main dl', 'main section b'],
  },
  { name: 'help', path: '/pages/help-center/center', shownTo: VISITOR, landmarks: ['main section li a'] },
  {
    name: 'help-search',
    path: '/pages/help-center/center?q=Halyard',
    shownTo: VISITOR,
    landmarks: ['main [role="status"] ~ ul li a'],
  },
  {
    name: 'help-article',
    path: '/pages/help-center/detail?slug=languages-and-settings',
    shownTo: VISITOR,
    landmarks: ['main article table'],
  },
  {
    name: 'help-related',
    path: '/pages/help-center/detail?slug=install-the-app',
    shownTo: VISITOR,
    landmarks: ['main article', 'main section li a'],
  },
  { name: 'status', path: '/pages/status/index', shownTo: VISITOR, landmarks: ['main p, main ul li'] },
  { name: 'chat-visitor', path: '/pages/help-center/chat', shownTo: VISITOR, landmarks: ['main a'] },
  { name: 'chat', path: '/pages/help-center/chat', shownTo: NEWCOMER, landmarks: ['main p', 'footer textarea'] },
];

export const SCREENS: readonly Screen[] = [...MARKETS, ...ENTRANCE, ...MONEY, ...ACCOUNT, ...READING];

/** Screens where something that does not fit costs most. */
const NAMES_OF_EACH_CHANGE = [
  'home',
  'kline',
  'trade',
  'option',
  'futures',
  'trust',
  'assets',
  'deposit',
  'withdraw',
  'entries',
];

/** The screens that are walked at every change, by the user with data on them; all are walked every night. */
export const SCREENS_OF_EACH_CHANGE: readonly Screen[] = NAMES_OF_EACH_CHANGE.map((wanted) => {
  const screen = SCREENS.find(({ name }) => name === wanted);
  if (screen === undefined) throw new Error(`there is no screen ${wanted}`);
  return { ...screen, shownTo: USER };
});

const pathIn = (address: string) => address.replace(/^.*#/, '').replace(/\?.*/, '');

/** Opens a screen, runs its step and waits until it is complete and still: nothing loads and no transition runs. */
export async function showScreen(page: Page, { path, landmarks, step }: Screen, known: Prepared): Promise<void> {
  await reopenPage(page, typeof path === 'string' ? path : path(known));
  for (const landmark of landmarks) await page.locator(landmark).first().waitFor();
  await untilWhole(page);
  if (step === undefined) return;
  await step(page);
  await untilWhole(page);
}

/** Opens a page that cannot load its data, and waits until it has shown everything. */
export async function showFailed(page: Page, path: string): Promise<void> {
  await reopenPage(page, path);
  await untilWhole(page);
}

/** Placeholders of loading content; a progress bar with a known value is not loading. */
const LOADING = [
  'main [aria-busy="true"]',
  '[role="dialog"] [aria-busy="true"]',
  '[role="progressbar"]:not([aria-valuenow])',
].join();

/** Waits until nothing loads and no transition runs. */
export async function untilWhole(page: Page): Promise<void> {
  await page.waitForFunction((marks) => document.querySelector(marks) === null, LOADING);
  await settle(page);
}

/** Goes to another page of the app and waits until it has replaced the one before. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.evaluate(() => document.querySelector('main')?.setAttribute('data-left', ''));
  await page.goto(`#${address}`);
  await page.locator('main:not([data-left])').waitFor();
}

/** Opens a page that may be open already: it would keep its content, which matches the landmarks as well. */
export async function reopenPage(page: Page, address: string): Promise<void> {
  if (pathIn(page.url()) === pathIn(address)) {
    // It has no content of its own.
    if (address === NOWHERE) return;
    await openPage(page, NOWHERE);
  }
  await openPage(page, address);
}

/** Waits until fonts are loaded, dependent sizes have followed, and every finite animation has ended. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Content drawn by script gets its new size at the end of one frame and draws in the next.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // An animation that is replaced never finishes; it is over all the same.
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}
