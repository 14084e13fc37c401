/** Several tabs of the browser are one user: what one of them does to the session, the others follow. */
import { loggedOut, selectToken, tokenIssued, userReceived } from '../../domain/session/sessionSlice.ts';
import { readJson } from '../../shared/storage/localStore.ts';
import { decodeUser } from '../persist/migrations.ts';
import type { AppParts } from './appParts.ts';

const SESSION_KEY = 'lifeData';

/** Follows logins and logouts of other tabs. */
export function startTabsListener({ store }: AppParts) {
  const follow = ({ key }: StorageEvent) => {
    if (key !== SESSION_KEY && key !== null) return;
    const { token, user } = (readJson(SESSION_KEY) ?? {}) as { token?: unknown; user?: unknown };
    const known = decodeUser(user);
    if (token === selectToken(store.getState())) return;
    if (typeof token !== 'string' || known === undefined) {
      store.dispatch(loggedOut());
      return;
    }
    store.dispatch(loggedOut());
    store.dispatch(tokenIssued(token));
    store.dispatch(userReceived(known));
  };
  window.addEventListener('storage', follow);
  return () => {
    window.removeEventListener('storage', follow);
  };
}
