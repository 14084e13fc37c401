import { useMemo } from 'react';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { useLocale } from './useLocale.ts';

/** A country with its name in the language of the screen. */
export type Country = {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  /** Its English name and its code, for users who search in another language. */
  readonly keywords: string;
};

/** All countries and territories, in alphabetical order of the locale. */
export function useCountries(): readonly Country[] {
  const locale = useLocale();
  return useMemo(() => countriesIn(locale), [locale]);
}

/** The same for a locale. */
export function countriesIn(locale: string): readonly Country[] {
  const [own, english] = [namesIn(locale), namesIn('en')];
  const order = new Intl.Collator(locale);
  return COUNTRY_CODES.map((code) => ({ code, name: own(code), keywords: `${english(code)} ${code}` })).sort((a, b) =>
    order.compare(a.name, b.name),
  );
}

/** Name of a country in a locale; its code if the browser has no name for it. */
export function countryName(code: string, locale: string): string {
  return namesIn(locale)(code);
}

function namesIn(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return (code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      // Not a region code: a legacy client has sent it.
      return code;
    }
  };
}
