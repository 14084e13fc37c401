// Drafts on the device are deleted with the session, however it ends, and never reach another user. The whole app with
// a fake server and fake-indexeddb.
import { act } from '@testing-library/react';
import { createStore, keys } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '@halyard/contract/user/calls';
import { loggedOut, tokenIssued, userReceived } from '../domain/session/sessionSlice.ts';
import { notLoggedIn } from '../shared/api/sessionEvents.ts';
import { changeDraftOwner, DRAFTS_DATABASE, DRAFTS_STORE } from '../shared/storage/draftOwner.ts';
import { loadDraft, saveDraft } from '../shared/storage/drafts.ts';
import { fakeIndexedDb } from '../testing/fakeIndexedDb.ts';
import { buildUser, renderApp } from '../testing/renderApp.tsx';
import type { Pages } from './startPages.ts';

fakeIndexedDb();

const store = createStore(DRAFTS_DATABASE, DRAFTS_STORE);
const pages: Pages = {
  home: { load: () => Promise.resolve(() => <h1>home</h1>), namespaces: [] },
  login: { load: () => Promise.resolve(() => <h1>login</h1>), namespaces: [] },
};
const ann = buildUser({ email: 'ann@example.com' });

async function withDraft() {
  const { app } = await renderApp({ user: ann, pages });
  await saveDraft('identity', { name: 'Ann' });
  expect(await loadDraft('identity')).toEqual({ name: 'Ann' });
  return app;
}

const allGone = () => vi.waitFor(async () => expect(await keys(store)).toEqual([]));

beforeEach(() => changeDraftOwner(undefined));

describe('drafts', () => {
  it('are deleted at logout', async () => {
    const app = await withDraft();
    act(() => void app.store.dispatch(loggedOut()));
    await allGone();
  });

  it('are deleted when the server ends the session', async () => {
    const app = await withDraft();
    await act(async () => void app.store.dispatch(notLoggedIn({ token: 'token-of-test', message: undefined })));
    await allGone();
  });

  it('are deleted when another user logs in', async () => {
    const app = await withDraft();
    const bob = buildUser({ email: 'bob@example.com', id: (ann.id + 1) as User['id'] });
    act(() => {
      app.store.dispatch(tokenIssued('token-of-bob'));
      app.store.dispatch(userReceived(bob));
    });
    await allGone();
    expect(await loadDraft('identity')).toBeUndefined();
  });

  it('remain during the session', async () => {
    const app = await withDraft();
    act(() => void app.store.dispatch(userReceived({ ...ann, email: 'ann@example.org' })));
    expect(await loadDraft('identity')).toEqual({ name: 'Ann' });
  });
});
