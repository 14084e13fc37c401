import { useCallback, useContext, useSyncExternalStore } from 'react';
import { I18nContext } from 'react-i18next';

/**
 * BCP 47 tag in which numbers and dates are shown and parsed: the language of the texts. Every number on a screen uses
 * it, so it avoids `useTranslation`, whose dozen hooks cost more than formatting the number.
 */
export function useLocale(): string {
  const { i18n } = useContext(I18nContext);
  const subscribe = useCallback(
    (onChange: () => void) => {
      i18n.on('languageChanged', onChange);
      return () => i18n.off('languageChanged', onChange);
    },
    [i18n],
  );
  return useSyncExternalStore(subscribe, () => i18n.language);
}
