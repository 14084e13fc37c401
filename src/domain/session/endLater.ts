/**
 * Reports the end of a session to the exchange after a logout without a connection. The token is held in memory only:
 * when the page closes earlier, the session stays in the user's list of devices until it expires or is ended there.
 */
import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { logOut } from '@halyard/contract/user/calls';
import { isOutcomeUnknown } from '../../shared/api/appError.ts';
import { baseQuery, toCall } from '../../shared/api/baseQuery.ts';
import type { Identity } from '../../shared/store/rootState.ts';

const TRY_EVERY_MS = 15_000;
/** No token stays in memory longer than this. */
const TRIES_MAX = 40;

/** Retries until the exchange answers; immediately when the device is online again. */
export async function endLater(api: BaseQueryApi, identity: Identity): Promise<void> {
  const own: BaseQueryApi = {
    ...api,
    signal: new AbortController().signal,
    extra: { ...(api.extra as object), readIdentity: () => identity },
    // The answer about this token must not affect the user logged in by then.
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
