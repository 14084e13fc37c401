/** The eight languages: their wire codes and BCP 47 tags. */

/** Language codes on the wire and in storage; `en` is the default. */
export const LANGUAGES = ['en', 'zh', 'hk', 'jp', 'kr', 'esp', 'th', 'vnm'] as const;
export type Language = (typeof LANGUAGES)[number];

/** For `Intl`, `<html lang>` and dates; Thai with the Gregorian calendar and Latin digits. */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en',
  zh: 'zh-Hans',
  hk: 'zh-Hant-HK',
  jp: 'ja',
  kr: 'ko',
  esp: 'es',
  th: 'th-u-ca-gregory-nu-latn',
  vnm: 'vi',
};

/** The language of a code; English for an unknown one. */
export function languageOf(code: string | undefined): Language {
  return LANGUAGES.find((language) => language === code) ?? 'en';
}
