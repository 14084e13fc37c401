/** Pages that exist: those that a feature declares in its `manifest.ts`. The build reads their names from there. */
import { BUILT_PAGES } from 'virtual:built-pages';
import { paths, ROOT_PATH, ROUTES, type PageName, type Route } from './paths.ts';

/** Whether a feature has the page; others show that they are not available yet. */
export const isBuilt = (name: PageName): boolean => BUILT_PAGES.includes(name);

/** The page at a path; `undefined` for unknown paths and for pages that are not built. */
export function builtPageOf(pathname: string): PageName | undefined {
  if (pathname === ROOT_PATH) return 'home';
  return ROUTES.find(([name, { pattern }]) => isBuilt(name) && pattern === pathname)?.[0];
}

/** The built route of a path. */
export function builtRouteOf(pathname: string): Route | undefined {
  const name = builtPageOf(pathname);
  return name && (paths[name] as Route);
}
