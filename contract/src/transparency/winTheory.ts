/**
 * Expected wins of options. The price is a martingale in steps of a second whose noise is symmetric, and an option
 * compares two ticks: at the purchase and at the expiry. So rising is as likely as falling, and of options that won,
 * lost or tied one half should win, less half of the ties. (The logarithm falls by half its variance, which takes less
 * than 0.0006 from the chance of rising within the 300 seconds that simulated options may run; that is left out.) The
 * number of ties follows from the places of the price and is taken from the observed ties. `even` has its own chance at
 * each purchase, which totals do not contain; and the owner chooses the end of a position. Neither has an expected
 * count.
 */
import { fromModelNumber, type Decimal } from '../money/money.ts';

export type Counted = { readonly won: number; readonly lost: number; readonly tied: number };

/** Percent, and standard deviations; null where there is no expectation. */
export type Compared = Readonly<Record<'share' | 'expected' | 'deviations', Decimal | null>>;

const PERCENT = 100;
const PLACES = 2;

/** Wins compared with theory. Void options are left out. */
export function compareWins(direction: string, { won, lost, tied }: Counted): Compared {
  const all = won + lost + tied;
  const decided = won + lost;
  const isFair = direction === 'up' || direction === 'down';
  const share = (count: number) => (all === 0 ? null : fromModelNumber((PERCENT * count) / all, PLACES));
  return {
    share: share(won),
    expected: isFair ? share(decided / 2) : null,
    deviations: isFair && decided > 0 ? fromModelNumber((won - lost) / Math.sqrt(decided), PLACES) : null,
  };
}
