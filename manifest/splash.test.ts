// The page has its splash text in every language before any script has loaded, under the tags that the document may
// carry, and a style shows each.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { splashPlugin } from './splashPlugin.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('contains the splash text of each language, with a style that shows it', () => {
  const transform = splashPlugin().transformIndexHtml as (html: string) => string;
  const page = transform(read('index.html'));
  const styles = read('src/app/splash.css');
  expect(page).not.toBe(read('index.html'));
  for (const language of LANGUAGES) {
    const tag = LOCALES[language].split('-u-')[0];
    const { welcome, explain } = JSON.parse(read(`locales/${language}/home.json`)) as Record<string, string>;
    expect(page).toContain(`<div lang="${tag}"><p>${welcome}</p><p>${explain}</p></div>`);
    expect(styles).toContain(`[lang='${tag}'] #splash [lang='${tag}']`);
  }
});
