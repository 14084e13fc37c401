/**
 * Puts the app's own tags off until the page is painted: Vite's scripts and styles go into a template, from which
 * `public/start.js` takes them, and what the first paint needs of the styles goes into the page itself.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FIRST_STYLES = ['src/shared/ui/tokens.css', 'src/shared/ui/base.css', 'src/app/splash.css'];
/** What Vite writes into the page for the app's entry. */
const APP_TAG = /[ \t]*<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)\n?/g;
const ENTRY = '<script type="module"';
const ENTRY_BY_NAME = '<script id="app-entry" type="module"';
const PRELOAD = /<link rel="modulepreload"([^>]*) href="([^"]+)">/;
const RUN = '<script type="module"$1 src="$2"></script>';
const HEAD_END = '</head>';
const BODY_END = '</body>';

/** Makes the plugins of Vite: the styles always, the putting off in what is built. */
export function startPlugins(): Plugin[] {
  let base = '/';
  return [
    {
      name: 'halyard-first-styles',
      transformIndexHtml: (html) =>
        html.replace(HEAD_END, () => `<style>\n${FIRST_STYLES.map(read).join('')}</style>\n  ${HEAD_END}`),
    },
    {
      name: 'halyard-start',
      apply: 'build',
      configResolved: (config) => {
        base = config.base;
      },
      transformIndexHtml: { order: 'post', handler: (html) => putOff(html, base) },
    },
  ];
}

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

/**
 * The page with its app in a template. What the entry imports is run by a tag of its own, as soon as it is there: a
 * slow phone then has several short tasks between which it can answer a finger, instead of one long one.
 */
export function putOff(html: string, base: string): string {
  const tags = (html.match(APP_TAG) ?? []).map((tag) => tag.trim().replace(ENTRY, ENTRY_BY_NAME).replace(PRELOAD, RUN));
  const template = `<template id="app-parts">${tags.join('')}</template>`;
  const end = `  ${template}\n    <script src="${base}start.js"></script>\n  ${BODY_END}`;
  return html.replaceAll(APP_TAG, '').replace(BODY_END, () => end);
}
