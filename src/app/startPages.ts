/**
 * The pages as the app starts with them: home is at hand, all others are found in `features.ts`, which is loaded with
 * the first of them.
 */
import { manifest as home } from '../features/home/manifest.ts';
import type { Page, TitleKey } from '../shared/navigation/feature.ts';
import type { PageName } from '../shared/navigation/paths.ts';

/** What the shell knows of the page it shows. */
export type PageHandle = { readonly name: PageName; readonly title: TitleKey };

/** Pages by the name of their route in `paths.ts`. */
export type Pages = Readonly<Partial<Record<PageName, Page>>>;

/** Where the router has its pages from: those of the start, and all, whose code and texts come later. */
export type PageSource = { readonly start: Pages; readonly findAll: () => Promise<Pages> };

export const PAGE_SOURCE: PageSource = {
  start: home.pages,
  findAll: async () => (await import('./features.ts')).PAGES,
};
