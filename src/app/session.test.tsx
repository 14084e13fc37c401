// Sessions through the whole app: guard, redirect, type 999 and logout, with a real store and router, a fake server and
// a fake socket.
import { act, screen, waitFor } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkTextCode, logIn, logOut, getUser } from '@halyard/contract/user/calls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { build } from '@halyard/contract/testing/build';
import { sessionApi, useLogInMutation } from '../domain/session/sessionApi.ts';
import { selectIsLoggedIn, selectUser } from '../domain/session/sessionSlice.ts';
import { useWallet } from '../domain/wallet/useWallet.ts';
import { emptyApi } from '../shared/api/emptyApi.ts';
import { notLoggedIn } from '../shared/api/sessionEvents.ts';
import { backQueryOf, pathAfterLogin } from '../shared/navigation/backPage.ts';
import { useOpenLeftMenu } from '../shared/navigation/leftMenu.ts';
import { paths } from '../shared/navigation/paths.ts';
import { answerRaw, breakConnection, neverAnswer, refuse, type FakeBackend } from '../testing/fakeBackend.ts';
import { buildUser, renderApp } from '../testing/renderApp.tsx';
import type { Pages } from './startPages.ts';

const user = buildUser({ email: 'ann@example.com' });

const page = (text: string) => ({
  load: () => Promise.resolve(() => <h1>{text}</h1>),
  namespaces: [],
});

function Assets() {
  const { wallet } = useWallet();
  const openMenu = useOpenLeftMenu();
  return (
    <>
      <h1>{wallet === undefined ? 'assets' : 'assets with wallet'}</h1>
      <button type="button" onClick={openMenu}>
        menu
      </button>
    </>
  );
}

function Login() {
  const [run, { error }] = useLogInMutation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const leave = () => void navigate(pathAfterLogin(search), { replace: true });
  const submit = () =>
    void run({ address: 'ann@example.com', password: 'secret' })
      .unwrap()
      .then(leave, () => undefined);
  return (
    <>
      <h1>login</h1>
      <button type="button" onClick={submit}>
        go
      </button>
      <p>{error === undefined ? '' : JSON.stringify(error)}</p>
    </>
  );
}

const pages: Pages = {
  home: page('home'),
  kline: page('kline'),
  assets: { ...page('assets'), load: () => Promise.resolve(Assets), needsSession: true },
  login: { ...page('login'), load: () => Promise.resolve(Login) },
};

const wallet = build(getWallet.answer);

afterEach(() => {
  vi.useRealTimers();
});

describe('a guarded page', () => {
  it('redirects an anonymous user to the login, which leads back', async () => {
    const { location, app } = await renderApp({ path: paths.assets(), pages });
    await screen.findByRole('heading', { name: 'login' });
    expect(location()).toBe(paths.login({ backpage: paths.assets(), backtype: 2 }));
    expect(backQueryOf(app.router.state.location.search)).toEqual({ backpage: paths.assets(), backtype: 2 });
  });

  it('is shown to a logged-in user', async () => {
    const { server, location } = await renderApp({
      path: paths.assets(),
      user,
      pages,
      backend: ({ on }) => on(getWallet, () => wallet),
    });
    await screen.findByText('assets with wallet');
    expect(location()).toBe(paths.assets());
    expect(server.seen(getWallet)[0]?.headers.get('Authorization')).toBe('token-of-test');
  });

  it('redirects at most once a second; a user who returns sooner sees a link', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { app, location } = await renderApp({ path: paths.assets(), pages });
    await screen.findByRole('heading', { name: 'login' });
    await act(() => app.router.navigate(paths.assets()));
    expect(location()).toBe(paths.assets());
    expect(screen.getByRole('link', { name: 'Log in or register' }).getAttribute('href')).toContain('backpage');
    await act(() => app.router.navigate(paths.home()));
    vi.advanceTimersByTime(1000);
    await act(() => app.router.navigate(paths.assets()));
    await screen.findByRole('heading', { name: 'login' });
  });
});

describe('type 999', () => {
  it('ten times at once clears the session, shows one message and redirects once', async () => {
    const { app, location } = await renderApp({ path: paths.kline({ symbol: 'BTC/USDT' }), user, pages });
    const navigate = vi.spyOn(app.router, 'navigate');
    await act(async () => {
      for (let count = 0; count < 10; count += 1) {
        app.store.dispatch(notLoggedIn({ token: 'token-of-test', message: 'Please log in.' }));
      }
    });
    expect(navigate).toHaveBeenCalledTimes(1);
    expect(location()).toBe(paths.login({ backpage: paths.kline({ symbol: 'BTC/USDT' }), backtype: 1 }));
    expect(await screen.findAllByText('Please log in.', { selector: 'p' })).toHaveLength(1);
    expect(selectIsLoggedIn(app.store.getState())).toBe(false);
  });

  it('leaves nothing of the user on the device or in the store', async () => {
    const { app } = await renderApp({
      path: paths.assets(),
      user,
      pages,
      backend: ({ on }) => on(getWallet, () => wallet),
    });
    await screen.findByText('assets with wallet');
    expect(localStorage.getItem('lifeData')).toContain('ann@example.com');
    await act(async () => {
      app.store.dispatch(notLoggedIn({ token: 'token-of-test', message: undefined }));
    });
    await screen.findByRole('heading', { name: 'login' });
    await waitFor(() => expect(localStorage.getItem('lifeData')).not.toContain('ann@example.com'));
    const everything = JSON.stringify({
      stored: [Object.entries(localStorage), Object.entries(sessionStorage)],
      state: app.store.getState(),
    });
    expect(everything).not.toContain('token-of-test');
    expect(everything).not.toContain('ann@example.com');
    expect(Object.keys(app.store.getState()[emptyApi.reducerPath].queries)).toEqual([]);
  });

  it('about an older token does not end the newer session', async () => {
    const { app, location } = await renderApp({ path: '/', user, pages });
    await act(async () => {
      app.store.dispatch(notLoggedIn({ token: 'an-older-one', message: 'late' }));
    });
    expect(selectIsLoggedIn(app.store.getState())).toBe(true);
    expect(location()).toBe('/');
    expect(screen.queryByText('late')).toBeNull();
  });

  it('also arrives through the socket', async () => {
    const { realtime, location } = await renderApp({ path: '/', user, pages });
    await act(async () => realtime.logOut());
    expect(location()).toBe(paths.login({ backpage: '/', backtype: 2 }));
    await screen.findByText('You are not logged in. Log in to continue.', { selector: 'p' });
  });

  it('on the login page itself redirects nowhere', async () => {
    const { location, user: hand } = await renderApp({
      path: paths.login({ backpage: paths.assets(), backtype: 2 }),
      pages,
      backend: ({ on }) => on(logIn, () => refuse('NOT_LOGGED_IN')),
    });
    await hand.click(await screen.findByRole('button', { name: 'go' }));
    expect(location()).toBe(paths.login({ backpage: paths.assets(), backtype: 2 }));
  });
});

describe('a login', () => {
  const goodLogin = ({ on }: FakeBackend) => {
    on(logIn, () => 'fresh-token');
    on(getUser, () => user);
    on(getWallet, () => wallet);
  };

  it('stores token and user under lifeData, and leads back', async () => {
    const {
      server,
      location,
      realtime,
      user: hand,
    } = await renderApp({
      path: paths.login({ backpage: paths.assets(), backtype: 2 }),
      pages,
      backend: goodLogin,
    });
    await hand.click(await screen.findByRole('button', { name: 'go' }));
    await screen.findByText('assets with wallet');
    expect(location()).toBe(paths.assets());
    expect(server.seen(getUser)[0]?.headers.get('Authorization')).toBe('fresh-token');
    await waitFor(() => {
      const stored = JSON.parse(localStorage.getItem('lifeData') ?? '{}') as Record<string, unknown>;
      expect(stored).toMatchObject({ token: 'fresh-token', user: { email: 'ann@example.com' }, appVersion: '2.5.8' });
    });
    expect(realtime.renewals()).toBe(1);
    // The account stream loads as a chunk of its own.
    await waitFor(() => expect(realtime.rooms()).toContain('account'));
  });

  // `backPage.test.ts` covers every way to write such an address.
  it('never leads out of the app', async () => {
    const { location, user: hand } = await renderApp({
      path: `${paths.login()}?backpage=${encodeURIComponent('//evil.example')}`,
      pages,
      backend: goodLogin,
    });
    await hand.click(await screen.findByRole('button', { name: 'go' }));
    await screen.findByRole('heading', { name: 'home' });
    expect(location()).toBe(paths.home());
  });

  it('over another session succeeds, and shows none of its data', async () => {
    const {
      app,
      server,
      location,
      user: hand,
    } = await renderApp({
      path: paths.assets(),
      user: buildUser({ email: 'bob@example.com' }),
      pages,
      backend: goodLogin,
    });
    await screen.findByRole('heading', { name: 'assets with wallet' });
    server.on(getWallet, () => new Promise<never>(() => undefined));
    // A call of the first user is still under way.
    server.on(checkTextCode, neverAnswer);
    void app.store.dispatch(sessionApi.endpoints.checkTextCode.initiate(build(checkTextCode.request)));
    await act(() => app.router.navigate(paths.login({ backpage: paths.assets(), backtype: 2 })));
    await hand.click(await screen.findByRole('button', { name: 'go' }));
    await screen.findByRole('heading', { name: 'assets' });
    expect(location()).toBe(paths.assets());
    expect(selectUser(app.store.getState())?.email).toBe('ann@example.com');
    expect(screen.queryByRole('heading', { name: 'assets with wallet' })).toBeNull();
  });

  it('whose user cannot be read fails, and its form explains why', async () => {
    const { app, user: hand } = await renderApp({
      path: paths.login(),
      pages,
      backend: ({ on }) => {
        on(logIn, () => 'fresh-token');
        on(getUser, () => answerRaw('', 502));
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'go' }));
    await screen.findByText(/SERVICE_UNAVAILABLE/);
    expect(app.store.getState().session.token).toBeUndefined();
  });
});

describe('a logout', () => {
  it('works offline', async () => {
    const {
      app,
      server,
      location,
      user: hand,
    } = await renderApp({
      path: paths.assets(),
      user,
      pages,
      backend: ({ on }) => {
        on(getWallet, () => wallet);
        on(logOut, breakConnection);
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'menu' }));
    await hand.click(await screen.findByRole('button', { name: 'Log out' }));
    await screen.findByRole('heading', { name: 'home' });
    await waitFor(() => expect(selectIsLoggedIn(app.store.getState())).toBe(false));
    expect(location()).toBe(paths.home());
    expect(server.seen(logOut)[0]?.headers.get('Authorization')).toBe('token-of-test');
    await waitFor(() => expect(localStorage.getItem('lifeData')).not.toContain('token-of-test'));
  });
});
