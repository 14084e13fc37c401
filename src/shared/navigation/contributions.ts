/** Parts that features add to pages of other features. Set by `src/app`. */
import type { DrawnOrderSheet, Feature, RecordTab } from './feature.ts';

type Contributions = {
  /** Tabs of the records page. */
  readonly recordTabs: readonly RecordTab[];
  /** Pages that use the money of an account. */
  readonly accounts: readonly (NonNullable<Feature['account']> & Pick<NonNullable<Feature['tab']>, 'icon'>)[];
  /** By kinds of ledger entries. */
  readonly entryIcons: NonNullable<Feature['entryIcons']>;
  /** By categories of messages. */
  readonly messageIcons: NonNullable<Feature['messageIcons']>;
  /** The sheet for an order whose line was dragged on a chart. */
  readonly drawnOrder?: DrawnOrderSheet | undefined;
};

let current: Contributions = { recordTabs: [], accounts: [], entryIcons: {}, messageIcons: {} };

/** Sets the contributions of all features. */
export function setContributions(all: Contributions): void {
  current = all;
}

/** Contributions of all features. */
export const contributions = (): Contributions => current;
