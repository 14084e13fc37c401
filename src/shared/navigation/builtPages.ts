/**
 * Which of the product's pages exist: those that a feature declares in its `manifest.ts`. The build reads their names
 * from there.
 */
import { SESSION_NEEDS } from 'virtual:built-pages';
import { paths, ROOT_PATH, ROUTES, type PageName, type Route } from './paths.ts';

/** Whether a feature has the page; all others say that they are not there yet. */
export const isBuilt = (name: PageName): boolean => name in SESSION_NEEDS;

/** Whether anonymous users are sent to the login page. */
export const needsSession = (name: PageName): boolean => SESSION_NEEDS[name] === true;

/** The built route that shows a path; `undefined` for unknown paths and for pages that are not built. */
export function builtRouteOf(pathname: string): Route | undefined {
  if (pathname === ROOT_PATH) return paths.home as Route;
  return ROUTES.find(([name, known]) => isBuilt(name) && known.pattern === pathname)?.[1];
}
