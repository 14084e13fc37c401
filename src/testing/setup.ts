// Runs before every test of the web app: each test starts from an empty page, and whatever is logged as an error fails it.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// A whole app drawn in jsdom takes seconds where two cores do everything at once; what is wrong still fails, only later.
configure({ asyncUtilTimeout: 30_000 });

// What jsdom has no picture to do with: media queries never match, and nothing scrolls. Tests of the worker run without a window.
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
