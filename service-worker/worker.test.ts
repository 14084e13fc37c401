// The built worker opens the shell offline, and handles neither the server's paths nor requests that carry a token.
import { describe, expect, it } from 'vitest';
import { ask, FakeEvent, finish, startWorker, textOf } from './testing/workerScope.ts';

describe('the worker', () => {
  it.each(['/h5/', '/h5/index.html', '/h5/?from=home', '/h5/some/where'])(
    'opens %s from the precached shell',
    async (path) => {
      const worker = await startWorker();
      expect(await textOf(ask(worker, path, { mode: 'navigate' }))).toBe('network: /h5/index.html');
      expect(worker.fetched).toEqual([]);
    },
  );

  it('answers a precached file without the network', async () => {
    const worker = await startWorker();
    expect(await textOf(ask(worker, '/h5/assets/index-abc.js'))).toBe('network: /h5/assets/index-abc.js');
    expect(worker.fetched).toEqual([]);
  });

  it.each([
    ['a call', '/api/currency/quotation_new', {}],
    ['a call that writes', '/api/coin/trade', { method: 'POST' }],
    ['the description of the calls, opened as a page', '/api/docs', { mode: 'navigate' }],
    ['the socket', '/socket.io/?EIO=4&transport=polling', {}],
    ['a file of a user', '/api/upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.jpg', { mode: 'no-cors' }],
    ['the same at the path of the family', '/upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.jpg', { mode: 'no-cors' }],
    ['whatever carries a token, even a precached file', '/h5/index.html', { headers: { Authorization: 'abc' } }],
    ['a file that is not there, opened as a page', '/h5/assets/gone-123.js', { mode: 'navigate' }],
    ['a page outside of the app', '/', { mode: 'navigate' }],
  ])('leaves %s to the network', async (_what, path, init) => {
    const worker = await startWorker();
    expect(ask(worker, path, init).answer).toBeUndefined();
  });

  it('caches only the shell', async () => {
    const worker = await startWorker();
    expect(worker.cacheNames()).toEqual([expect.stringMatching(/^halyard-precache/)]);
  });

  // An operator disabled the worker, and a page deleted its caches.
  it.each([
    ['an article', '/api/news/detail', { method: 'POST', body: new URLSearchParams({ id: '7' }) }],
    ['a part of the app', '/h5/assets/deposit-abc123.js', {}],
    ['a picture', `/content/${'a1'.repeat(32)}.webp`, {}],
  ])('caches nothing of %s that was under way when it was disabled', async (_what, path, init) => {
    const worker = await startWorker();
    worker.answerWith(({ url }) => {
      worker.deleteCaches();
      if (url.includes('/api/')) return Response.json({ type: 'ok' });
      return new Response('', {
        headers: { 'content-type': url.endsWith('.webp') ? 'image/webp' : 'text/javascript' },
      });
    });
    await finish(ask(worker, path, init));
    expect(worker.fetched).toEqual([path]);
    expect(worker.cacheNames()).toEqual([]);
  });

  it('activates only on the page’s request, which the active version passes on', async () => {
    const worker = await startWorker();
    for (const data of ['skip-waiting', { type: 'OTHER' }, null, { kind: 'skip-waiting' }, { type: 'activate-next' }]) {
      worker.dispatch(new FakeEvent('message', { data }));
    }
    expect(worker.skips()).toBe(0);
    expect(worker.toWaiting).toEqual([{ type: 'skip-waiting' }]);
    worker.dispatch(new FakeEvent('message', { data: { type: 'skip-waiting' } }));
    expect(worker.skips()).toBe(1);
  });
});
