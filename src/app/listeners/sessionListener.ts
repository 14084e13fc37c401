/** What follows when a session begins or ends (specification, section 4, "Session"). */
import { isAnyOf } from '@reduxjs/toolkit';
import { SHARED_FILE } from '@halyard/contract/serviceWorker';
import {
  loggedOut,
  selectIsLoggedIn,
  selectToken,
  selectUser,
  tokenIssued,
  tokenRenewed,
} from '../../domain/session/sessionSlice.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { notLoggedIn } from '../../shared/api/sessionEvents.ts';
import { endRenewal, renewalSettled } from '../../shared/api/tokenRenewal.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { eraseKey } from '../../shared/storage/localStore.ts';
import type { RootState } from '../../shared/store/rootState.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { SESSION_KEY } from '../persist/storages.ts';
import type { AppParts } from './appParts.ts';

/** Clears what belongs to a user when his session ends, and leads to the login when the server ended it. */
export function startSessionEndListener({ startListening, persistor, realtime, redirectToLogin }: AppParts) {
  return startListening({
    matcher: isAnyOf(notLoggedIn, loggedOut),
    effect: (action, api) => {
      const hadToken = selectToken(api.getOriginalState()) !== undefined;
      const hasToken = selectToken(api.getState()) !== undefined;
      // An answer to a token that is not in use any more.
      if (notLoggedIn.match(action) && hasToken) return;
      if (hadToken) {
        api.dispatch(emptyApi.util.resetApiState());
        realtime.renew();
        // Gone at once, and written anew without the token.
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

/**
 * Clears what was loaded for a user in whose place another session begins; after the login itself, which clearing would
 * break off.
 */
export function startSessionChangeListener({ startListening }: AppParts) {
  return startListening({
    actionCreator: tokenIssued,
    effect: async (_action, api) => {
      if (selectToken(api.getOriginalState()) === undefined) return;
      await Promise.allSettled(api.dispatch(emptyApi.util.getRunningMutationsThunk()));
      api.dispatch(emptyApi.util.resetApiState());
    },
  });
}

/** The socket speaks with the new token as soon as there is a session. */
export function startSessionBeginListener({ startListening, realtime }: AppParts) {
  return startListening({
    predicate: (_action, now, before) =>
      selectIsLoggedIn(now) && (!selectIsLoggedIn(before) || selectToken(now) !== selectToken(before)),
    effect: () => {
      realtime.renew();
    },
  });
}

/** The new token of a session is kept at once: a page that is opened next, or another tab, knows no other one. */
export function startRenewalListener({ startListening, persistor }: AppParts) {
  return startListening({
    actionCreator: tokenRenewed,
    effect: async () => {
      await persistor.flush();
      endRenewal();
    },
  });
}

/** The socket says that the token is no longer good. */
export function startSocketLogoutListener({ store, realtime }: AppParts) {
  return realtime.onLoggedOut(() => {
    const token = selectToken(store.getState());
    void renewalSettled().then(() => store.dispatch(notLoggedIn({ token, message: undefined })));
  });
}

/**
 * Drafts belong to who is logged in, and go when the session does: they are told whose they are, now and whenever a
 * session begins, ends or changes hands.
 */
export function startDraftsListener({ startListening, store }: AppParts) {
  changeDraftOwner(ownerOf(store.getState()));
  return startListening({
    predicate: (_action, now, before) => ownerOf(now) !== ownerOf(before),
    effect: (_action, { getState }) => changeDraftOwner(ownerOf(getState())),
  });
}

/**
 * A file that another app shared with this one is forgotten when a session ends; what was shared while nobody was
 * logged in waits for the login.
 */
export function startSharedFileListener({ startListening }: AppParts) {
  return startListening({
    matcher: isAnyOf(notLoggedIn, loggedOut),
    effect: (_action, api) => {
      const hasEnded = selectToken(api.getOriginalState()) !== undefined && selectToken(api.getState()) === undefined;
      // There are no caches where pages are not served securely.
      if (!hasEnded || !('caches' in globalThis)) return;
      for (const name of [SHARED_FILE.cache, SHARED_FILE.chosenCache]) void caches.delete(name);
    },
  });
}

function ownerOf(state: RootState): string | undefined {
  const user = selectUser(state);
  return user && String(user.id);
}
