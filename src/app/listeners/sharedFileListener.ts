/** A file that another app shared with this one is its user's, and goes with him. */
import { isAnyOf } from '@reduxjs/toolkit';
import { SHARED_FILE } from '@halyard/contract/rules/worker';
import { loggedOut, selectToken } from '../../domain/session/sessionSlice.ts';
import { notLoggedIn } from '../../shared/api/sessionEvents.ts';
import type { AppParts } from './appParts.ts';

/** Forgets it when a session ends; what was shared while nobody was logged in waits for the login. */
export function startSharedFileListener({ startListening }: Pick<AppParts, 'startListening'>) {
  return startListening({
    matcher: isAnyOf(notLoggedIn, loggedOut),
    effect: (_action, api) => {
      const hasEnded = selectToken(api.getOriginalState()) !== undefined && selectToken(api.getState()) === undefined;
      // There are no caches where pages are not served securely.
      if (hasEnded && 'caches' in globalThis) void caches.delete(SHARED_FILE.cache);
    },
  });
}
