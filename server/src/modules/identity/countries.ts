/** Countries as clients send them: by ISO code, or by their name in one of the app's languages. */
import { getCountries } from 'libphonenumber-js/min';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';

let byName: ReadonlyMap<string, string> | undefined;

/** The ISO 3166 alpha-2 code of a country; `undefined` for an unknown name. Case and blanks are ignored. */
export function countryOf(written: string): string | undefined {
  byName ??= listNames();
  return byName.get(keyOf(written));
}

/** Codes come last, so that a short name does not hide one. */
function listNames(): ReadonlyMap<string, string> {
  // The phone metadata have a few unofficial codes that are in use.
  const countries = [...new Set<string>([...COUNTRY_CODES, ...getCountries()])];
  const names = LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((style) => {
      const display = new Intl.DisplayNames([LOCALES[language]], { type: 'region', style });
      return countries.map((country) => [keyOf(display.of(country) ?? country), country] as const);
    }),
  );
  return new Map([...names, ...countries.map((country) => [keyOf(country), country] as const)]);
}

/** Accents count: Áo is Austria in Vietnamese, AO is Angola. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
