/** Follows session changes made in other tabs. */
import {
  loggedOut,
  selectToken,
  selectUser,
  tokenIssued,
  tokenRenewed,
  userReceived,
} from '../../domain/session/sessionSlice.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { readJson } from '../../shared/storage/localStore.ts';
import { decodeUser } from '../persist/migrations.ts';
import { SESSION_KEY } from '../persist/storages.ts';
import type { AppParts } from './appParts.ts';

/** Follows logins and logouts of other tabs, including those that happened while this one was suspended. */
export function startTabsListener({ store }: AppParts) {
  const follow = () => {
    const { token, user } = (readJson(SESSION_KEY) ?? {}) as { token?: unknown; user?: unknown };
    const before = selectToken(store.getState());
    if (token === before) return;
    if (typeof token !== 'string') {
      store.dispatch(loggedOut());
      return;
    }
    const known = decodeUser(user);
    // A login is under way in the other tab; the session begins once its user is known.
    if (known === undefined) return;
    // The same user under a renewed token: loaded data and typed input stay.
    if (before !== undefined && known.id === selectUser(store.getState())?.id) {
      store.dispatch(tokenRenewed({ from: before, to: token }));
      return;
    }
    // Not by a logout: that would be persisted, and the tab that logged in would follow it.
    if (before !== undefined) store.dispatch(emptyApi.util.resetApiState());
    store.dispatch(tokenIssued(token));
    store.dispatch(userReceived(known));
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SESSION_KEY || key === null) follow();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', follow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', follow);
  };
}
