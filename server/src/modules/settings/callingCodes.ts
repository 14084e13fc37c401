/** Countries with their calling codes, named in a language. */
import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import type { CallingCode } from '@halyard/contract/settings/calls';
import { LOCALES, type Language } from '@halyard/contract/languages';

const cache = new Map<Language, readonly CallingCode[]>();

/** All countries of the phone metadata, sorted by name as the language sorts. */
export function callingCodesIn(language: Language): readonly CallingCode[] {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames([LOCALES[language]], { type: 'region' });
  const collator = new Intl.Collator(LOCALES[language]);
  const list = getCountries()
    .map((country) => ({
      id: idOf(country),
      name: names.of(country) ?? country,
      callingCode: getCountryCallingCode(country),
      country,
    }))
    .sort((a, b) => collator.compare(a.name, b.name));
  cache.set(language, list);
  return list;
}

/** A country's id, independent of language, order and release of the metadata: its two letters read as a number. */
function idOf(country: CountryCode): number {
  const [first, second] = [0, 1].map((index) => country.charCodeAt(index) - 'A'.charCodeAt(0)) as [number, number];
  return first * 26 + second + 1;
}
