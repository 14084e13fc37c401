/** Navigation back, and to the login. */
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { backQueryTo } from './backPage.ts';
import { paths } from './paths.ts';

/**
 * A second tap within this time means the same step, because the page below has a button in the same place. Screen
 * tests tap faster than people.
 */
const ONE_TAP_MS = import.meta.env.MODE === 'test' ? 0 : 350;
let steppedMs = 0;

/** Goes one page back; to the home tab if there is no page of this app to go back to. */
export function useBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const nowMs = Date.now();
    if (Math.abs(nowMs - steppedMs) < ONE_TAP_MS) return;
    steppedMs = nowMs;
    // The router counts its entries from 0. An entry without a count comes from a plain link or the address bar.
    if ((window.history.state as { idx?: unknown } | null)?.idx !== 0) void navigate(-1);
    else void navigate(paths.home(), { replace: true });
  }, [navigate]);
}

/** Path of the login page that leads back to the current page. */
export function useLoginPath(): string {
  return paths.login(backQueryTo(useLocation()));
}
