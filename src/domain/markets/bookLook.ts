/**
 * How a book is looked at. It is kept while the app runs: each market has its own step, all have the rest in common.
 */
import { useCallback, useSyncExternalStore } from 'react';
import type { Decimal } from '@halyard/contract/money';
import { createListeners } from '../../shared/store/listeners.ts';

export const BOOK_SIDES = ['both', 'bids', 'asks'] as const;
/** Which sides are shown. */
export type BookSides = (typeof BOOK_SIDES)[number];

export type BookLook = {
  readonly sides: BookSides;
  /** Rows tell what is offered from the best level on, instead of what is offered at theirs. */
  readonly showsSums: boolean;
  /** By symbol; the market's own step where none was chosen. */
  readonly steps: Readonly<Record<string, Decimal>>;
};

let look: BookLook = { sides: 'both', showsSums: false, steps: {} };
const { subscribe, notify } = createListeners();

/** How the book of a market is looked at, and the way to change it. */
export function useBookLook(symbol: string) {
  const { sides, showsSums, steps } = useSyncExternalStore(subscribe, () => look);
  const chooseStep = useCallback((step: Decimal) => change({ steps: { ...look.steps, [symbol]: step } }), [symbol]);
  return { sides, showsSums, step: steps[symbol], chooseStep, change } as const;
}

function change(next: Partial<BookLook>): void {
  look = { ...look, ...next };
  notify();
}
