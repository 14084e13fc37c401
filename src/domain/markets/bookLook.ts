/** View settings of order books, in memory only: the step per market, the rest shared. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Decimal } from '@halyard/contract/money';
import { createListeners } from '../../shared/store/listeners.ts';

export const BOOK_SIDES = ['both', 'bids', 'asks'] as const;
/** The sides shown. */
export type BookSides = (typeof BOOK_SIDES)[number];

export type BookLook = {
  readonly sides: BookSides;
  /** Rows show cumulative instead of level quantities. */
  readonly showsSums: boolean;
  /** Chosen step by symbol; the market's own step by default. */
  readonly steps: Readonly<Record<string, Decimal>>;
};

let look: BookLook = { sides: 'both', showsSums: false, steps: {} };
const { subscribe, notify } = createListeners();

/** View settings of a market's book, and a function to change them. */
export function useBookLook(symbol: string) {
  const { sides, showsSums, steps } = useSyncExternalStore(subscribe, () => look);
  const chooseStep = useCallback((step: Decimal) => change({ steps: { ...look.steps, [symbol]: step } }), [symbol]);
  return { sides, showsSums, step: steps[symbol], chooseStep, change } as const;
}

function change(next: Partial<BookLook>): void {
  look = { ...look, ...next };
  notify();
}
