// @vitest-environment jsdom
// A logout without a connection is reported once there is a network again, by the token of that session, once; the
// answer ends no other session.
import { expect, it, vi } from 'vitest';
import { logOut } from '@halyard/contract/user/calls';
import { createTestStore } from '../../testing/createTestStore.ts';
import { TRADER } from '../../testing/exchange.ts';
import { breakConnection, refuse } from '../../testing/fakeBackend.ts';
import { sessionApi } from './sessionApi.ts';
import { selectIsLoggedIn, tokenIssued, userReceived } from './sessionSlice.ts';

const online = () => window.dispatchEvent(new Event('online'));

async function logOutWithoutConnection() {
  const { store, server } = await createTestStore(TRADER);
  server.on(logOut, breakConnection);
  await store.dispatch(sessionApi.endpoints.logOut.initiate());
  expect([selectIsLoggedIn(store.getState()), server.seen(logOut).length]).toEqual([false, 1]);
  return { store, server, tokens: () => server.seen(logOut).map(({ headers }) => headers.get('Authorization')) };
}

it('is reported until the exchange answers, by the token that ended', async () => {
  const { server, tokens } = await logOutWithoutConnection();
  await vi.waitFor(() => {
    online();
    expect(tokens()).toHaveLength(2);
  });
  server.on(logOut, () => 'logged out');
  await vi.waitFor(() => {
    online();
    expect(tokens()).toHaveLength(3);
  });
  expect(new Set(tokens())).toEqual(new Set(['token-of-test']));
});

it('does not end the session of a user who logged in meanwhile', async () => {
  const { store, server, tokens } = await logOutWithoutConnection();
  store.dispatch(tokenIssued('token-of-another'));
  store.dispatch(userReceived(TRADER));
  server.on(logOut, () => refuse('NOT_LOGGED_IN'));
  await vi.waitFor(() => {
    online();
    expect(tokens()).toEqual(['token-of-test', 'token-of-test']);
  });
  expect(store.getState().session.token).toBe('token-of-another');
});
