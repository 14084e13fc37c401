/**
 * The pages as the app starts with them: home is at hand, all others are found in `features.ts`, which is loaded with
 * the first of them.
 */
import { manifest as home } from '../features/home/manifest.ts';
import { isBuilt } from '../shared/navigation/builtPages.ts';
import type { Page, TitleKey } from '../shared/navigation/feature.ts';
import { ROUTES, type PageName } from '../shared/navigation/paths.ts';

/** Where a page is found whose code and texts are not known from the start. */
export type FindPage = () => Promise<Page>;

/** What the shell knows of the page it shows. */
export type PageHandle = { readonly name: PageName; readonly title: TitleKey };

/** Pages by the name of their route in `paths.ts`. */
export type Pages = Readonly<Partial<Record<PageName, Page | FindPage>>>;

export const START_PAGES: Pages = {
  ...Object.fromEntries(ROUTES.filter(([name]) => isBuilt(name)).map(([name]) => [name, finderOf(name)])),
  ...home.pages,
};

function finderOf(name: PageName): FindPage {
  return async () => {
    const pages: Readonly<Partial<Record<PageName, Page>>> = (await import('./features.ts')).PAGES;
    const page = pages[name];
    if (page === undefined) throw new Error(`no page for the route ${name}`);
    return page;
  };
}
