/** Redirect to the login page, at most once a second. */
import type { createHashRouter } from 'react-router-dom';
import { LOGIN_GUARD_MS } from '../shared/config/constants.ts';
import { backQueryTo, isSessionPage } from '../shared/navigation/backPage.ts';
import { paths } from '../shared/navigation/paths.ts';
import { createContext, useContext } from 'react';

export type AppRouter = Pick<ReturnType<typeof createHashRouter>, 'navigate' | 'state'>;

/**
 * Redirects to the login page and returns whether it did: not from the login page itself, not twice within a second,
 * and not if the user has left `pathname`, the page that asked.
 */
export type LoginRedirect = (pathname?: string) => boolean;

/** Creates the redirect. It replaces the current page, because the login leads back to it. */
export function createLoginRedirect(router: AppRouter): LoginRedirect {
  // Monotonic clock, because the device's may jump.
  let lastMs = Number.NEGATIVE_INFINITY;
  return (pathname) => {
    const { location } = router.state;
    if (pathname !== undefined && pathname !== location.pathname) return false;
    const nowMs = performance.now();
    if (isSessionPage(location.pathname) || nowMs - lastMs < LOGIN_GUARD_MS) return false;
    lastMs = nowMs;
    void router.navigate(paths.login(backQueryTo(location)), { replace: true });
    return true;
  };
}

const RedirectContext = createContext<LoginRedirect>(() => false);

export const RedirectProvider = RedirectContext.Provider;

/** Redirect to the login page. */
export function useRedirectToLogin(): LoginRedirect {
  return useContext(RedirectContext);
}
