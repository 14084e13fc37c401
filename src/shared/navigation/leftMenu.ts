/** The left menu, which belongs to the app, for the pages that open it. */
import { createContext, useContext } from 'react';

const LeftMenuContext = createContext<() => void>(() => undefined);

/** Gives the pages below the way to open the menu. */
export const LeftMenuProvider = LeftMenuContext.Provider;

/** Opens the left menu. */
export function useOpenLeftMenu(): () => void {
  return useContext(LeftMenuContext);
}
