/**
 * Server of the tests: answers `fetch`, and `XMLHttpRequest` for uploads, by the codecs of the contract. An unexpected
 * call, or one that its codec rejects, fails the test by its name.
 */
import { onTestFinished, vi } from 'vitest';
import { noteWritesOnce } from '../shared/api/writesOnce.ts';
import { createFakeServer, type FakeBackend } from './fakeBackend.ts';
import { fakeXhr } from './fakeXhr.ts';
import { whenPageEnds } from './pageWork.ts';

/** Creates a server and puts it behind `fetch` until the test ends. */
export function createFakeBackend(): FakeBackend {
  const { answer, faults, backend } = createFakeServer();
  // As if an earlier page had already received an answer of the server.
  noteWritesOnce();
  let isOver = false;
  const answerInTest: typeof answer = async (...request) => {
    const response = await answer(...request);
    // The file is over: what the server still owes would reach the next one.
    return isOver ? new Promise(() => undefined) : response;
  };
  vi.stubGlobal('fetch', (request: Request) => answerInTest(request));
  vi.stubGlobal('XMLHttpRequest', fakeXhr(answerInTest));
  whenPageEnds(() => {
    isOver = true;
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    if (faults.length > 0) throw new Error(faults.join('; '));
  });
  return backend;
}
