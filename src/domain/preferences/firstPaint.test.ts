// Theme, price colours and language are on the document before the first paint, by the same rule as later in the app.
// The page's script runs in a sandbox over stored values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { PRICE_COLOURS, shownColours } from './preferencesSlice.ts';

const script = readFileSync(join(import.meta.dirname, '../../../public/theme.js'), 'utf8');

function paint(
  stored: Readonly<Record<string, string>>,
  isDeviceLight = false,
  languages: readonly string[] = [],
): Record<string, string> {
  const dataset: Record<string, string> = {};
  const documentElement = { dataset, lang: 'en' };
  runInNewContext(script, {
    document: { documentElement },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    matchMedia: () => ({ matches: isDeviceLight }),
    navigator: { languages },
  });
  return { ...dataset, lang: documentElement.lang };
}

describe('before the first paint', () => {
  it.each(LANGUAGES)('readers of %s get their usual colours', (lang) => {
    expect(paint({ lang })['colours']).toBe(shownColours(undefined, lang));
  });

  it.each(LANGUAGES)('the document has the language %s', (lang) => {
    expect(paint({ lang })['lang']).toBe(LOCALES[lang].replace(/-u-.*/, ''));
  });

  it.each([
    ['zh-TW', 'hk'],
    ['zh-Hant', 'hk'],
    ['zh-CN', 'zh'],
    ['ja-JP', 'jp'],
    ['ko', 'kr'],
    ['es-MX', 'esp'],
    ['th-TH', 'th'],
    ['vi', 'vnm'],
    ['en-GB', 'en'],
  ] as const)('a first visit of a device in %s is in %s', (tag, language) => {
    const tags = ['de-DE', tag, 'en'];
    const lang = LOCALES[language].replace(/-u-.*/, '');
    expect(paint({}, false, tags)).toMatchObject({ lang, language });
    expect(paint({ lang: 'jp' }, false, tags)['lang']).toBe('ja');
  });

  it('a first visit of a device in none of ours is in English', () => {
    expect(paint({}, false, ['de', 'fr-FR'])).toMatchObject({ lang: 'en', language: 'en' });
  });

  it('only Korean uses red for rising and blue for falling', () => {
    const redUp = LANGUAGES.filter((lang) => paint({ lang })['colours'] !== 'green-up');
    expect([redUp, paint({ lang: 'kr' })['colours']]).toEqual([['kr'], 'red-blue']);
  });

  it.each(PRICE_COLOURS)('%s applies when chosen, in any language', (priceColours) => {
    const preferences = JSON.stringify({ theme: 'dark', priceColours });
    for (const lang of LANGUAGES) expect(paint({ lang, preferences })['colours']).toBe(priceColours);
  });

  it('light applies when chosen, or when following a light device', () => {
    const storedTheme = (theme: string) => ({ preferences: JSON.stringify({ theme }) });
    expect(paint(storedTheme('light'))['theme']).toBe('light');
    expect(paint(storedTheme('system'), true)['theme']).toBe('light');
    expect(paint(storedTheme('system'), false)['theme']).toBeUndefined();
    expect(paint(storedTheme('dark'), true)['theme']).toBeUndefined();
  });

  it('unreadable storage is ignored', () => {
    expect(paint({ preferences: '{{{' })).toEqual({ lang: 'en' });
  });
});
