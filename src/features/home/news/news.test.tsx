// Banners and the newest notice on home: loading, links, advancing and pausing, and that nothing else moves.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listArticles, type Article } from '@halyard/contract/news/calls';
import { getOffering, getRecommendedOffering } from '@halyard/contract/launchpad/calls';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../../shared/navigation/paths.ts';
import { articleOf, serveArticles } from '../../../testing/articles.ts';
import { serveExchange } from '../../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

const INSTALL = articleOf(1, {
  kind: 'banner',
  title: 'Keep it at hand',
  link: '/pages/help-center/detail?slug=install-the-app',
});
const PLAIN = articleOf(2, { kind: 'banner', title: 'A word of ours', link: '/pages/nowhere' });
const OLD = articleOf(3, { title: 'Pinned and old', isPinned: true, createdAt: '2026-01-01T00:00:00.000Z' });
const NEW = articleOf(4, { title: 'The newest', createdAt: '2026-03-01T00:00:00.000Z' });
const ARTICLES: readonly Article[] = [INSTALL, PLAIN, OLD, NEW];

let idle: () => void = () => undefined;

beforeEach(() => {
  const tasks = new Set<() => void>();
  let isIdle = false;
  vi.stubGlobal('requestIdleCallback', (task: () => void) =>
    // The requesting effect may run after the render that the test waited for.
    isIdle ? setTimeout(task) : tasks.add(task).size,
  );
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  idle = () => {
    isIdle = true;
    for (const task of tasks) task();
    tasks.clear();
  };
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

async function open(articles: readonly Article[] = ARTICLES, also: (server: FakeBackend) => void = () => undefined) {
  const app = await renderApp({
    path: paths.home(),
    backend: (server) => {
      serveExchange(server);
      serveArticles(server, { articles });
      also(server);
    },
  });
  await screen.findByRole('searchbox');
  return app;
}

async function openIdle(articles?: readonly Article[], also?: (server: FakeBackend) => void) {
  const app = await open(articles, also);
  await act(async () => idle());
  return app;
}

const banners = () => screen.findByRole('region', { name: 'News' });
const places = () => document.querySelectorAll('main [class*="bannerPlace"], main [class*="noticePlace"]').length;

describe('news on home', () => {
  it('load when the browser is idle, into reserved places', async () => {
    const offering = build(getOffering.answer, { recommendTitle: 'NOVA is open' });
    const app = await open(ARTICLES, (server) => server.on(getRecommendedOffering, () => offering));
    expect(app.server.seen(listArticles)).toEqual([]);
    expect(places()).toBe(3);
    await act(async () => idle());
    expect(within(await banners()).getAllByRole('link')).toHaveLength(2);
    const running = await screen.findByRole('link', { name: /NOVA is open/ });
    expect(running.getAttribute('href')).toBe(`#${paths.publication({ id: offering.id })}`);
    expect(places()).toBe(3);
  });

  it('link to a page of the app, or to their own text', async () => {
    await openIdle();
    const links = within(await banners()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '#/pages/help-center/detail?slug=install-the-app',
      `#${paths.notice({ id: 2 })}`,
    ]);
  });

  it('show the newest notice, also with a pinned one, and link to all', async () => {
    const app = await openIdle();
    const ticker = await screen.findByRole('link', { name: /Notice The newest/ });
    await app.user.click(ticker);
    await waitFor(() => expect(app.location()).toBe(paths.notices()));
  });

  it('reserve no place the next time when there were none', async () => {
    const first = await openIdle([]);
    await waitFor(() => expect(places()).toBe(0));
    first.unmount();
    await open([]);
    expect(places()).toBe(0);
  });

  it('are left out when they fail; the markets are there', async () => {
    await openIdle([], (server) => server.on(listArticles, () => refuse('SERVICE_UNAVAILABLE')));
    await waitFor(() => expect(places()).toBe(0));
    await screen.findByRole('link', { name: /BTC/ });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('banners', () => {
  /** A carousel with a layout: each banner is 300 px wide. */
  async function openWide() {
    await openIdle();
    const list = within(await banners()).getByRole('list');
    Object.defineProperty(list, 'clientWidth', { value: 300 });
    const scrollTo = vi.fn<(options: ScrollToOptions) => void>(({ left = 0 }) => {
      list.scrollLeft = left;
      fireEvent.scroll(list);
    });
    Object.assign(list, { scrollTo });
    return { list, scrollTo };
  }

  it('advance by themselves, and restart after the last', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { scrollTo } = await openWide();
    act(() => void vi.advanceTimersByTime(7000));
    act(() => void vi.advanceTimersByTime(7000));
    expect(scrollTo.mock.calls.map(([options]) => options.left)).toEqual([300, 0]);
  });

  it('pause on request, and while a user interacts with them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { list, scrollTo } = await openWide();
    fireEvent.pointerEnter(await banners());
    act(() => void vi.advanceTimersByTime(30_000));
    fireEvent.pointerLeave(await banners());
    fireEvent.focus(within(list).getAllByRole('link')[0] as HTMLElement);
    act(() => void vi.advanceTimersByTime(30_000));
    fireEvent.blur(within(list).getAllByRole('link')[0] as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: 'Pause slides' }));
    act(() => void vi.advanceTimersByTime(30_000));
    expect(scrollTo).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Resume slides' }));
    act(() => void vi.advanceTimersByTime(7000));
    expect(scrollTo).toHaveBeenCalledTimes(1);
  });

  it('never advance with reduced motion, and have no pause button then', async () => {
    const media = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(media(query), query.includes('reduced-motion') && { matches: true }),
    );
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { scrollTo } = await openWide();
    act(() => void vi.advanceTimersByTime(30_000));
    expect(scrollTo).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Pause slides' })).toBeNull();
  });
});
