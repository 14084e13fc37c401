// Several tabs share one session: a login or logout in one of them applies here. The whole app is one tab, the
// browser's storage the other.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { getUser } from '@halyard/contract/user/calls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { build } from '@halyard/contract/testing/build';
import { selectIsLoggedIn, selectUser } from '../../domain/session/sessionSlice.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { isGateShut, LOCK_KEY } from '../../shared/app-lock/lockGate.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { PUSH_KEY } from '../../shared/pwa/forgetPush.ts';
import { draftOwner } from '../../shared/storage/draftOwner.ts';
import { buildUser, renderApp } from '../../testing/renderApp.tsx';
import { TEST_PAGES as pages, testPage } from '../../testing/testPages.tsx';

const user = buildUser({ email: 'ann@example.com' });
const wallet = build(getWallet.answer);

it('applies a logout of another tab here', async () => {
  const { app } = await renderApp({ path: '/', user, pages });
  localStorage.setItem('lifeData', '{}');
  await act(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'lifeData' }));
  });
  expect(selectIsLoggedIn(app.store.getState())).toBe(false);
});

describe('a login in another tab', () => {
  const bea = buildUser({ id: 4711 as typeof user.id, email: 'bea@example.com' });
  const persist = (kept: object) => {
    localStorage.setItem('lifeData', JSON.stringify({ ...kept, _persist: { version: 1, rehydrated: true } }));
    return act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'lifeData' })));
  };
  const wireBea = z.encode(getUser.answer, bea);

  it('applies here', async () => {
    const { app } = await renderApp({ path: '/', pages });
    await persist({ token: 'of-bea', user: wireBea });
    expect(selectUser(app.store.getState())).toEqual(bea);
  });

  it('changes nothing until its user is known', async () => {
    const { app } = await renderApp({ path: '/', user, pages });
    await persist({ token: 'of-bea' });
    expect(selectUser(app.store.getState())).toEqual(user);
    await persist({ token: 'of-bea', user: wireBea });
    expect(selectUser(app.store.getState())).toEqual(bea);
  });

  it('as another user replaces this tab’s data and persists no logout', async () => {
    const { app, server } = await renderApp({
      path: paths.assets(),
      user,
      pages: { ...pages, assets: { ...testPage(Note), needsSession: true } },
      backend: ({ on }) => on(getWallet, () => wallet),
    });
    const kept = vi.spyOn(Storage.prototype, 'setItem');
    const hand = userEvent.setup();
    await hand.type(await screen.findByRole('textbox'), 'for my eyes');
    await persist({ token: 'of-bea', user: wireBea });
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(''));
    expect(selectUser(app.store.getState())).toEqual(bea);
    await waitFor(() => expect(server.seen(getWallet).at(-1)?.headers.get('Authorization')).toBe('of-bea'));
    await app.persistor.flush();
    const sessions = kept.mock.calls.filter(([key]) => key === 'lifeData').map(([, value]) => value);
    expect(sessions.filter((value) => !value.includes('"token"'))).toEqual([]);
    expect(sessions.at(-1)).toContain('of-bea');
  });

  it('as another user keeps what that user has on the device', async () => {
    await renderApp({ path: '/', user, pages });
    localStorage.setItem(PUSH_KEY, 'of-bea');
    localStorage.setItem(LOCK_KEY, '{}');
    await persist({ token: 'of-bea', user: wireBea });
    expect(draftOwner()?.id).toBe('4711');
    expect([localStorage.getItem(PUSH_KEY), localStorage.getItem(LOCK_KEY)]).toEqual(['of-bea', '{}']);
    expect(isGateShut()).toBe(true);
  });

  it.each([
    ['suspended', () => window.dispatchEvent(new Event('pageshow'))],
    ['frozen', () => document.dispatchEvent(new Event('resume'))],
  ])('applies when a %s tab resumes', async (_name, resume) => {
    const { app } = await renderApp({ path: '/', pages });
    localStorage.setItem('lifeData', JSON.stringify({ token: 'of-bea', user: wireBea }));
    await act(async () => void resume());
    expect(selectUser(app.store.getState())).toEqual(bea);
  });
});

/** A field being filled in, beside loaded data. */
function Note() {
  useWallet();
  return <input aria-label="note" />;
}
