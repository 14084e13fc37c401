// The shell around the pages: languages, themes, menu, errors, banners and start-up messages, through the whole app.
import { configureStore } from '@reduxjs/toolkit';
import { act, screen, waitFor, within, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '@halyard/contract/settings/calls';
import { cancelOrder } from '@halyard/contract/spot/mutationCalls';
import { logOut } from '@halyard/contract/user/calls';
import { build } from '@halyard/contract/testing/build';
import { cancellation } from '../../domain/spot/orderMutations.ts';
import { useLogOutMutation } from '../../domain/session/sessionApi.ts';
import { sessionSlice } from '../../domain/session/sessionSlice.ts';
import { newRequestId } from '../../shared/api/newRequestId.ts';
import { loadNamespace, startI18n } from '../../shared/i18n/i18n.ts';
import { builtRouteOf } from '../../shared/navigation/builtPages.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { markBusy } from '../../shared/pwa/busy.ts';
import { pwa } from '../../shared/pwa/pwa.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { answerRaw, refuse } from '../../testing/fakeBackend.ts';
import { buildUser, renderApp } from '../../testing/renderApp.tsx';
import { TEST_PAGES as pages, testPage } from '../../testing/testPages.tsx';
import { DesktopRail } from './DesktopRail.tsx';
import { PageTransition } from './Shell.tsx';

const user = buildUser();

afterEach(() => {
  vi.useRealTimers();
});

describe('the language', () => {
  it('changes without a reload, for texts, document and server', async () => {
    const { server, user: hand } = await renderApp({
      path: '/',
      pages,
      backend: ({ on }) => on(setLanguage, () => 'spa'),
    });
    await hand.click(await screen.findByRole('button', { name: 'menu' }));
    await hand.click(await screen.findByRole('radio', { name: 'Español' }));
    await screen.findByRole('heading', { name: 'Menú' });
    expect(document.documentElement.lang).toBe('es');
    await waitFor(() => {
      expect([localStorage.getItem('lang'), localStorage.getItem('language-mark')]).toEqual(['esp', 'spa']);
    });
    expect(server.seen(setLanguage)[0]?.headers.get('language-mark')).toBe('esp');
  });

  it('chosen before applies from the first text on', async () => {
    localStorage.setItem('lang', 'th');
    await renderApp({ path: '/pages/nowhere', pages });
    await screen.findByRole('heading', { name: 'ไม่พบหน้า' });
    expect(document.documentElement.lang).toBe('th');
  });

  it('needs no server', async () => {
    const { user: hand } = await renderApp({
      path: '/',
      pages,
      backend: ({ on }) => on(setLanguage, () => answerRaw('', 502)),
    });
    await hand.click(await screen.findByRole('button', { name: 'menu' }));
    await hand.click(await screen.findByRole('radio', { name: '日本語' }));
    await screen.findByRole('heading', { name: 'メニュー' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the theme', () => {
  it('is dark by default, and light when chosen', async () => {
    const { user: hand } = await renderApp({ path: '/', pages });
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await hand.click(await screen.findByRole('button', { name: 'menu' }));
    await hand.click(await screen.findByRole('radio', { name: 'Light' }));
    expect(document.documentElement.dataset['theme']).toBe('light');
    await hand.click(screen.getByRole('radio', { name: 'System' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });
});

describe('the left menu', () => {
  it('offers the login and no logout to anonymous users', async () => {
    const { user: hand } = await renderApp({ path: '/', pages });
    await hand.click(await screen.findByRole('button', { name: 'menu' }));
    const link = await screen.findByRole('link', { name: 'Log in or register' });
    expect(link.getAttribute('href')).toContain('backpage=%2F');
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
    await hand.click(link);
    await screen.findByRole('heading', { name: 'login' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Menu' })).toBeNull());
  });

  it('leads to existing pages, including deposit and withdrawal', async () => {
    const { user: hand } = await renderApp({ path: '/', pages, user });
    await hand.click(await screen.findByRole('button', { name: 'menu' }));
    await screen.findByRole('radio', { name: 'English' });
    const targets = screen.getAllByRole('link').map((link) => (link.getAttribute('href') ?? '').slice(1));
    expect(targets).toEqual(expect.arrayContaining([paths.deposit(), paths.transfer(), paths.assetsRecord()]));
    expect(targets.filter((target) => builtRouteOf(target) === undefined)).toEqual([]);
  });

  it('shows the logged-in user', async () => {
    const ann = buildUser({ email: 'ann@example.com' });
    const { user: hand } = await renderApp({ path: '/', pages, user: ann });
    await hand.click(await screen.findByRole('button', { name: 'menu' }));
    await screen.findByText('ann@example.com');
    expect(screen.getByText(`User ID ${ann.id}`)).toBeDefined();
  });
});

describe('the links of a section', () => {
  it.each([
    ['a page with a link', paths.passkeys(), 'Passkeys', 'page'],
    ['a page that another one opens', paths.fundReset(), 'Fund password', 'true'],
    ['a page of another feature', paths.depositCharge(), 'Deposit', 'true'],
  ])('show where %s belongs', async (_, path, name, mark) => {
    await renderRail(path);
    expect(marksIn(screen.getAllByRole('navigation')[0])).toEqual([[name, mark]]);
  });

  it.each([
    ['itself', paths.trust(), 'page'],
    ['a page of its section', paths.financeOrders(), 'true'],
    ['a page of another feature in its section', paths.publications(), 'true'],
  ])('have their tab marked on %s', async (_, path, mark) => {
    await renderRail(path);
    expect(marksIn(screen.getAllByRole('navigation')[1])).toEqual([['Earn', mark]]);
  });

  it.each([
    ['elsewhere', paths.trade(), true],
    ['for visitors on a page of the account', paths.freeze(), false],
  ])('are absent %s', async (_, path, isLoggedIn) => {
    await renderRail(path, isLoggedIn);
    expect(screen.getAllByRole('navigation')).toHaveLength(1);
  });
});

describe('a failed call', () => {
  it('of a user’s action shows a message in the user’s language', async () => {
    const order = build(cancelOrder.answer);
    const { app } = await renderApp({
      path: '/',
      pages,
      user,
      backend: ({ on }) => on(cancelOrder, () => refuse('ORDER_NOT_OPEN')),
    });
    await act(async () => {
      await app.store.dispatch(cancellation.endpoint.initiate({ request: { id: order.id }, attempt: newRequestId() }));
    });
    await screen.findByText('This order is no longer open. Refresh the list of your orders.', { selector: 'p' });
  });

  it('with an unknown code shows the server’s own message', async () => {
    const order = build(cancelOrder.answer);
    const { app } = await renderApp({
      path: '/',
      pages,
      user,
      backend: ({ on }) => on(cancelOrder, () => answerRaw('{"type":"error","message":"Konto gesperrt"}')),
    });
    await act(async () => {
      await app.store.dispatch(cancellation.endpoint.initiate({ request: { id: order.id }, attempt: newRequestId() }));
    });
    await screen.findByText('Konto gesperrt', { selector: 'p' });
  });

  it('that its form shows is not shown twice', async () => {
    function Out() {
      const [run] = useLogOutMutation();
      return (
        <button type="button" onClick={() => void run()}>
          out
        </button>
      );
    }
    const { user: hand } = await renderApp({
      path: '/',
      user,
      pages: { ...pages, home: testPage(Out) },
      backend: ({ on }) => on(logOut, () => refuse('PARAMETER_INVALID', { field: 'x' })),
    });
    await hand.click(await screen.findByRole('button', { name: 'out' }));
    expect(screen.queryByText(/not valid|invalid/)).toBeNull();
  });
});

describe('banners', () => {
  it('show that the device is offline, and that the server is unreachable', async () => {
    const { realtime } = await renderApp({ path: '/', pages });
    await screen.findByRole('heading', { name: 'home' });
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText('You are offline. This may be out of date.');
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/You are offline/)).toBeNull();
    act(() => realtime.setState('offline'));
    await screen.findByText('The exchange cannot be reached. Trying again.');
    act(() => realtime.setState('connected'));
    expect(screen.queryByText(/cannot be reached/)).toBeNull();
  });

  it('show the age of the oldest figures that were live before', async () => {
    const day = Date.UTC(2026, 10, 27);
    function Figures() {
      const isLost = useMoneyBlockedReason() !== undefined;
      return [day + 60_000, day].map((atMs) => <AsOf key={atMs} atMs={isLost ? atMs : undefined} />);
    }
    const { realtime } = await renderApp({ path: '/', pages: { ...pages, home: testPage(Figures) } });
    act(() => realtime.setState('connected'));
    act(() => realtime.setState('offline'));
    const strip = (await screen.findByText(/^The exchange cannot be reached\./)).closest('[role="status"]');
    const age = await within(strip as HTMLElement).findByText(/^As of /);
    expect(age.getAttribute('datetime')).toBe(new Date(day).toISOString());
    expect(screen.getAllByText(/^As of /)).toEqual([age]);
    act(() => realtime.setState('connected'));
    expect(screen.queryByText(/^As of /)).toBeNull();
  });

  it('offer a new version, but not during an activity', async () => {
    const { user: hand } = await renderApp({ path: '/', pages });
    const activateWaiting = vi.fn<() => void>();
    const release = markBusy();
    act(() => pwa.updateArrived({ activateWaiting }));
    expect(screen.queryByText('A new version is ready.')).toBeNull();
    act(release);
    await hand.click(await screen.findByRole('button', { name: 'Update' }));
    expect(activateWaiting).toHaveBeenCalledTimes(1);
  });
});

// Focus after a page change.

describe('a new page', () => {
  it('takes the focus', async () => {
    await open('Plain');
    expect(document.activeElement?.contains(screen.getByRole('heading', { name: 'Plain page' }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('leaves it to a field with autofocus', async () => {
    await open('Search');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });
});

async function renderRail(path: string, isLoggedIn = true): Promise<void> {
  await startI18n('en');
  await loadNamespace('shell');
  const session = { token: 'token-of-test', user: isLoggedIn ? user : undefined, appVersion: '' };
  const store = configureStore({ reducer: { session: sessionSlice.reducer }, preloadedState: { session } });
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <DesktopRail />
      </MemoryRouter>
    </Provider>,
  );
}

/** Names of the marked links, each with its mark. */
function marksIn(navigation: HTMLElement | undefined): (string | null)[][] {
  const links = navigation === undefined ? [] : within(navigation).getAllByRole('link');
  return links
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => [link.textContent, link.getAttribute('aria-current')]);
}

async function open(name: string): Promise<void> {
  const visitor = userEvent.setup();
  render(
    <MemoryRouter>
      <Pages />
    </MemoryRouter>,
  );
  await visitor.click(screen.getByRole('link', { name }));
}

function Pages() {
  const location = useLocation();
  return (
    <PageTransition>
      <Routes location={location}>
        <Route path="/" element={<Start />} />
        <Route path="/plain" element={<h1>Plain page</h1>} />
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a field that has the focus from the start is what is tested */}
        <Route path="/search" element={<input type="search" autoFocus />} />
      </Routes>
    </PageTransition>
  );
}

function Start() {
  return (
    <>
      <Link to="/plain">Plain</Link>
      <Link to="/search">Search</Link>
    </>
  );
}
