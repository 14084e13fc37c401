/** The one redirect to the login, for the guard of the pages. */
import { createContext, useContext } from 'react';
import type { LoginRedirect } from './loginRedirect.ts';

const RedirectContext = createContext<LoginRedirect>(() => false);

/** Gives the guard the redirect. */
export const RedirectProvider = RedirectContext.Provider;

/** Leads to the login page. */
export function useRedirectToLogin(): LoginRedirect {
  return useContext(RedirectContext);
}
