/**
 * The server of the tests: answers `fetch`, and `XMLHttpRequest` where files are sent, by the codecs of the contract. A
 * call that the test did not expect, or one that the codec refuses, fails the test by its name.
 */
import { onTestFinished, vi } from 'vitest';
import { noteWritesOnce } from '../shared/api/writesOnce.ts';
import { createFakeServer, type FakeBackend } from './fakeBackend.ts';
import { fakeXhr } from './fakeXhr.ts';

/** Makes a server and puts it behind `fetch` until the test is over. */
export function createFakeBackend(): FakeBackend {
  const { answer, faults, backend } = createFakeServer();
  // The page that begins with it has heard from it before.
  noteWritesOnce();
  vi.stubGlobal('fetch', (request: Request) => answer(request));
  vi.stubGlobal('XMLHttpRequest', fakeXhr(answer));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    if (faults.length > 0) throw new Error(faults.join('; '));
  });
  return backend;
}
