// Routes: the page of each address, the tab bar, going back, loading pages, and pages that crash or fail to load.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '../shared/navigation/paths.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { takeLoggedErrors } from '../testing/takeLoggedErrors.ts';
import { TEST_PAGES as pages, testPage } from '../testing/testPages.tsx';

describe('routes', () => {
  it('show the home page at the root and at its own path', async () => {
    const { app } = await renderApp({ path: '/', pages });
    await screen.findByRole('heading', { name: 'home' });
    await act(() => app.router.navigate(paths.home()));
    await screen.findByRole('heading', { name: 'home' });
  });

  it.each(['/pages/nowhere', '/pages'])('show a link home at %s', async (path) => {
    const { user: hand } = await renderApp({ path, pages });
    await screen.findByRole('heading', { name: 'Page not found' });
    await hand.click(screen.getByRole('link', { name: 'Go to home' }));
    await screen.findByRole('heading', { name: 'home' });
  });

  it('set the document title of their page', async () => {
    const { app } = await renderApp({ path: '/', pages });
    await waitFor(() => expect(document.title).toBe('Markets · Halyard'));
    await act(() => app.router.navigate('/pages/nowhere'));
    await waitFor(() => expect(document.title).toBe('Halyard'));
  });

  it('isolate a crashed page from the rest', async () => {
    const broken = () => {
      throw new Error('broken page');
    };
    const { app, user: hand } = await renderApp({
      path: '/',
      pages: { ...pages, kline: testPage(broken) },
    });
    await act(() => app.router.navigate(paths.kline()));
    await screen.findByText('Something went wrong. Try again.');
    await hand.click(screen.getByRole('link', { name: 'Go to home' }));
    await screen.findByRole('heading', { name: 'home' });
    // React and the router log the error.
    expect(takeLoggedErrors()).toContain('broken page');
  });

  it('show an error after a page failed to load and one reload of the build', async () => {
    sessionStorage.setItem('reloaded-build', '');
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const { app } = await renderApp({
      path: '/',
      pages: { ...pages, kline: { load, namespaces: [] } },
    });
    await act(() => app.router.navigate(paths.kline()));
    await screen.findByText('This page could not be loaded. Check your connection and reload.');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  });

  it('show an error when the list of pages cannot be loaded, and recover', async () => {
    sessionStorage.setItem('reloaded-build', '');
    const lost = new TypeError('Failed to fetch');
    const findAll = vi
      .fn(async () => pages)
      .mockRejectedValueOnce(lost)
      .mockRejectedValueOnce(lost);
    const { app } = await renderApp({ path: '/', pages, findAll });
    await act(() => app.router.navigate(paths.kline()));
    await screen.findByText('This page could not be loaded. Check your connection and reload.');
    await act(() => app.router.navigate(paths.trade()));
    await screen.findByRole('heading', { name: 'trade' });
  });
});

describe('the tab bar', () => {
  it('has the tabs in order, and marks the current one', async () => {
    const { user: hand } = await renderApp({ path: '/', pages });
    const bar = await screen.findByRole('navigation', { name: 'Main pages' });
    expect(
      within(bar)
        .getAllByRole('link')
        .map((tab) => tab.textContent),
    ).toEqual(['Home', 'Trade', 'Option', 'Earn', 'Assets']);
    expect(within(bar).getByRole('link', { current: 'page' }).textContent).toBe('Home');
    await hand.click(within(bar).getByRole('link', { name: 'Trade' }));
    await waitFor(() => expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Trade'));
  });

  it('is absent on other pages', async () => {
    await renderApp({ path: paths.kline(), pages });
    await screen.findByRole('button', { name: 'back' });
    expect(screen.queryByRole('navigation', { name: 'Main pages' })).toBeNull();
  });
});

describe('going back', () => {
  it('returns to the previous page', async () => {
    const { app, location, user: hand } = await renderApp({ path: paths.trade(), pages });
    await screen.findByRole('heading', { name: 'trade' });
    await act(() => app.router.navigate(paths.kline()));
    await hand.click(await screen.findByRole('button', { name: 'back' }));
    await screen.findByRole('heading', { name: 'trade' });
    expect(location()).toBe(paths.trade());
  });

  it('falls back to the home tab without history', async () => {
    window.history.replaceState(null, '');
    const { location, user: hand } = await renderApp({ path: paths.kline(), pages });
    await hand.click(await screen.findByRole('button', { name: 'back' }));
    await screen.findByRole('heading', { name: 'home' });
    expect(location()).toBe(paths.home());
  });
});

describe('a new page', () => {
  const shown = () => document.querySelector<HTMLElement>('[tabindex="-1"]');

  it('slides in, except a tab', async () => {
    const { app } = await renderApp({ path: '/', pages });
    await act(() => app.router.navigate(paths.kline()));
    await screen.findByRole('button', { name: 'back' });
    expect(shown()?.className).toContain('sliding');
    await act(() => app.router.navigate(paths.trade()));
    await screen.findByRole('heading', { name: 'trade' });
    expect(shown()?.className).not.toContain('sliding');
  });

  it('takes the focus', async () => {
    const { app } = await renderApp({ path: '/', pages });
    await screen.findByRole('heading', { name: 'home' });
    expect(document.activeElement).toBe(document.body);
    await act(() => app.router.navigate(paths.kline()));
    await screen.findByRole('button', { name: 'back' });
    expect(document.activeElement).toBe(shown());
  });
});
