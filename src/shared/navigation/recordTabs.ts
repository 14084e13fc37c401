/** Tabs that features bring to the records page, which belongs to one of them; `src/app` hands them over. */
import type { RecordTab } from './feature.ts';

let tabs: readonly RecordTab[] = [];

/** Takes the tabs of all features. */
export function setRecordTabs(all: readonly RecordTab[]): void {
  tabs = all;
}

/** The tabs of all features. */
export const recordTabs = (): readonly RecordTab[] => tabs;
