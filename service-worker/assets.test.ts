// Build files that the worker does not cache at installation: it caches them on use or on a page's request, and never
// caches an HTML page in their place.
import { expect, it } from 'vitest';
import { ask, FakeEvent, finish, startWorker, textOf, type Scope } from './testing/workerScope.ts';

const CACHE = 'halyard-assets';
const PATH = '/h5/assets/deposit-abc123.js';
const script = (text = 'script') => new Response(text, { headers: { 'content-type': 'text/javascript' } });
const gone = () => Promise.reject(new TypeError('Failed to fetch'));

async function requestCaching(worker: Scope, urls: readonly string[]) {
  worker.fetched.length = 0;
  await finish(worker.dispatch(new FakeEvent('message', { data: { type: 'keep-assets', urls } })));
}

it('are cached on use', async () => {
  const worker = await startWorker();
  worker.answerWith(() => script());
  await finish(ask(worker, PATH));
  worker.answerWith(gone);
  expect(await textOf(ask(worker, PATH))).toBe('script');
});

it.each([
  ['a page in the place of a script', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['what is missing', () => Response.json({}, { status: 404 })],
])('%s is not cached', async (_what, network) => {
  const worker = await startWorker();
  worker.answerWith(network);
  await finish(ask(worker, PATH));
  await requestCaching(worker, [PATH]);
  expect(worker.entries(CACHE)).toEqual([]);
});

it('are fetched on a page’s request, each once, except precached ones', async () => {
  const worker = await startWorker();
  worker.answerWith(() => script());
  await requestCaching(worker, ['/h5/assets/a-1.js', '/h5/assets/index-abc.js', '/h5/assets/b-2.js']);
  expect(worker.fetched).toEqual(['/h5/assets/a-1.js', '/h5/assets/b-2.js']);
  await requestCaching(worker, ['/h5/assets/a-1.js', '/h5/assets/c-3.js']);
  expect(worker.fetched).toEqual(['/h5/assets/c-3.js']);
});

it('are not requested further after the network fails', async () => {
  const worker = await startWorker();
  worker.answerWith(gone);
  await requestCaching(worker, ['/h5/assets/a-1.js', '/h5/assets/b-2.js']);
  expect(worker.fetched).toEqual(['/h5/assets/a-1.js']);
});

it('are the only files that a page can have cached', async () => {
  const worker = await startWorker();
  worker.answerWith(() => script());
  await requestCaching(worker, [
    '/api/user/info',
    '/h5/assets/../../api/user/info',
    'https://elsewhere.example/h5/assets/a.js',
    '/upload/a.jpg',
  ]);
  expect(worker.fetched).toEqual([]);
});

it('are fetched no more for a page that asks to end it, so that the new build need not wait', async () => {
  const worker = await startWorker();
  worker.answerWith(({ url }) => {
    if (url.endsWith('/a-1.js')) worker.dispatch(new FakeEvent('message', { data: { type: 'activate-next' } }));
    return script();
  });
  await requestCaching(worker, ['/h5/assets/a-1.js', '/h5/assets/b-2.js']);
  expect(worker.fetched).toEqual(['/h5/assets/a-1.js']);
  // Requests of pages are answered all the same.
  await finish(ask(worker, PATH));
  expect(worker.fetched).toContain(PATH);
});
