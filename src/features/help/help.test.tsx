// Help through the real routes and store: by section, found by full text without a server search, one article by id and
// by slug with its neighbours, and the link to support.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getArticle, listArticles, type Article } from '@halyard/contract/news/calls';
import { languageChosen } from '../../domain/preferences/languageSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { helpOf, serveArticles } from '../../testing/articles.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { HelpPage } from './HelpPage.tsx';

const HELP: readonly Article[] = [
  helpOf(1, { title: 'Deposit by bank', slug: 'deposit-by-bank', content: '<p>Send a voucher.</p>' }),
  helpOf(2, { title: 'Deposit by chain', slug: 'deposit-by-chain', content: '<p>Confirmations count.</p>' }),
  helpOf(3, { title: 'Install the app', slug: 'install', section: 'start', content: '<p>No shop is needed.</p>' }),
  helpOf(3, { title: 'アプリを入れる', slug: 'install', section: 'start', language: 'jp', content: '<p>店は不要</p>' }),
  helpOf(4, { title: 'Odds', slug: 'odds', section: undefined }),
];

type Options = {
  path?: string;
  customerUrl?: string;
  articles?: readonly Article[];
  also?: (server: FakeBackend) => void;
};

function open({ path = paths.help(), customerUrl = '', articles = HELP, also = () => undefined }: Options = {}) {
  return renderApp({
    path,
    backend: (server) => {
      serveArticles(server, { articles, customerUrl });
      also(server);
    },
  });
}

const found = () =>
  within(screen.getByRole('list', { name: 'Found articles' }))
    .getAllByRole('link')
    .map((link) => HELP.find(({ title }) => link.textContent?.startsWith(title))?.slug);

describe('help', () => {
  it('is listed by section, in the product’s order', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Help' });
    await screen.findByRole('link', { name: /Install the app/ });
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(sections.slice(0, 3)).toEqual(['Getting started', 'Deposits', 'More']);
    const deposits = screen.getByRole('region', { name: 'Deposits' });
    expect(within(deposits).getAllByRole('link')).toHaveLength(2);
  });

  it('is found by a word of its title immediately, and by one of its text, without a search call', async () => {
    const app = await open();
    await screen.findByRole('link', { name: /Install the app/ });
    await app.user.type(screen.getByRole('searchbox', { name: 'Search help' }), 'install');
    await waitFor(() => expect(found()).toEqual(['install']));
    expect(screen.getByText('1 article found')).toBeTruthy();
    await app.user.clear(screen.getByRole('searchbox'));
    await app.user.type(screen.getByRole('searchbox'), 'vouch');
    await waitFor(() => expect(found()).toEqual(['deposit-by-bank']));
    const texts = app.server.seen(getArticle).map(({ request }) => request.id);
    expect(new Set(texts)).toEqual(new Set([1, 2, 3, 4]));
  });

  it('shows when nothing is found, and everything again for an empty search', async () => {
    const app = await open();
    await screen.findByRole('link', { name: /Install the app/ });
    await app.user.type(screen.getByRole('searchbox'), 'zzz');
    await screen.findByText('Nothing found. Try another word.');
    await app.user.clear(screen.getByRole('searchbox'));
    await screen.findByRole('region', { name: 'Deposits' });
  });

  it('is found offline as far as it is on the device', async () => {
    const app = await open({
      also: (server) => {
        server.on(getArticle, ({ id }) => HELP.find((article) => article.id === id && id === 2) ?? breakConnection());
      },
    });
    await screen.findByRole('link', { name: /Install the app/ });
    const search = screen.getByRole('searchbox');
    await app.user.type(search, 'confirmations');
    await waitFor(() => expect(found()).toEqual(['deposit-by-chain']));
    await app.user.clear(search);
    await app.user.type(search, 'deposit');
    await waitFor(() => expect(found()).toHaveLength(2));
  });

  it('restores the results on return from an article', async () => {
    const app = await open();
    await screen.findByRole('link', { name: /Install the app/ });
    await app.user.type(screen.getByRole('searchbox'), 'chain');
    await waitFor(() => expect(found()).toEqual(['deposit-by-chain']));
    await waitFor(() => expect(app.location()).toBe(paths.help({ q: 'chain' })));
    await app.user.click(screen.getByRole('link', { name: /Deposit by chain/ }));
    await screen.findByRole('article');
    await app.user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(found()).toEqual(['deposit-by-chain']));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('chain');
  });

  it('searches for the text of a changed URL', async () => {
    const app = await open();
    await screen.findByRole('link', { name: /Install the app/ });
    await act(async () => app.app.router.navigate(paths.help({ q: 'install' })));
    await waitFor(() => expect(found()).toEqual(['install']));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('install');
    await app.user.type(screen.getByRole('searchbox'), 'x');
    await waitFor(() => expect(app.location()).toBe(paths.help({ q: 'installx' })));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('installx');
  });

  it('does not stop a tap on an article while the URL still follows the typing', async () => {
    const loaded = new EventTarget();
    const load = vi.fn(async () => {
      await new Promise((resolve) => loaded.addEventListener('load', resolve));
      return () => <p>Here it is</p>;
    });
    const namespaces = ['help', 'notices'] as const;
    const app = await renderApp({
      path: paths.help(),
      pages: { help: { load: async () => HelpPage, namespaces }, helpDetail: { load, namespaces } },
      backend: (server) => serveArticles(server, { articles: HELP }),
    });
    await screen.findByRole('link', { name: /Install the app/ });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'install' } });
    fireEvent.click(screen.getByRole('link', { name: /Install the app/ }));
    await vi.waitFor(() => expect(load).toHaveBeenCalled());
    await act(async () => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    await act(async () => loaded.dispatchEvent(new Event('load')));
    await screen.findByText('Here it is');
    expect(app.location()).toBe(paths.helpDetail({ id: 3 }));
  });

  it('is searched in another language as soon as that is chosen', async () => {
    const app = await open({ path: paths.help({ q: 'install' }) });
    await waitFor(() => expect(found()).toEqual(['install']));
    await act(async () => app.app.store.dispatch(languageChosen('jp')));
    const search = await screen.findByRole('searchbox', { name: 'ヘルプを検索' });
    await app.user.clear(search);
    await app.user.type(search, '不要');
    await screen.findByRole('link', { name: /アプリを入れる/ });
    expect(screen.getByText('1 件の記事が見つかりました')).toBeTruthy();
  });

  it('shows a failed load, and loads again', async () => {
    const app = await open({ also: (server) => server.on(listArticles, () => refuse('SERVICE_UNAVAILABLE')) });
    await screen.findByText('Help could not be loaded.');
    serveArticles(app.server, { articles: HELP });
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: /Install the app/ });
  });

  it('shows when there is none', async () => {
    await open({ articles: [] });
    await screen.findByText('There are no articles yet.');
  });
});

describe('an article', () => {
  it('is read by its id, with related ones of its section', async () => {
    const app = await open({ path: paths.helpDetail({ id: 1 }) });
    await screen.findByRole('heading', { name: 'Deposit by bank' });
    const related = await screen.findByRole('region', { name: 'Related' });
    expect(within(related).getAllByRole('link')).toHaveLength(1);
    await app.user.click(within(related).getByRole('link', { name: /Deposit by chain/ }));
    await screen.findByText('Confirmations count.');
    expect(app.location()).toBe(paths.helpDetail({ id: 2 }));
  });

  it('is read by its slug, resolved to an id through the list, so that it works offline', async () => {
    const app = await open({ path: paths.helpDetail({ slug: 'install' }) });
    await screen.findByRole('heading', { name: 'Install the app' });
    expect(app.server.seen(getArticle).map(({ request }) => request)).toEqual([{ id: 3, language: 'en' }]);
  });

  it('is requested by its slug when the list does not have it', async () => {
    const app = await open({
      path: paths.helpDetail({ slug: 'install' }),
      also: (server) => server.on(listArticles, () => refuse('SERVICE_UNAVAILABLE')),
    });
    await screen.findByRole('heading', { name: 'Install the app' });
    expect(app.server.seen(getArticle)[0]?.request).toEqual({ slug: 'install', language: 'en' });
  });

  it.each([paths.helpDetail({ slug: 'nothing' }), paths.helpDetail(), paths.helpDetail({ slug: '../x' })])(
    'that does not exist is shown as missing: %s',
    async (path) => {
      const app = await open({ path });
      await screen.findByText('This article no longer exists.');
      await app.user.click(screen.getByRole('link', { name: 'All help' }));
      await screen.findByRole('link', { name: /Install the app/ });
    },
  );

  it('that fails to load is requested again', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const app = await open({
      path: paths.helpDetail({ id: 1 }),
      also: (server) => server.on(getArticle, () => refuse('SERVICE_UNAVAILABLE')),
    });
    await screen.findByText('This article could not be loaded.');
    serveArticles(app.server, { articles: HELP });
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Deposit by bank' });
  });
});
