// That all of the specification is there: every route has its builder and its page, and its calls and messages exist.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '@halyard/contract/calls/all';
import { LANGUAGES } from '@halyard/contract/languages';
import { ROOT_PATH, ROUTES } from '../shared/navigation/paths.ts';
import { SPECIFIED_CALLS, SPECIFIED_MESSAGES, SPECIFIED_ROUTES } from '../testing/specification.ts';
import { isBuilt } from '../shared/navigation/builtPages.ts';
import { PAGES } from './features.ts';
import { PAGE_SOURCE } from './startPages.ts';

/** Calls that the wire contract adds to those of the specification. */
const ADDED_CALLS = [
  'POST user/logout',
  'GET coin/depth',
  'GET coin/ticks',
  'GET coin/trades',
  'POST coin/replace',
  'POST coin/cancel_all',
  'GET coin/forgotten',
  'GET set/config',
  'GET user/factors',
  'POST user/factors/totp/start',
  'POST user/factors/totp/confirm',
  'POST user/factors/totp/remove',
  'POST user/factors/recovery_codes',
  'POST user/factors/reset/code',
  'POST user/factors/reset',
  'POST user/factors/reset/cancel',
  'GET user/identity',
  'GET user/sessions',
  'POST user/sessions/revoke',
  'GET user/passkeys',
  'POST user/passkey/new',
  'POST user/passkey/add',
  'POST user/passkey/rename',
  'POST user/passkey/remove',
  'POST user/proof/passkey',
  'POST user/passkey/options',
  'POST user/passkey/login',
  'GET user/proof',
  'POST user/prove',
  'GET security/state',
  'POST security/freeze_by_key',
  'POST security/freeze',
  'POST security/unfreeze',
  'POST security/anti_phishing',
  'POST security/events',
  'GET user/price_alerts',
  'POST user/add_price_alert',
  'POST user/remove_price_alert',
  'GET user/preferences',
  'POST user/save_preference',
  'POST user/invite_ranked',
  'POST chat/messages',
  'POST chat/read',
  'POST chat/send',
  'POST messages/list',
  'POST messages/read',
  'GET push/key',
  'POST push/subscribe',
  'POST push/unsubscribe',
  'POST upload',
  'GET wallet/addresses',
  'GET wallet/deposit_terms',
  'POST wallet/out_cancel',
  'GET wallet/performance',
  'GET wallet/cost',
  'GET currency/rates',
  'GET wallet/transfers',
  'GET microtrade/days',
  'GET microtrade/get_result',
  'GET microtrade/own_limits',
  'POST microtrade/own_limits',
  'GET lever/account',
  'GET lh/deposit/order/detail',
  'POST lh/deposit/order/quote',
  'GET lh/send/allotment',
  'GET lh/send/allotment/own',
  'POST lh/send/order/cancel',
  'POST lever/add_margin',
  'POST lever/batch_close',
  'POST lever/cancel',
  'POST lever/reverse',
  'GET fairness/contract_receipt',
  'GET fairness/keys',
  'GET fairness/ledger',
  'GET fairness/options',
  'GET fairness/proof',
  'GET fairness/quote',
  'GET fairness/receipt',
  'GET fairness/rules',
  'GET fairness/sealed_contract',
  'GET fairness/sealed_receipt',
  'GET fairness/statistics',
  'GET fairness/summary',
  'GET fairness/witnesses',
  'GET wallet/whitelist',
  'POST wallet/whitelist/set',
  'GET safe/fund_reset',
  'POST safe/fund_reset/ask',
  'POST safe/fund_reset/cancel',
];

/** What clients of the family ask for beside the specification. */
const FAMILY_CALLS = [
  'GET currency/list',
  'GET optional/list',
  'GET user/wallet/list',
  'POST lever/dealall',
  'GET lh/deposit/log',
];

/** Pages for what the specification has no route for: ends of products, fairness, the lock, the agreement, privacy. */
const ADDED_ROUTES = [
  '/pages/option/history',
  '/pages/lever/history',
  '/pages/trade/alerts',
  '/pages/settings/security/fundReset',
  '/pages/fairness/index',
  '/pages/settings/security/appLock',
  '/pages/settings/pricing/index',
  '/pages/settings/security/twoStepLogin',
  '/pages/settings/security/passkeys',
  '/pages/security/antiPhishing',
  '/pages/security/events',
  '/pages/security/freeze',
  '/user-agreement',
  '/privacy',
];

const english = [
  'contract/src/messages/en.json',
  ...['auth', 'spot', 'home', 'assets', 'common'].map((name) => `locales/en/${name}.json`),
]
  .map((file) => wordsOf(readFileSync(file, 'utf8')))
  .join('\n');

/** A text as it is compared: what the specification joins by a comma may be two sentences. */
function wordsOf(text: string): string {
  return text.toLowerCase().replaceAll(/[.,]/g, '');
}

/** What home promises in its languages. */
const RECEIPT = /receipt|回执|回執|控え|영수증|recibo|ใบรับ|biên nhận/i;
const OPTION = /option|期权|期權|オプション|옵션|opción|ออปชัน|quyền chọn/i;

function print(what: string, missing: readonly string[], all: readonly string[]): void {
  const line = missing.length === 0 ? 'all there' : `not built yet: ${missing.join(', ')}`;
  process.stdout.write(`${what}: ${all.length - missing.length} of ${all.length}; ${line}\n`);
}

describe('the specification', () => {
  it('has a builder for each of its routes, and the app has few others', () => {
    const known = [ROOT_PATH, ...ROUTES.map(([, route]) => route.pattern)];
    expect(known.toSorted()).toEqual([...SPECIFIED_ROUTES, ...ADDED_ROUTES].toSorted());
    const built = ROUTES.filter(([name]) => isBuilt(name)).map(([, route]) => route.pattern);
    const missing = SPECIFIED_ROUTES.filter((path) => path !== ROOT_PATH && !built.includes(path));
    print('routes', missing, SPECIFIED_ROUTES);
  });

  it('has the receipts of options that home promises in every language, and home promises no others', () => {
    const promises = LANGUAGES.map((language) => {
      const { explain } = JSON.parse(readFileSync(`locales/${language}/home.json`, 'utf8')) as { explain: string };
      return [RECEIPT.test(explain), OPTION.test(explain)];
    });
    const hasReceipts = ALL_CALLS.some((call) => call.name === 'GET fairness/receipt') && isBuilt('option');
    expect(promises).toEqual(LANGUAGES.map(() => [hasReceipts, hasReceipts]));
  });

  it('has the tabs in its order', () => {
    const tabs = ROUTES.filter(([, route]) => route.isTab).map(([, route]) => route.pattern);
    expect(tabs).toEqual(SPECIFIED_ROUTES.slice(1, 6));
  });

  // Loads every page with all that it needs.
  it('has a page for every route that counts as built, and no page for another', async () => {
    const built = ROUTES.filter(([name]) => isBuilt(name)).map(([name]) => name);
    expect(Object.keys(PAGES).toSorted()).toEqual(built.toSorted());
    for (const page of Object.values(PAGES)) expect(await page.load()).toBeTypeOf('function');
  });

  it('starts with some of these pages, and finds the others', async () => {
    expect(await PAGE_SOURCE.findAll()).toBe(PAGES);
    expect(PAGES).toMatchObject(PAGE_SOURCE.start);
  });

  it('has all its calls, and the contract has few others', () => {
    const known = ALL_CALLS.filter((call) => !call.isSandboxOnly).map((call) => call.name);
    expect(known.toSorted()).toEqual([...SPECIFIED_CALLS, ...ADDED_CALLS, ...FAMILY_CALLS].toSorted());
    const missing = SPECIFIED_CALLS.filter((name) => !known.includes(name));
    print('calls', missing, SPECIFIED_CALLS);
  });

  it('has the messages', () => {
    const found = SPECIFIED_MESSAGES.filter((message) => english.includes(wordsOf(message)));
    expect(found).toEqual(SPECIFIED_MESSAGES);
    print(
      'messages',
      SPECIFIED_MESSAGES.filter((message) => !found.includes(message)),
      SPECIFIED_MESSAGES,
    );
  });
});
