/** Makes every text key known to the compiler: `t('menu.logOut')` with a key that English lacks does not compile. */
import 'i18next';
import type messages from '@halyard/contract/messages/en';
import type reasons from '@halyard/contract/messages/reasons/en';
import type { Namespaces } from '../../../locales/namespaces.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Namespaces & { messages: typeof messages; reasons: typeof reasons };
  }
}
