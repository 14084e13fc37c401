/**
 * Writes the splash text into the page in every language, so that it needs no script and appears at once on a slow
 * connection.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** App languages by the tag that the document carries (`public/theme.js`). */
const TAGS = { en: 'en', zh: 'zh-Hans', hk: 'zh-Hant-HK', jp: 'ja', kr: 'ko', esp: 'es', th: 'th', vnm: 'vi' } as const;
const PLACE = '<!--splash-->';

/** Vite plugin. */
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
