// Articles in the built worker: opened articles are available offline, in their language, with their age; requests with
// a token are never cached; prefetched articles never evict opened ones.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '@halyard/contract/time';
import { ask, finish, startWorker, textOf, type Scope } from './testing/workerScope.ts';

const START = Date.UTC(2026, 10, 1, 9);
const OPENED = 'halyard-articles';
const AHEAD = 'halyard-articles-ahead';

type Options = {
  readonly path?: string;
  readonly body?: string;
  readonly language?: string;
  readonly cache?: RequestCache;
  readonly headers?: Record<string, string>;
};

function call(worker: Scope, { path = 'news/detail', body = 'id=7', language = 'jp', cache, headers }: Options = {}) {
  const type = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', 'language-mark': language };
  const init = { method: 'POST', body, headers: { ...type, ...headers }, cache: cache ?? 'no-store' };
  return ask(worker, `/api/${path}`, init);
}

async function open(worker: Scope, options?: Options) {
  const event = call(worker, options);
  const response = await event.answer?.catch(() => undefined);
  const text = await response?.text();
  await finish(event);
  return { text, fetchedAt: response?.headers.get('halyard-fetched-at') ?? undefined };
}

const answers =
  (message: string, type = 'ok') =>
  () =>
    Response.json({ type, message });
const body = (message: string) => JSON.stringify({ type: 'ok', message });
const gone = () => Promise.reject(new TypeError('Failed to fetch'));

let worker: Scope;

beforeEach(async () => {
  worker = await startWorker();
  worker.answerWith(answers('one'));
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an article', () => {
  it('that was opened is available offline, with its age', async () => {
    expect(await open(worker)).toEqual({ text: body('one'), fetchedAt: undefined });
    worker.answerWith(gone);
    vi.setSystemTime(START + DAY_MS);
    expect(await open(worker)).toEqual({ text: body('one'), fetchedAt: '2026-11-01T09:00:00.000Z' });
  });

  it('is answered from the cache and revalidated in the background', async () => {
    await open(worker);
    worker.answerWith(answers('two'));
    expect((await open(worker)).text).toBe(body('one'));
    expect((await open(worker)).text).toBe(body('two'));
  });

  it.each([
    ['another body', { body: 'id=8' }],
    ['another call', { path: 'news/list' }],
  ])('is not the answer to %s', async (_what, other) => {
    await open(worker);
    worker.answerWith(gone);
    expect((await open(worker, other)).text).toBeUndefined();
  });

  it.each([
    ['of the request', { body: 'id=7', language: 'en' }],
    ['of the body', { body: 'id=7&lang=en' }],
  ])('is answered in another language %s only if there is no other', async (_where, other) => {
    await open(worker);
    worker.answerWith(answers('two'));
    expect((await open(worker, { ...other, body: `${other.body}&x=1` })).text).toBe(body('two'));
    worker.answerWith(gone);
    expect((await open(worker, other)).text).toBe(body('one'));
    worker.answerWith(answers('three'));
    expect(await open(worker, other)).toEqual({ text: body('three'), fetchedAt: undefined });
  });

  it('has one cache key for any order of parameters and any place of the language', async () => {
    await open(worker, { path: 'news/list', body: 'page=1&c_id=4', language: 'en' });
    worker.answerWith(gone);
    expect((await open(worker, { path: 'news/list', body: 'c_id=4&lang=en&page=1', language: 'jp' })).text).toBe(
      body('one'),
    );
  });

  it.each([
    ['a refusal', answers('no', 'error')],
    ['the page of a proxy', () => new Response('<html>')],
    ['an answer of a server in trouble', () => Response.json({ type: 'ok', message: 'x' }, { status: 503 })],
  ])('is not replaced by %s', async (_what, network) => {
    await open(worker);
    worker.answerWith(network);
    await open(worker);
    expect((await open(worker)).text).toBe(body('one'));
  });

  it('that was withdrawn is deleted, and the windows are notified', async () => {
    await open(worker);
    worker.answerWith(() => Response.json({ type: 'error', message: 'gone', code: 'ARTICLE_NOT_FOUND' }));
    await open(worker);
    expect(worker.entries(OPENED)).toEqual([]);
    expect(worker.received()['first']).toEqual([{ type: 'news-updated', path: 'news/detail' }]);
  });

  it('that was not fetched for 90 days is deleted', async () => {
    await open(worker);
    worker.answerWith(gone);
    vi.setSystemTime(START + 90 * DAY_MS - 1);
    expect((await open(worker)).text).toBe(body('one'));
    vi.setSystemTime(START + 90 * DAY_MS);
    expect((await open(worker)).text).toBeUndefined();
  });

  it('is neither cached nor answered from the cache if the request carries a token', async () => {
    await open(worker);
    expect(call(worker, { headers: { Authorization: 'abc' } }).answer).toBeUndefined();
    expect(call(worker, { body: 'id=9', headers: { Authorization: 'abc' } }).answer).toBeUndefined();
    expect(worker.entries(OPENED)).toHaveLength(1);
  });
});

describe('windows', () => {
  it('are notified when the new answer differs, and only then', async () => {
    await open(worker);
    await open(worker);
    expect(worker.received()).toEqual({ first: [], second: [] });
    worker.answerWith(answers('two'));
    await open(worker);
    const message = { type: 'news-updated', path: 'news/detail' };
    expect(worker.received()).toEqual({ first: [message], second: [message] });
  });

  it('that bypassed the cache are not notified', async () => {
    await open(worker);
    worker.answerWith(answers('two'));
    expect(await open(worker, { cache: 'reload' })).toEqual({ text: body('two'), fetchedAt: undefined });
    expect(worker.received()['first']).toEqual([]);
    expect(worker.received()['second']).toHaveLength(1);
  });
});

describe('a request that bypasses the cache', () => {
  it.each([
    ['the network is gone', gone],
    ['the exchange is down', () => new Response('bad gateway', { status: 502 })],
  ])('falls back to the cache when %s', async (_what, network) => {
    await open(worker);
    worker.answerWith(network);
    expect(await open(worker, { cache: 'reload' })).toEqual({
      text: body('one'),
      fetchedAt: '2026-11-01T09:00:00.000Z',
    });
  });
});

describe('a prefetched article', () => {
  it('is available offline, and fetched again only after an hour', async () => {
    await open(worker, { cache: 'force-cache' });
    worker.fetched.length = 0;
    await open(worker, { cache: 'force-cache' });
    expect(worker.fetched).toEqual([]);
    vi.setSystemTime(START + 3_600_000);
    await open(worker, { cache: 'force-cache' });
    expect(worker.fetched).toHaveLength(1);
    worker.answerWith(gone);
    expect((await open(worker)).text).toBe(body('one'));
  });

  it('never evicts opened ones', async () => {
    await open(worker);
    for (let id = 100; id < 350; id += 1) await open(worker, { body: `id=${id}`, cache: 'force-cache' });
    expect(worker.entries(AHEAD)).toHaveLength(200);
    expect(worker.entries(OPENED)).toHaveLength(1);
  });

  it('moves to the opened ones when it is opened', async () => {
    await open(worker, { cache: 'force-cache' });
    await open(worker);
    expect([worker.entries(AHEAD).length, worker.entries(OPENED).length]).toEqual([0, 1]);
  });
});

it('caches up to four hundred opened articles, evicting the oldest', async () => {
  await open(worker);
  for (let id = 100; id < 499; id += 1) await open(worker, { body: `id=${id}` });
  await open(worker);
  await open(worker, { body: 'id=500' });
  expect(worker.entries(OPENED)).toHaveLength(400);
  worker.answerWith(gone);
  expect((await open(worker)).text).toBe(body('one'));
  expect((await open(worker, { body: 'id=100' })).text).toBeUndefined();
});

describe('pictures of articles', () => {
  const PATH = `/content/${'a1'.repeat(32)}.webp`;
  const picture = () => new Response('picture', { headers: { 'content-type': 'image/webp' } });

  it('come from the network once', async () => {
    worker.answerWith(picture);
    await finish(ask(worker, PATH, { mode: 'no-cors' }));
    worker.answerWith(gone);
    expect(await textOf(ask(worker, PATH, { mode: 'no-cors' }))).toBe('picture');
  });

  it.each([
    ['what is no picture', () => new Response('{}', { headers: { 'content-type': 'application/json' } })],
    ['a picture that is missing', () => new Response('x', { status: 404, headers: { 'content-type': 'image/webp' } })],
  ])('%s is not cached', async (_what, network) => {
    worker.answerWith(network);
    await finish(ask(worker, PATH, { mode: 'no-cors' }));
    expect(worker.entries('halyard-pictures')).toEqual([]);
  });

  it('are limited in number', async () => {
    worker.answerWith(picture);
    for (let n = 100; n < 260; n += 1) await finish(ask(worker, `/content/${String(n).repeat(10)}ab.webp`));
    expect(worker.entries('halyard-pictures')).toHaveLength(150);
  });
});
