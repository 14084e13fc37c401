// Every code has a name in every language, and the list is in the order of the locale.
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { expect, it } from 'vitest';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { countriesIn, countryName } from './useCountries.ts';

it('contains the 249 codes of the standard once each', () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249);
  expect(COUNTRY_CODES).toHaveLength(249);
});

it.each(LANGUAGES)('has a name for each of them in %s', (language) => {
  const countries = countriesIn(LOCALES[language]);
  expect(countries.filter(({ code, name }) => code === name)).toEqual([]);
  expect(countries.toSorted((a, b) => new Intl.Collator(LOCALES[language]).compare(a.name, b.name))).toEqual(countries);
});

it('shows an invalid code of a legacy client unchanged', () => {
  expect(countryName('DE', 'es')).toBe('Alemania');
  expect(countryName('Viet Nam', 'en')).toBe('Viet Nam');
});
