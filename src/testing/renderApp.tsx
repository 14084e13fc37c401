import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { listHalts, listPastHalts } from '@halyard/contract/halts/calls';
import { listMessages } from '@halyard/contract/notifications/calls';
import { listArticles } from '@halyard/contract/news/calls';
import { listChatMessages } from '@halyard/contract/chat/calls';
import { listDrawings, listPreferences, savePreference } from '@halyard/contract/user/preferenceCalls';
import { setLanguage } from '@halyard/contract/settings/calls';
import { getUser, type User } from '@halyard/contract/user/calls';
import { build } from '@halyard/contract/testing/build';
import { App } from '../app/App.tsx';
import { createApp } from '../app/createApp.ts';
import { PAGES } from '../app/features.ts';
import type { Pages } from '../app/startPages.ts';
import { type FakeBackend } from './fakeBackend.ts';
import { createFakeBackend } from './stubBackend.ts';
import { createFakeRealtime } from './fakeRealtime.ts';

type RenderOptions = {
  /** Path at which the app opens, with its query. */
  readonly path?: string;
  /** Logged-in user; default anonymous. */
  readonly user?: User;
  readonly token?: string;
  /** Pages instead of the real ones. */
  readonly pages?: Pages;
  /** Source of the pages other than home. */
  readonly findAll?: () => Promise<Pages>;
  /** Answers of the server; any other call fails the test. */
  readonly backend?: (backend: FakeBackend) => void;
};

/** A user with the given fields. */
export function buildUser(overrides: Parameters<typeof build<typeof getUser.answer>>[1] = {}): User {
  return build(getUser.answer, overrides);
}

/**
 * Renders the whole app at a path, with a real store, a fake server and a fake socket. Data that it stores on the
 * device is deleted after the test.
 */
export async function renderApp({
  path = '/',
  user,
  token = 'token-of-test',
  pages = PAGES,
  findAll = async () => pages,
  backend,
}: RenderOptions = {}) {
  const server = createFakeBackend();
  server.on(setLanguage, ({ language }) => language);
  // Home requests banners and notices after a while.
  server.on(listArticles, () => ({ rows: [], total: 0, limit: 15 }));
  // The app badge shows the number of unread messages.
  server.on(listMessages, () => ({ messages: [], next: null, unread: 0 }));
  server.on(listChatMessages, () => build(listChatMessages.answer, { messages: [], unread: 0 }));
  server.on(listHalts, () => []);
  server.on(listPastHalts, () => []);
  server.on(listPreferences, () => []);
  server.on(listDrawings, () => []);
  server.on(savePreference, ({ name, value }) => ({ name, value, version: 1 }));
  backend?.(server);
  if (user !== undefined) {
    const session = { token, user: z.encode(getUser.answer, user), _persist: { version: 1, rehydrated: true } };
    localStorage.setItem('lifeData', JSON.stringify(session));
  }
  window.location.hash = `#${path}`;
  const realtime = createFakeRealtime();
  const app = await createApp({
    createRealtime: () => realtime.client,
    pages: { start: pages.home === undefined ? {} : { home: pages.home }, findAll },
  });
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
