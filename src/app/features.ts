/** Features, collected from their `manifest.ts`, and what the app composes from them. */
import type { Feature, Page } from '../shared/navigation/feature.ts';
import type { PageName } from '../shared/navigation/paths.ts';
import { setContributions } from '../shared/navigation/contributions.ts';

const MANIFESTS = import.meta.glob<Feature>('../features/*/manifest.ts', { eager: true, import: 'manifest' });

/** All features. */
export const FEATURES = Object.values(MANIFESTS);

/** Pages that exist. */
export const PAGES: Readonly<Partial<Record<PageName, Page>>> = Object.assign(
  {},
  ...FEATURES.map(({ pages }) => pages),
);

/** Left menu entries, in order. */
export const MENU = FEATURES.flatMap(({ menu = [] }) => menu).toSorted((one, other) => one.order - other.order);

/** Main pages, in order. */
export const TABS = FEATURES.flatMap(({ tab = [] }) => tab).toSorted((one, other) => one.order - other.order);

setContributions({
  recordTabs: FEATURES.flatMap(({ recordTab = [] }) => recordTab),
  accounts: FEATURES.flatMap(({ account, tab }) => (account && tab ? { ...account, icon: tab.icon } : [])),
  entryIcons: Object.assign({}, ...FEATURES.map(({ entryIcons }) => entryIcons)),
  messageIcons: Object.assign({}, ...FEATURES.map(({ messageIcons }) => messageIcons)),
  drawnOrder: FEATURES.find(({ drawnOrder }) => drawnOrder !== undefined)?.drawnOrder,
});
