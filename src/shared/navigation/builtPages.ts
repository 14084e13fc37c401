/** Pages that exist: those that a feature declares in its `manifest.ts`. The build reads their names from there. */
import { BUILT_PAGES, TABS } from 'virtual:built-pages';
import type { Tab } from './feature.ts';
import { paths, ROOT_PATH, ROUTES, type PageName, type Route } from './paths.ts';

/** The tabs of the tab bar, in order. */
export const BAR_TABS = TABS as readonly Tab[];

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
