/** Parts that features add to pages of other features. Set by `src/app`. */
import type { DrawnOrderSheet, RecordTab } from './feature.ts';

type Contributions = {
  /** Tabs of the records page. */
  readonly recordTabs: readonly RecordTab[];
  /** The sheet for an order whose line was dragged on a chart. */
  readonly drawnOrder?: DrawnOrderSheet | undefined;
};

let current: Contributions = { recordTabs: [] };

/** Sets the contributions of all features. */
export function setContributions(all: Contributions): void {
  current = all;
}

/** Contributions of all features. */
export const contributions = (): Contributions => current;
