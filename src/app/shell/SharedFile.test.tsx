// A file shared by another app: home asks where it goes, and it is deleted with the session. The worker's cache is
// fake; app, store and router are real.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SHARED_FILE } from '@halyard/contract/serviceWorker';
import { loggedOut } from '../../domain/session/sessionSlice.ts';
import { buildUser, renderApp } from '../../testing/renderApp.tsx';
import type { Pages } from '../startPages.ts';

const page = (text: string) => ({ load: () => Promise.resolve(() => <h1>{text}</h1>), namespaces: [] });
const pages: Pages = { home: page('home'), deposit: { ...page('deposit'), needsSession: true }, login: page('login') };
const SHARED_HOME = '/pages/index/index?shared=1';

let kept: Map<string, Response>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('caches', {
    open: (name: string) =>
      Promise.resolve({ put: (_url: string, answer: Response) => Promise.resolve(void kept.set(name, answer)) }),
    has: (name: string) => Promise.resolve(kept.has(name)),
    match: (_url: string, { cacheName }: { cacheName: string }) => Promise.resolve(kept.get(cacheName)?.clone()),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  });
});

function share(): void {
  const headers = {
    'content-type': 'application/pdf',
    [SHARED_FILE.nameHeader]: 'transfer.pdf',
    [SHARED_FILE.receivedAtHeader]: new Date().toISOString(),
  };
  kept.set(SHARED_FILE.cache, new Response('%PDF-1.7', { headers }));
}
const placeOf = () => kept.get(SHARED_FILE.chosenCache)?.headers.get(SHARED_FILE.placeHeader);

it('goes to the deposit proof on the user’s choice', async () => {
  share();
  const { user: hand } = await renderApp({ path: SHARED_HOME, pages, user: buildUser({}) });
  await screen.findByText('transfer.pdf');
  screen.getByText(/^Another page may have sent this file/);
  expect(placeOf()).toBeUndefined();
  await hand.click(await screen.findByRole('button', { name: /Proof of a deposit/ }));
  await screen.findByRole('heading', { name: 'deposit' });
  expect(placeOf()).toBe('deposit');
});

it('waits for the login of an anonymous user', async () => {
  share();
  const { user: hand } = await renderApp({ path: SHARED_HOME, pages });
  await screen.findByText('Log in first. The file is kept for ten minutes.');
  await hand.click(await screen.findByRole('button', { name: /Proof of a deposit/ }));
  await screen.findByRole('heading', { name: 'login' });
  expect(placeOf()).toBe('deposit');
});

it('is deleted when the user discards it', async () => {
  share();
  const { user: hand } = await renderApp({ path: SHARED_HOME, pages });
  await hand.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(kept.size).toBe(0));
});

it('is reported as missing if it cannot be used', async () => {
  await renderApp({ path: SHARED_HOME, pages });
  await screen.findByText(/No file received.* of up to 10 MB/);
});

it('is deleted at logout, chosen or not', async () => {
  share();
  kept.set(SHARED_FILE.chosenCache, new Response());
  const { app } = await renderApp({ path: '/', pages, user: buildUser({}) });
  app.store.dispatch(loggedOut());
  await waitFor(() => expect(kept.size).toBe(0));
});
