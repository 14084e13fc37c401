// @vitest-environment jsdom
// Offline content is prefetched: now and then, in the app's language, without a token, with the requests of the
// screens; and not where it would cost the user data or nothing would be cached. A real store, a fake server.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getArticle, listArticles, type Article } from '@halyard/contract/news/calls';
import { HOUR_MS } from '@halyard/contract/time';
import { articleOf, helpOf, serveArticles } from '../../testing/articles.ts';
import { createTestStore } from '../../testing/createTestStore.ts';
import { breakConnection, type FakeBackend } from '../../testing/fakeBackend.ts';
import { buildUser } from '../../testing/renderApp.tsx';
import { languageChosen } from '../preferences/languageSlice.ts';
import { fetchAhead, prefetchNews } from './prefetchNews.ts';

const ARTICLES: readonly Article[] = [
  articleOf(1),
  articleOf(2),
  helpOf(3),
  articleOf(4, { kind: 'banner', link: '/pages/trade/index' }),
  articleOf(5, { kind: 'banner' }),
];

let worker: EventTarget & { controller: object | null };
/** Names of the worker's caches. */
let cacheNames: readonly string[] = [];

beforeEach(() => {
  worker = Object.assign(new EventTarget(), { controller: {} });
  give('serviceWorker', worker);
  cacheNames = ['halyard-articles-ahead'];
  vi.stubGlobal('caches', { has: async (name: string) => cacheNames.includes(name) });
});

/** Sets a property of the browser for one test. */
function give(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, name);
  });
}

async function start() {
  const parts = await createTestStore(buildUser());
  serveArticles(parts.server, { articles: ARTICLES });
  const run = (signal = new AbortController().signal) => parts.store.dispatch(fetchAhead(signal));
  return { ...parts, run };
}

const idsRead = (server: FakeBackend) => server.seen(getArticle).map(({ request }) => request.id);

describe('prefetched articles', () => {
  it('are notices, help, and banners without a link', async () => {
    const { server, run } = await start();
    expect(await run()).toBe('done');
    expect(server.seen(listArticles).map(({ request }) => request)).toEqual([
      { kind: 'notice', language: 'en', page: 1, limit: 20 },
      { kind: 'help', language: 'en', page: 1, limit: 100 },
      { kind: 'banner', language: 'en', page: 1, limit: 100 },
    ]);
    expect(new Set(idsRead(server))).toEqual(new Set([1, 2, 3, 5]));
    expect(server.seen(getArticle)[0]?.request).toEqual({ id: 1, language: 'en' });
  });

  it('are fetched without the user’s token', async () => {
    const { server, run } = await start();
    await run();
    const calls = [...server.seen(listArticles), ...server.seen(getArticle)];
    expect(calls.map(({ headers }) => headers.get('Authorization'))).toEqual(calls.map(() => null));
  });

  it('do not enter the store', async () => {
    const { store, run } = await start();
    await run();
    expect(JSON.stringify(store.getState())).not.toContain('Content 1');
  });

  it('are fetched again after some hours, and immediately in another language', async () => {
    const { store, server, run } = await start();
    const count = () => server.seen(listArticles).length;
    await run();
    expect([await run(), count()]).toEqual(['notNow', 3]);
    store.dispatch(languageChosen('jp'));
    expect([await run(), count()]).toEqual(['done', 6]);
    expect(server.seen(listArticles).at(-1)?.request.language).toBe('jp');
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 7 * HOUR_MS);
    expect([await run(), count()]).toEqual(['done', 9]);
  });

  it('are fetched again immediately after the user cleared the cache', async () => {
    const { run } = await start();
    await run();
    cacheNames = [];
    expect(await run()).toBe('done');
  });

  it('are fetched again the next time after a broken connection', async () => {
    const { server, run } = await start();
    server.on(getArticle, () => breakConnection());
    expect(await run()).toBe('partly');
    server.on(listArticles, () => breakConnection());
    expect(await run()).toBe('partly');
    serveArticles(server, { articles: ARTICLES });
    expect(await run()).toBe('done');
  });

  it('are not all fetched again because some were withdrawn meanwhile', async () => {
    const { server, run } = await start();
    serveArticles(server, { articles: ARTICLES.slice(1) });
    server.on(listArticles, ({ kind }) => {
      const rows = ARTICLES.filter((article) => article.kind === kind);
      return { rows, total: rows.length, limit: 20 };
    });
    expect(await run()).toBe('done');
  });

  it.each([
    ['without a connection', () => give('onLine', false)],
    ['where the user saves data', () => give('connection', { saveData: true })],
    ['over a mobile network', () => give('connection', { type: 'cellular' })],
    ['where nothing keeps them', () => give('serviceWorker', { controller: null })],
    ['where there are no workers', () => give('serviceWorker', undefined)],
  ])('are not fetched %s', async (_where, prepare) => {
    const { server, run } = await start();
    prepare();
    expect(await run()).toBe('notNow');
    expect(server.seen(listArticles)).toEqual([]);
  });
});

describe('the prefetch', () => {
  it('runs when the page is idle, comes online, gets a worker, or changes its language', async () => {
    const tasks = new Map<number, () => void>();
    let last = 0;
    vi.stubGlobal('requestIdleCallback', (task: () => void) => {
      last += 1;
      tasks.set(last, task);
      return last;
    });
    vi.stubGlobal('cancelIdleCallback', (id: number) => tasks.delete(id));
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const effects: (() => void)[] = [];
    const { store, server } = await start();
    const startListening = ((options: { effect: () => void }) => {
      effects.push(options.effect);
      return () => undefined;
    }) as never;
    worker.controller = null;
    const stop = prefetchNews({ store, startListening });
    const idle = () => {
      const now = [...tasks.values()];
      tasks.clear();
      for (const task of now) task();
    };
    const asked = () => server.seen(listArticles).length;

    idle();
    expect(asked()).toBe(0);
    worker.controller = {};
    await vi.waitFor(() => {
      worker.dispatchEvent(new Event('controllerchange'));
      idle();
      expect(idsRead(server)).toHaveLength(4);
    });
    expect(asked()).toBe(3);
    store.dispatch(languageChosen('th'));
    for (const effect of effects) effect();
    window.dispatchEvent(new Event('online'));
    idle();
    await vi.waitFor(() => expect(idsRead(server)).toHaveLength(8));
    expect(asked()).toBe(6);

    stop();
    store.dispatch(languageChosen('kr'));
    window.dispatchEvent(new Event('online'));
    idle();
    expect(asked()).toBe(6);
  });
});
