/**
 * Writes the words of the splash into the page, in every language: whoever waits for the app on a slow line reads what
 * it is, and no code has to come first.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Languages of the app by the tag that the document carries (`public/theme.js`). */
const TAGS = { en: 'en', zh: 'zh-Hans', hk: 'zh-Hant-HK', jp: 'ja', kr: 'ko', esp: 'es', th: 'th', vnm: 'vi' } as const;
const PLACE = '<!--splash-->';

/** Makes the plugin of Vite. */
export function splashPlugin(): Plugin {
  return {
    name: 'halyard-splash',
    transformIndexHtml: (html) => html.replace(PLACE, Object.entries(TAGS).map(wordsOf).join('')),
  };
}

function wordsOf([language, tag]: readonly [string, string]): string {
  const file = new URL(`../locales/${language}/home.json`, import.meta.url);
  const { welcome, explain } = JSON.parse(readFileSync(file, 'utf8')) as Record<'welcome' | 'explain', string>;
  return `<div lang="${tag}"><p>${welcome}</p><p>${explain}</p></div>`;
}
