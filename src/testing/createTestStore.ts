import { onTestFinished } from 'vitest';
import { createAppStore } from '../app/store.ts';
import { tokenIssued, userReceived } from '../domain/session/sessionSlice.ts';
import type { User } from '@halyard/contract/user/calls';
import { createFakeBackend } from './stubBackend.ts';
import { createFakeRealtime } from './fakeRealtime.ts';

/** The real store with a fake server and a fake socket, without a page; logged in as `user` if given. */
export async function createTestStore(user?: User) {
  localStorage.clear();
  const server = createFakeBackend();
  const realtime = createFakeRealtime();
  const { store, persistor, whenRestored, stopWatching } = createAppStore(realtime.client);
  await whenRestored;
  onTestFinished(() => {
    stopWatching();
    persistor.pause();
    localStorage.clear();
  });
  if (user !== undefined) {
    store.dispatch(tokenIssued('token-of-test'));
    store.dispatch(userReceived(user));
  }
  return { store, server, realtime };
}
