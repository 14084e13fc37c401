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

/** Beginnings of BCP 47 tags; the first that fits counts. Traditional Chinese comes before other Chinese. */
const DEVICE_TAGS: readonly (readonly [RegExp, Language])[] = [
  [/^zh-(hant|hk|tw|mo)/i, 'hk'],
  [/^zh/i, 'zh'],
  [/^ja/i, 'jp'],
  [/^ko/i, 'kr'],
  [/^es/i, 'esp'],
  [/^th/i, 'th'],
  [/^vi/i, 'vnm'],
  [/^en/i, 'en'],
];

/** The first of a device's languages that is one of ours; English if none is. `public/theme.js` applies the same rule. */
export function deviceLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const known = DEVICE_TAGS.find(([begins]) => begins.test(tag));
    if (known !== undefined) return known[1];
  }
  return 'en';
}
