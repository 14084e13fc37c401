// The language of a caller and the list of countries, in their wire format.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAppConfig, getLanguage, listCallingCodes, setLanguage } from '@halyard/contract/settings/calls';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('the language', () => {
  test.each(LANGUAGES)('%s is echoed, and used for answers that request it', async (language) => {
    expect(await server.call(setLanguage, { language })).toBe(language);
    expect(await server.call(getLanguage, {}, { language })).toBe(language);
  });

  test('is English for unknown codes', async () => {
    expect(await server.call(setLanguage, { language: 'tlh' })).toBe('en');
    expect(await server.call(getLanguage, {})).toBe('en');
  });
});

describe('the countries', () => {
  test.each(LANGUAGES)('are named and sorted in %s', async (language) => {
    const list = await server.call(listCallingCodes, { language });
    expect(list.length).toBeGreaterThan(200);
    const names = list.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator(LOCALES[language]).compare));
    for (const { name, callingCode } of list) {
      expect(name).not.toBe('');
      expect(callingCode).toMatch(/^\d{1,3}$/);
    }
  });

  test('have one id each, the same in every language', async () => {
    const idsIn = async (language: (typeof LANGUAGES)[number]) => {
      const list = await server.call(listCallingCodes, {}, { language });
      return Object.fromEntries(list.map(({ country, id }) => [country, id]));
    };
    const english = await idsIn('en');
    expect(new Set(Object.values(english)).size).toBe(Object.keys(english).length);
    expect(await idsIn('th')).toEqual(english);
  });

  test('have their names in the requested language', async () => {
    const nameIn = async (language: string) =>
      (await server.call(listCallingCodes, { language })).find(({ country }) => country === 'DE');
    expect(await nameIn('en')).toMatchObject({ name: 'Germany', callingCode: '49' });
    expect(await nameIn('esp')).toMatchObject({ name: 'Alemania' });
    expect(await nameIn('jp')).toMatchObject({ name: 'ドイツ' });
  });
});

describe('public settings of the operator', () => {
  test('are public', async () => {
    const map = { mapTilesUrl: 'https://tiles.example/{z}/{x}/{y}.png', mapAttribution: '© Example' };
    const own = await startTestServer({ isSandbox: false, settings: { ...map, withdrawalHoldHours: 24 } });
    expect(await own.call(getAppConfig, {})).toEqual({ isSandbox: false, ...map, withdrawalHoldHours: 24 });
    await own.close();
  });

  test('are empty when none is set', async () => {
    const nothing = { isSandbox: true, mapTilesUrl: null, mapAttribution: null, withdrawalHoldHours: 0 };
    expect(await server.call(getAppConfig, {})).toEqual(nothing);
  });
});
