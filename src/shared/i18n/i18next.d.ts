/**
 * Makes every key of the texts known to the compiler: `t('menu.logOut')` with a key that English lacks does not
 * compile.
 */
import 'i18next';
import type messages from '@halyard/contract/messages/en';
import type reasons from '@halyard/contract/messages/reasons/en';
import type account from '../../../locales/en/account.json';
import type addresses from '../../../locales/en/addresses.json';
import type alerts from '../../../locales/en/alerts.json';
import type assets from '../../../locales/en/assets.json';
import type auth from '../../../locales/en/auth.json';
import type bank from '../../../locales/en/bank.json';
import type chart from '../../../locales/en/chart.json';
import type chat from '../../../locales/en/chat.json';
import type common from '../../../locales/en/common.json';
import type deposit from '../../../locales/en/deposit.json';
import type factors from '../../../locales/en/factors.json';
import type fairness from '../../../locales/en/fairness.json';
import type forms from '../../../locales/en/forms.json';
import type help from '../../../locales/en/help.json';
import type home from '../../../locales/en/home.json';
import type inbox from '../../../locales/en/inbox.json';
import type kline from '../../../locales/en/kline.json';
import type lever from '../../../locales/en/lever.json';
import type location from '../../../locales/en/location.json';
import type log from '../../../locales/en/log.json';
import type notices from '../../../locales/en/notices.json';
import type option from '../../../locales/en/option.json';
import type pricing from '../../../locales/en/pricing.json';
import type proof from '../../../locales/en/proof.json';
import type passkeys from '../../../locales/en/passkeys.json';
import type publication from '../../../locales/en/publication.json';
import type promotion from '../../../locales/en/promotion.json';
import type records from '../../../locales/en/records.json';
import type safety from '../../../locales/en/safety.json';
import type security from '../../../locales/en/security.json';
import type settings from '../../../locales/en/settings.json';
import type share from '../../../locales/en/share.json';
import type shell from '../../../locales/en/shell.json';
import type spot from '../../../locales/en/spot.json';
import type transfer from '../../../locales/en/transfer.json';
import type trust from '../../../locales/en/trust.json';
import type verification from '../../../locales/en/verification.json';
import type withdraw from '../../../locales/en/withdraw.json';
import type writes from '../../../locales/en/writes.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      addresses: typeof addresses;
      alerts: typeof alerts;
      assets: typeof assets;
      auth: typeof auth;
      bank: typeof bank;
      chart: typeof chart;
      chat: typeof chat;
      common: typeof common;
      deposit: typeof deposit;
      factors: typeof factors;
      fairness: typeof fairness;
      forms: typeof forms;
      help: typeof help;
      home: typeof home;
      inbox: typeof inbox;
      kline: typeof kline;
      lever: typeof lever;
      location: typeof location;
      log: typeof log;
      notices: typeof notices;
      option: typeof option;
      pricing: typeof pricing;
      proof: typeof proof;
      passkeys: typeof passkeys;
      publication: typeof publication;
      promotion: typeof promotion;
      records: typeof records;
      safety: typeof safety;
      security: typeof security;
      settings: typeof settings;
      share: typeof share;
      shell: typeof shell;
      spot: typeof spot;
      transfer: typeof transfer;
      trust: typeof trust;
      verification: typeof verification;
      withdraw: typeof withdraw;
      writes: typeof writes;
      messages: typeof messages;
      reasons: typeof reasons;
    };
  }
}
