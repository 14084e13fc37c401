/** The pages as the app starts with them: home is at hand, all others are found in `pages.ts`, which is loaded with the first of them. */
import { paths, ROUTES, type PageName } from '../shared/navigation/paths.ts';
import { HOME_PAGE } from './homePage.ts';
import type { FindPage, Page, Pages } from './pages.ts';

const others = ROUTES.filter(([, route]) => route.isBuilt && route.pattern !== paths.home.pattern);

export const START_PAGES: Pages = {
  ...Object.fromEntries(others.map(([name]) => [name, finderOf(name)])),
  home: HOME_PAGE,
};

function finderOf(name: PageName): FindPage {
  return async () => {
    const pages: Readonly<Partial<Record<PageName, Page>>> = (await import('./pages.ts')).PAGES;
    const page = pages[name];
    if (page === undefined) throw new Error(`no page for the route ${name}`);
    return page;
  };
}
