// Theme, price colours and language are on the document before the first paint, by the same rule as later in the app.
// The page's script runs in a sandbox over stored values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { PRICE_COLOURS, shownColours } from './preferencesSlice.ts';

const script = readFileSync(join(import.meta.dirname, '../../../public/theme.js'), 'utf8');

function paint(kept: Readonly<Record<string, string>>, isDeviceLight = false): Record<string, string> {
  const dataset: Record<string, string> = {};
  const documentElement = { dataset, lang: 'en' };
  runInNewContext(script, {
    document: { documentElement },
    localStorage: { getItem: (key: string) => kept[key] ?? null },
    matchMedia: () => ({ matches: isDeviceLight }),
  });
  return { ...dataset, lang: documentElement.lang };
}

describe('before the first paint', () => {
  it.each(LANGUAGES)('readers of %s see the colours they expect', (lang) => {
    expect(paint({ lang })['colours']).toBe(shownColours(undefined, lang));
  });

  it.each(LANGUAGES)('the document says that it is in the language %s', (lang) => {
    expect(paint({ lang })['lang']).toBe(LOCALES[lang].replace(/-u-.*/, ''));
  });

  it('Korean alone has red for what rises, and blue for what falls', () => {
    const redUp = LANGUAGES.filter((lang) => paint({ lang })['colours'] !== 'green-up');
    expect([redUp, paint({ lang: 'kr' })['colours']]).toEqual([['kr'], 'red-blue']);
  });

  it.each(PRICE_COLOURS)('%s stands where it was chosen, whatever the language', (priceColours) => {
    const preferences = JSON.stringify({ theme: 'dark', priceColours });
    for (const lang of LANGUAGES) expect(paint({ lang, preferences })['colours']).toBe(priceColours);
  });

  it('light stands where it was chosen, or where the device is and is followed', () => {
    const storedTheme = (theme: string) => ({ preferences: JSON.stringify({ theme }) });
    expect(paint(storedTheme('light'))['theme']).toBe('light');
    expect(paint(storedTheme('system'), true)['theme']).toBe('light');
    expect(paint(storedTheme('system'), false)['theme']).toBeUndefined();
    expect(paint(storedTheme('dark'), true)['theme']).toBeUndefined();
  });

  it('what cannot be read is no obstacle', () => {
    expect(paint({ preferences: '{{{' })).toEqual({ lang: 'en' });
  });
});
