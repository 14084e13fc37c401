import { useCallback, useContext, useSyncExternalStore } from 'react';
import { I18nContext } from 'react-i18next';

/**
 * The BCP 47 tag that numbers and dates are shown and read in: the language of the texts, which the app keeps as such a
 * tag. Every number on a screen asks for it, which is why it does not go by `useTranslation`, whose dozen of hooks cost
 * more than writing the number.
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
