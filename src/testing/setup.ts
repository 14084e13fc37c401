// Runs before every test of the web app: each test starts from an empty page, and whatever is logged as an error fails
// it.
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
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
  // Files may share a page, but never what the app's modules remember of it.
  vi.resetModules();
  afterAll(emptyPage);
  afterAll(removeListenersOf(window));
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  window.scrollTo = () => undefined;
  answerPlainStyles(document.defaultView ?? window);
}

/** Records listeners that the window gets from now on. Returns a function that removes them. */
function removeListenersOf(page: Window): () => void {
  const { addEventListener } = page;
  const added: Parameters<typeof addEventListener>[] = [];
  page.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
    added.push(listener);
    addEventListener.apply(page, listener);
  };
  return () => {
    page.addEventListener = addEventListener;
    for (const listener of added) page.removeEventListener(...listener);
  };
}

/** Leaves the page as a browser opens it. */
function emptyPage(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  // jsdom gives the focus to the body when the element that had it goes. On a page just opened, nothing has it.
  document.documentElement.append(document.body);
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  // What a test gave the browser, which has no own parts here otherwise.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
}

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  const errors = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  if (errors.length > 0) throw new Error(`logged as an error: ${errors.flat().map(String).join(' ')}`);
});
