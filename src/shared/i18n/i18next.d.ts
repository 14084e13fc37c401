/** Makes every key of the texts known to the compiler: `t('menu.logOut')` with a key that English lacks does not compile. */
import 'i18next';
import type messages from '@halyard/contract/messages/en';
import type assets from '../../../locales/en/assets.json';
import type auth from '../../../locales/en/auth.json';
import type common from '../../../locales/en/common.json';
import type home from '../../../locales/en/home.json';
import type kline from '../../../locales/en/kline.json';
import type shell from '../../../locales/en/shell.json';
import type spot from '../../../locales/en/spot.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      assets: typeof assets;
      auth: typeof auth;
      common: typeof common;
      home: typeof home;
      kline: typeof kline;
      shell: typeof shell;
      spot: typeof spot;
      messages: typeof messages;
    };
  }
}
