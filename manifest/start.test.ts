// @vitest-environment jsdom The app's own tags wait for the first paint and its styles, each is added once, and a style
// that fails to load blocks nothing else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putOff } from './startPlugin.ts';

const TAGS = [
  '<script type="module" crossorigin src="/h5/assets/index-1.js"></script>',
  '<link rel="modulepreload" crossorigin href="/h5/assets/libraries-1.js">',
  '<link rel="stylesheet" crossorigin href="/h5/assets/start-1.css">',
  '<link rel="stylesheet" crossorigin href="/h5/assets/home-1.css">',
];
const PAGE = `<html>\n  <head>\n    <link rel="icon" href="/h5/icon.svg" />\n    ${TAGS.join('\n    ')}\n  </head>\n  <body>\n    <p>Words</p>\n  </body>\n</html>`;
const script = readFileSync(join(import.meta.dirname, '../public/start.js'), 'utf8');

const entries = () => document.head.querySelectorAll('#app-entry').length;
const others = () => document.head.querySelectorAll('script[type=module]:not(#app-entry)').length;
const styles = () => [...document.head.querySelectorAll('link[rel=stylesheet]')];
let paint: FrameRequestCallback = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    paint = callback;
  });
  document.documentElement.lang = 'en';
  const put = putOff(PAGE, '/h5/');
  document.head.innerHTML = /<head>([\s\S]*)<\/head>/.exec(put)?.[1] ?? '';
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(put)?.[1] ?? '';
  // oxlint-disable-next-line no-eval -- the test runs the script the way the page does
  (0, eval)(script);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

it('loads nothing before the first paint; then styles and libraries, and the entry after the styles', async () => {
  expect(document.head.querySelectorAll('script, link:not([rel=icon])')).toHaveLength(0);
  paint(0);
  expect(styles()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(styles()).toHaveLength(2);
  expect(others()).toBe(1);
  expect(document.head.querySelector<HTMLScriptElement>('script[type=module]')?.async).toBe(false);
  expect(entries()).toBe(0);
  styles()[0]?.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(1);
  expect(entries()).toBe(0);
  styles()[1]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(1);
  expect(entries()).toBe(1);
  expect(document.head.querySelector<HTMLScriptElement>('#app-entry')?.async).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(styles()).toHaveLength(2);
});

it('starts in a background tab, where no frame is painted', async () => {
  await vi.advanceTimersByTimeAsync(500);
  expect(styles()).toHaveLength(2);
});
