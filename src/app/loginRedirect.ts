/** The redirect to the login page: once, however many ask for it (specification, section 4: repeat guard 1 s). */
import type { createHashRouter } from 'react-router-dom';
import { LOGIN_GUARD_MS } from '../shared/config/constants.ts';
import { backQueryTo, isSessionPage } from '../shared/navigation/backPage.ts';
import { paths } from '../shared/navigation/paths.ts';

export type AppRouter = Pick<ReturnType<typeof createHashRouter>, 'navigate' | 'state'>;

/**
 * Leads to the login page and gives back whether it did: not from the login page itself, not again within a second, and
 * not when the user has gone on from `pathname`, the page that asks.
 */
export type LoginRedirect = (pathname?: string) => boolean;

/** Makes the redirect; the page one is on is replaced, since the login leads back to it. */
export function createLoginRedirect(router: AppRouter): LoginRedirect {
  // A clock that cannot be set, since the device's may jump.
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
