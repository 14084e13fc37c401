import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { setLanguage } from '@halyard/contract/calls/settings';
import { getUser, type User } from '@halyard/contract/calls/user';
import { build } from '@halyard/contract/testing/build';
import { App } from '../app/App.tsx';
import { createApp } from '../app/createApp.ts';
import { PAGES, type Pages } from '../app/pages.ts';
import { createFakeBackend, type FakeBackend } from './fakeBackend.ts';
import { createFakeRealtime } from './fakeRealtime.ts';

type RenderOptions = {
  /** Where the app opens, with its query. */
  readonly path?: string;
  /** Logged in as this user; nobody unless said. */
  readonly user?: User;
  readonly token?: string;
  /** Pages instead of the real ones. */
  readonly pages?: Pages;
  /** Answers of the server; anything else that is asked fails the test. */
  readonly backend?: (backend: FakeBackend) => void;
};

/** A user, with what matters to the test. */
export function buildUser(overrides: Parameters<typeof build<typeof getUser.answer>>[1] = {}): User {
  return build(getUser.answer, overrides);
}

/** Renders the whole app at a path, with a real store, a fake server and a fake socket. What it keeps on the device is gone after the test. */
export async function renderApp({
  path = '/',
  user,
  token = 'token-of-test',
  pages = PAGES,
  backend,
}: RenderOptions = {}) {
  const server = createFakeBackend();
  server.on(setLanguage, ({ language }) => language);
  backend?.(server);
  if (user !== undefined) {
    const kept = { token, user: z.encode(getUser.answer, user), _persist: { version: 1, rehydrated: true } };
    localStorage.setItem('lifeData', JSON.stringify(kept));
  }
  window.location.hash = `#${path}`;
  const realtime = createFakeRealtime();
  const app = await createApp({ createRealtime: () => realtime.client, pages });
  onTestFinished(() => {
    app.close();
    app.persistor.pause();
    localStorage.clear();
    sessionStorage.clear();
  });
  const view = await act(async () => render(<App {...app} />));
  const location = () => {
    const { pathname, search } = app.router.state.location;
    return `${pathname}${search}`;
  };
  return { ...view, app, server, realtime, location, user: userEvent.setup() };
}
