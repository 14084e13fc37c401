/**
 * Defers the app's own tags until the page is painted. Vite's scripts and styles go into a template, from which
 * `public/start.js` takes them; the styles of the first paint are inlined.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

const FIRST_STYLES = ['src/shared/ui/tokens.css', 'src/shared/ui/base.css', 'src/app/splash.css'];
/** Tags that Vite writes into the page for the app's entry. */
const APP_TAG = /[ \t]*<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)\n?/g;
const ENTRY = '<script type="module"';
const ENTRY_BY_NAME = '<script id="app-entry" type="module"';
const PRELOAD = /<link rel="modulepreload"([^>]*) href="([^"]+)">/;
const RUN = '<script type="module"$1 src="$2"></script>';
const HEAD_END = '</head>';
const BODY_END = '</body>';

/** Vite plugins: inlines the styles always, defers the tags in builds only. */
export function startPlugins(): Plugin[] {
  let base = '/';
  return [
    {
      name: 'halyard-first-styles',
      transformIndexHtml: (html) => html.replace(HEAD_END, () => `<style>${firstStyles()}</style>${HEAD_END}`),
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

function firstStyles(): string {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path));
  const code = Buffer.concat(FIRST_STYLES.map(read));
  return transform({ filename: 'first.css', code, minify: true }).code.toString();
}

/**
 * Moves the app's tags into a template. Each import of the entry gets its own tag and runs as soon as it has loaded, so
 * that a slow phone has several short tasks, between which it can respond to touch, instead of one long one.
 */
export function putOff(html: string, base: string): string {
  const tags = (html.match(APP_TAG) ?? []).map((tag) => tag.trim().replace(ENTRY, ENTRY_BY_NAME).replace(PRELOAD, RUN));
  const template = `<template id="app-parts">${tags.join('')}</template>`;
  const end = `  ${template}\n    <script src="${base}start.js"></script>\n  ${BODY_END}`;
  return html.replaceAll(APP_TAG, '').replace(BODY_END, () => end);
}
