/** Going back, and to and from the login. */
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { backQueryTo, pathAfterLogin } from './backPage.ts';
import { paths } from './paths.ts';

/** Goes one page back; to the home tab when there is no page of this app to go back to. */
export function useBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (hasHistory(window.history.state)) void navigate(-1);
    else void navigate(paths.home(), { replace: true });
  }, [navigate]);
}

/** The path of the login page that leads back to where one is. */
export function useLoginPath(): string {
  return paths.login(backQueryTo(useLocation()));
}

/** Leaves the login page for where it was asked for; the login page does not stay in the history. */
export function useLeaveLogin(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCallback(() => void navigate(pathAfterLogin(search), { replace: true }), [navigate, search]);
}

// The router counts its entries; the first one that it made, or found, is 0.
function hasHistory(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0
  );
}
