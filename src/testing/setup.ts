// Runs before every test of the web app: each test starts from an empty page, and whatever is logged as an error fails
// it.
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { changeDraftOwner } from '../shared/storage/draftOwner.ts';
import { answerPlainStyles } from './plainStyles.ts';

// A whole app drawn in jsdom takes seconds where two cores do everything at once; what is wrong still fails, only
// later.
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 30_000,
  // The page is printed when something fails, and not after each look for what has not come yet.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

function isWaiting(): boolean {
  const config: object = getConfig();
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true;
}

// Tests that render nothing run without a window.
if (typeof window !== 'undefined') preparePage();

/** What jsdom has no picture to do with: media queries never match, and nothing scrolls. */
function preparePage(): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  window.scrollTo = () => undefined;
  answerPlainStyles(document.defaultView ?? window);
  afterAll(emptyPage);
}

/** Files share a page and the modules of the app, so each leaves the page as a browser opens it. */
function emptyPage(): void {
  changeDraftOwner(undefined);
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
  // What a test gave the browser, which has no own parts here otherwise.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
}

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  const errors = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  if (errors.length > 0) throw new Error(`logged as an error: ${errors.flat().map(String).join(' ')}`);
});
