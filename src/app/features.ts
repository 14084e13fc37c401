/** All features, by what each says of itself in its `manifest.ts`. */
import type { Feature, Page } from '../shared/navigation/feature.ts';
import type { PageName } from '../shared/navigation/paths.ts';
import { setRecordTabs } from '../shared/navigation/recordTabs.ts';

const MANIFESTS = import.meta.glob<Feature>('../features/*/manifest.ts', { eager: true, import: 'manifest' });

const FEATURES = Object.values(MANIFESTS);

/** The pages that exist. */
export const PAGES: Readonly<Partial<Record<PageName, Page>>> = Object.assign(
  {},
  ...FEATURES.map(({ pages }) => pages),
);

/** What the left menu leads to, in its order. */
export const MENU = FEATURES.flatMap(({ menu = [] }) => menu).toSorted((one, other) => one.order - other.order);

setRecordTabs(FEATURES.flatMap(({ recordTab = [] }) => recordTab));
