/** Lets pages open the left menu, which belongs to the app. */
import { createContext, useContext } from 'react';

const LeftMenuContext = createContext<() => void>(() => undefined);

/** Provides the function that opens the menu. */
export const LeftMenuProvider = LeftMenuContext.Provider;

/** Returns the function that opens the left menu. */
export function useOpenLeftMenu(): () => void {
  return useContext(LeftMenuContext);
}
