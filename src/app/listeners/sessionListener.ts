/** Reactions to the beginning and end of a session, in this or another tab. */
import { isAnyOf } from '@reduxjs/toolkit';
import { SHARED_FILE } from '@halyard/contract/serviceWorker';
import {
  loggedOut,
  selectIsLoggedIn,
  selectToken,
  selectUser,
  sessionAdopted,
  tokenIssued,
  tokenRenewed,
} from '../../domain/session/sessionSlice.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { notLoggedIn } from '../../shared/api/sessionEvents.ts';
import { endRenewal, renewalSettled } from '../../shared/api/tokenRenewal.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { eraseKey, readJson } from '../../shared/storage/localStore.ts';
import type { RootState } from '../../shared/store/rootState.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { SESSION_KEY, decodeUser } from '../persist/persistPart.ts';
import type { AppParts } from './appParts.ts';

/** Clears the user's data when the session ends, and redirects to the login if the server ended it. */
export function startSessionEndListener({ startListening, persistor, realtime, redirectToLogin }: AppParts) {
  return startListening({
    matcher: isAnyOf(notLoggedIn, loggedOut),
    effect: (action, api) => {
      const hadToken = selectToken(api.getOriginalState()) !== undefined;
      const hasToken = selectToken(api.getState()) !== undefined;
      // Answer to a token that is no longer in use.
      if (notLoggedIn.match(action) && hasToken) return;
      if (hadToken) {
        api.dispatch(emptyApi.util.resetApiState());
        realtime.renew();
        // Removed at once, then persisted again without the token.
        eraseKey(SESSION_KEY);
        void persistor.flush();
      }
      if (!notLoggedIn.match(action)) return;
      const wasRedirected = redirectToLogin();
      if (hadToken || wasRedirected) {
        showToast({ kind: 'error', text: action.payload.message ?? errorText('NOT_LOGGED_IN') });
      }
    },
  });
}

const LOGINS: ReadonlySet<string> = new Set(['logIn', 'logInWithPasskey']);

/**
 * Clears the previous user's data when another session begins. Runs after the login itself, which clearing would abort,
 * and aborts what the previous user left running.
 */
export function startSessionChangeListener({ startListening }: AppParts) {
  return startListening({
    actionCreator: tokenIssued,
    effect: async (_action, api) => {
      if (selectToken(api.getOriginalState()) === undefined) return;
      const running = api.dispatch(emptyApi.util.getRunningMutationsThunk());
      await Promise.allSettled(running.filter(({ arg }) => LOGINS.has(arg.endpointName)));
      api.dispatch(emptyApi.util.resetApiState());
    },
  });
}

/** Gives the socket the new token as soon as there is a session. */
export function startSessionBeginListener({ startListening, realtime }: AppParts) {
  return startListening({
    predicate: (_action, now, before) =>
      selectIsLoggedIn(now) && (!selectIsLoggedIn(before) || selectToken(now) !== selectToken(before)),
    effect: () => {
      realtime.renew();
    },
  });
}

/** Persists a renewed token at once: the next page or another tab has no other one. */
export function startRenewalListener({ startListening, persistor }: AppParts) {
  return startListening({
    actionCreator: tokenRenewed,
    effect: async () => {
      await persistor.flush();
      endRenewal();
    },
  });
}

/** The socket reports that the token is no longer valid. */
export function startSocketLogoutListener({ store, realtime }: AppParts) {
  return realtime.onLoggedOut(() => {
    const token = selectToken(store.getState());
    void renewalSettled().then(() => store.dispatch(notLoggedIn({ token, message: undefined })));
  });
}

/**
 * Drafts belong to the logged-in user and are deleted with the session. Sets their owner now and whenever a session
 * begins, ends or changes.
 */
export function startDraftsListener({ startListening, store }: AppParts) {
  changeDraftOwner(ownerOf(store.getState()));
  return startListening({
    predicate: (_action, now, before) => ownerOf(now) !== ownerOf(before),
    effect: (action, { getState }) => changeDraftOwner(ownerOf(getState()), sessionAdopted.match(action)),
  });
}

/** Deletes a shared file when a session ends. A file shared while logged out waits for the login. */
export function startSharedFileListener({ startListening }: AppParts) {
  return startListening({
    matcher: isAnyOf(notLoggedIn, loggedOut),
    effect: (_action, api) => {
      const hasEnded = selectToken(api.getOriginalState()) !== undefined && selectToken(api.getState()) === undefined;
      // Caches do not exist on insecure origins.
      if (!hasEnded || !('caches' in globalThis)) return;
      for (const name of [SHARED_FILE.cache, SHARED_FILE.chosenCache]) void caches.delete(name);
    },
  });
}

function ownerOf(state: RootState): string | undefined {
  const user = selectUser(state);
  return user && String(user.id);
}

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
    store.dispatch(sessionAdopted({ token, user: known }));
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SESSION_KEY || key === null) follow();
  };
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener('storage', onStorage, { signal });
  window.addEventListener('pageshow', follow, { signal });
  // Before a refused request of the user who was logged in here ends the session of the next one.
  document.addEventListener('resume', follow, { signal });
  return () => controller.abort();
}
