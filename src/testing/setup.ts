// Runs before every test of the web app: each test starts from an empty page, and whatever is logged as an error fails
// it.
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
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

// What jsdom has no picture to do with: media queries never match, and nothing scrolls. Tests of the worker run without
// a window.
if (typeof window !== 'undefined') {
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

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  const errors = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  if (errors.length > 0) throw new Error(`logged as an error: ${errors.flat().map(String).join(' ')}`);
});
