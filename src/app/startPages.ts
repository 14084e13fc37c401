/** Pages at the start: home is included; the others come from `features.ts`, which loads with the first of them. */
import { manifest as home } from '../features/home/manifest.ts';
import type { Page, TitleKey } from '../shared/navigation/feature.ts';
import type { PageName } from '../shared/navigation/paths.ts';

/** Facts about the current page for the shell. */
export type PageHandle = { readonly name: PageName; readonly title: TitleKey };

/** Pages by route name (`paths.ts`). */
export type Pages = Readonly<Partial<Record<PageName, Page>>>;

/** Sources of pages for the router: those of the start, and all, whose code and texts load later. */
export type PageSource = { readonly start: Pages; readonly findAll: () => Promise<Pages> };

export const PAGE_SOURCE: PageSource = {
  start: home.pages,
  findAll: async () => (await import('./features.ts')).PAGES,
};
