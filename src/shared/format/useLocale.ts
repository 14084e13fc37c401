import { useTranslation } from 'react-i18next';

/**
 * The BCP 47 tag that numbers and dates are shown and read in: the language of the texts, which the app keeps as such a
 * tag.
 */
export function useLocale(): string {
  const { i18n } = useTranslation();
  return i18n.language;
}
