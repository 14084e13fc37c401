// Runs before every test of the web app: each test starts from an empty page, and a logged error fails it.
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { watchPageWork } from './pageWork.ts';
import { answerPlainStyles } from './plainStyles.ts';

// Rendering a whole app in jsdom takes seconds on two busy cores; real failures still fail, only later.
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 120_000,
  // The page is printed when a test fails, not after each retry of a query.
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

/** Parts of the browser that jsdom lacks: media queries never match, and nothing scrolls. */
function preparePage(): void {
  // Test files may share a page, but never the state of the app's modules.
  vi.resetModules();
  const endWork = watchPageWork();
  const functionsOfUrl = Object.getOwnPropertyDescriptors(URL);
  afterAll(async () => {
    // Imports that are under way would go on with the modules of the next file.
    await vi.dynamicImportSettled();
    vi.useRealTimers();
    endWork();
    emptyPage();
    // Some tests set those that jsdom lacks.
    Object.defineProperties(URL, functionsOfUrl);
  });
  // No server answers but that of a test (`createFakeBackend`).
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
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

/** Resets the page to that of a newly opened browser tab. */
function emptyPage(): void {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  // jsdom moves the focus to the body when the focused element is removed. On a newly opened page, nothing has it.
  document.documentElement.append(document.body);
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  // Properties that a test added to the browser; jsdom's navigator has no own ones.
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
