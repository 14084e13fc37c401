/** Provides the login redirect to the page guard. */
import { createContext, useContext } from 'react';
import type { LoginRedirect } from './loginRedirect.ts';

const RedirectContext = createContext<LoginRedirect>(() => false);

/** Provides the redirect. */
export const RedirectProvider = RedirectContext.Provider;

/** Redirect to the login page. */
export function useRedirectToLogin(): LoginRedirect {
  return useContext(RedirectContext);
}
