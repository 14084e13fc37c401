/**
 * Telling the exchange of the end of a session that it could not be told of when it came. The token that this takes is
 * in memory only: who closes the page before, leaves a session that stays in his list of devices until it runs out or
 * he ends it there.
 */
import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { logOut } from '@halyard/contract/user/calls';
import { isOutcomeUnknown } from '../../shared/api/appError.ts';
import { baseQuery, toCall } from '../../shared/api/baseQuery.ts';
import type { Identity } from '../../shared/store/rootState.ts';

const TRY_EVERY_MS = 15_000;
/** Longer than that nobody's token stays in memory. */
const TRIES_MAX = 40;

/** Tries until the exchange has answered, whatever it says; at once when the device has a network again. */
export async function endLater(api: BaseQueryApi, identity: Identity): Promise<void> {
  const own: BaseQueryApi = {
    ...api,
    signal: new AbortController().signal,
    extra: { ...(api.extra as object), readIdentity: () => identity },
    // What the exchange says of this token is no news to whoever is logged in by now.
    dispatch: ((action: unknown) => action) as BaseQueryApi['dispatch'],
  };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    await nextChance();
    const { error } = await baseQuery(toCall(logOut, {}), own, { errors: 'inline', timeoutMs: TRY_EVERY_MS });
    if (error === undefined || (error.code !== 'OFFLINE' && !isOutcomeUnknown(error))) return;
  }
}

function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, TRY_EVERY_MS);
    window.addEventListener('online', go);
  });
}
