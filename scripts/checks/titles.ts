/**
 * The title of a document is the heading of its page. English is not compared: legacy clients fix two of its titles,
 * and those two pages have a heading of their own.
 */
import type { Files } from './texts.ts';

/** The key of the title in `titles` of `shell.json`, with the heading's file and key. */
const HEADINGS: readonly (readonly [title: string, file: string, key: string])[] = [
  ['account', 'account', 'title'],
  ['addresses', 'addresses', 'title'],
  ['antiPhishing', 'accountSafety', 'antiPhishing.title'],
  ['appLock', 'security', 'lock.title'],
  ['assets', 'assets', 'title'],
  ['assetsRecord', 'records', 'title'],
  ['bankCard', 'bank', 'title'],
  ['changePassword', 'security', 'password.title'],
  ['choose', 'auth', 'choose.title'],
  ['chooseLocation', 'location', 'choose.title'],
  ['deposit', 'deposit', 'title'],
  ['accountData', 'account', 'data.title'],
  ['depositCharge', 'deposit', 'charge.title'],
  ['fairness', 'fairness', 'title'],
  ['finance', 'trust', 'title'],
  ['financeOrders', 'trust', 'orders.title'],
  ['financeRules', 'trust', 'rules.title'],
  ['freeze', 'accountSafety', 'freeze.title'],
  ['fundReset', 'security', 'reset.title'],
  ['help', 'help', 'title'],
  ['helpChat', 'chat', 'title'],
  ['leverHistory', 'futures', 'history.title'],
  ['limits', 'limits', 'title'],
  ['login', 'auth', 'login.title'],
  ['notices', 'notices', 'title'],
  ['openLocation', 'location', 'open.title'],
  ['optionHistory', 'options', 'history.title'],
  ['passkeys', 'passkeys', 'title'],
  ['priceAlerts', 'alerts', 'title'],
  ['priceSource', 'priceSource', 'title'],
  ['pricing', 'pricing', 'title'],
  ['publications', 'launchpad', 'title'],
  ['results', 'results', 'title'],
  ['security', 'security', 'title'],
  ['securityEvents', 'accountSafety', 'events.title'],
  ['settings', 'settings', 'title'],
  ['tradingBreak', 'accountSafety', 'tradingBreak.title'],
  ['transfer', 'transfer', 'title'],
  ['trust', 'trust', 'title'],
  ['twoStepLogin', 'factors', 'title'],
  ['verification', 'verification', 'title'],
  ['verificationAdvanced', 'verification', 'advanced.title'],
  ['verificationBasic', 'verification', 'basic.title'],
  ['withdraw', 'withdraw', 'title'],
];

/** Titles of a language that differ from the headings of their pages. */
export function findOtherTitles(files: Files, headings = HEADINGS): string[] {
  return headings.flatMap(([name, file, key]) => {
    const title = files['shell.json']?.[`titles.${name}`];
    const heading = files[`${file}.json`]?.[key];
    return title !== undefined && title === heading
      ? []
      : [`titles.${name} is «${title ?? ''}», the heading of its page (${file}.json: ${key}) «${heading ?? ''}»`];
  });
}
