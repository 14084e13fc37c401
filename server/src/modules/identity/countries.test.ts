// A country is the same in every spelling of the app and of legacy clients.
import { describe, expect, test } from 'vitest';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { callingCodesIn } from '../settings/index.ts';
import { countryOf } from './countries.ts';

describe('a country', () => {
  test.each(LANGUAGES)('is recognised by each name of %s, also of its list of calling codes', (language) => {
    const names = new Intl.DisplayNames([LOCALES[language]], { type: 'region' });
    for (const code of COUNTRY_CODES) expect(countryOf(names.of(code) ?? ''), code).toBe(code);
    for (const { name, country } of callingCodesIn(language)) expect(countryOf(name), name).toBe(country);
  });

  test('is recognised by its code in any case, and none is hidden by a name', () => {
    for (const code of COUNTRY_CODES) {
      expect(countryOf(code)).toBe(code);
      expect(countryOf(code.toLowerCase())).toBe(code);
    }
  });

  test.each([['  việt   nam '], ['VIETNAM'], ['Việt Nam'], ['越南'], ['ベトナム'], ['베트남'], ['เวียดนาม']])(
    '«%s» is Vietnam',
    (written) => {
      expect(countryOf(written)).toBe('VN');
    },
  );

  test.each(['', 'Atlantis', 'XX', 'ZZ', '001', '__proto__', 'constructor'])('«%s» is not recognised', (written) => {
    expect(countryOf(written)).toBeUndefined();
  });
});
