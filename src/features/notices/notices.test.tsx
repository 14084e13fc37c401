// Notices through the real routes and store: the list with unread ones, pages, one notice, the age of cached ones,
// another language without a reload, and each missing state.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getArticle, listArticles, type Article } from '@halyard/contract/news/calls';
import { languageChosen } from '../../domain/preferences/languageSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { articleOf, serveArticles } from '../../testing/articles.ts';
import { breakConnection, neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const NOTICES: readonly Article[] = [
  articleOf(9, { title: 'Welcome', isPinned: true }),
  articleOf(8, { title: 'New orders', content: '<p>Stop-limit and <a href="#/pages/trade/index">more</a>.</p>' }),
  articleOf(8, { title: '新しい注文', language: 'jp', content: '<p>逆指値</p>' }),
];

type Options = {
  path?: string;
  articles?: readonly Article[];
  cachedSince?: string;
  also?: (server: FakeBackend) => void;
};

function open({ path = paths.notices(), articles = NOTICES, cachedSince, also = () => undefined }: Options = {}) {
  return renderApp({
    path,
    backend: (server) => {
      serveArticles(server, { articles, cachedSince });
      also(server);
    },
  });
}

const rows = () => within(screen.getByRole('list', { name: /Notices|お知らせ/ })).getAllByRole('listitem');
const titles = () => rows().map((row) => /Welcome|New orders|新しい注文|Title \d+/.exec(row.textContent ?? '')?.[0]);

describe('the list', () => {
  it('has its title, pinned notices first, with their day', async () => {
    await open();
    await screen.findByRole('heading', { name: 'NOTICE' });
    await waitFor(() => expect(titles()).toEqual(['Welcome', 'New orders']));
    expect(rows()[0]?.textContent).toMatch(/Pinned.*Mar 10, 2026/);
    expect(screen.queryByText(/As of/)).toBeNull();
  });

  it('marks unread notices until they are opened', async () => {
    const app = await open();
    await waitFor(() => expect(screen.getAllByText('Unread')).toHaveLength(2));
    await app.user.click(screen.getByRole('link', { name: /New orders/ }));
    await screen.findByRole('heading', { name: 'New orders' });
    expect(app.location()).toBe(paths.notice({ id: 8 }));
    await app.user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.getAllByText('Unread')).toHaveLength(1));
    expect(screen.getByRole('link', { name: /New orders/ }).textContent).not.toContain('Unread');
  });

  it('loads in pages of twenty', async () => {
    const articles = Array.from({ length: 25 }, (_, place) => articleOf(100 - place));
    const app = await open({ articles });
    await waitFor(() => expect(titles()).toHaveLength(20));
    await app.user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(titles()).toHaveLength(25));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(app.server.seen(listArticles).map(({ request }) => request.page)).toEqual([1, 2]);
  });

  it('changes its language as soon as that is chosen', async () => {
    const app = await open();
    await waitFor(() => expect(titles()).toEqual(['Welcome', 'New orders']));
    await act(async () => app.app.store.dispatch(languageChosen('jp')));
    await waitFor(() => expect(titles()).toEqual(['新しい注文', 'Welcome']));
    expect(app.server.seen(listArticles).map(({ request }) => request.language)).toEqual(['en', 'jp']);
  });

  it('shows its age when cached, and is read again when the worker reports an update', async () => {
    const worker = new EventTarget();
    Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'serviceWorker');
    });
    const app = await open({ cachedSince: '2026-03-12T14:05:00.000Z' });
    expect((await screen.findByText(/^As of/)).textContent).toMatch(/As of Mar 1[123], \d\d:05/);
    serveArticles(app.server, { articles: [articleOf(10), ...NOTICES] });
    for (const data of [null, { type: 'news-updated', path: 'news/detail' }, { type: 'other', path: 'news/list' }]) {
      act(() => void worker.dispatchEvent(new MessageEvent('message', { data })));
    }
    expect(app.server.seen(listArticles)).toHaveLength(1);
    const data = { type: 'news-updated', path: 'news/list' };
    act(() => void worker.dispatchEvent(new MessageEvent('message', { data })));
    await waitFor(() => expect(titles()[0]).toBe('Title 10'));
    expect(screen.queryByText(/^As of/)).toBeNull();
  });

  it('is requested without a token', async () => {
    const app = await open();
    await waitFor(() => expect(titles()).toHaveLength(2));
    expect(app.server.seen(listArticles)[0]?.headers.has('Authorization')).toBe(false);
  });

  it('shows loading', async () => {
    await open({ also: (server) => server.on(listArticles, neverAnswer) });
    expect(document.querySelector('main [aria-busy="true"]')).not.toBeNull();
  });

  it('shows that there is nothing', async () => {
    await open({ articles: [] });
    await screen.findByText('No notices yet.');
  });

  it('shows a failure, and retries', async () => {
    const app = await open({ also: (server) => server.on(listArticles, () => refuse('SERVICE_UNAVAILABLE')) });
    await screen.findByText(/briefly unavailable/);
    serveArticles(app.server, { articles: NOTICES });
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toHaveLength(2));
  });
});

describe('a notice', () => {
  it('is shown completely, with links to pages of the app', async () => {
    const app = await open({ path: paths.notice({ id: 8 }) });
    await screen.findByRole('heading', { name: 'New orders' });
    expect(screen.getByRole('article').textContent).toMatch(/Halyard.*Mar 9, 2026.*Stop-limit and more\./);
    expect(screen.getByRole('link', { name: 'more' }).getAttribute('href')).toBe('#/pages/trade/index');
    await act(async () => app.app.store.dispatch(languageChosen('jp')));
    await screen.findByRole('heading', { name: '新しい注文' });
    expect(document.querySelector('article [lang="ja"]')?.textContent).toContain('新しい注文');
  });

  it.each([
    ['that was withdrawn', paths.notice({ id: 77 })],
    ['that nobody asked for', paths.notice()],
    ['whose id is none', '/pages/index/notice/notice?id=x'],
  ])('%s is shown as missing, with a link to the others', async (_which, path) => {
    const app = await open({ path });
    await screen.findByText('This notice no longer exists.');
    await app.user.click(screen.getByRole('link', { name: 'All notices' }));
    await waitFor(() => expect(titles()).toHaveLength(2));
  });

  it('that is not on the device waits for the connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open({
      path: paths.notice({ id: 8 }),
      also: (server) => server.on(getArticle, () => breakConnection()),
    });
    await screen.findByText(/not on your device yet/);
  });
});
