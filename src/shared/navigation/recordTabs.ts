/** Tabs that features add to the records page, which belongs to one of them. Set by `src/app`. */
import type { RecordTab } from './feature.ts';

let tabs: readonly RecordTab[] = [];

/** Sets the tabs of all features. */
export function setRecordTabs(all: readonly RecordTab[]): void {
  tabs = all;
}

/** Tabs of all features. */
export const recordTabs = (): readonly RecordTab[] => tabs;
