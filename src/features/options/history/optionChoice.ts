/** Filters of the history, as chosen and as requested. */
import type { Market } from '@halyard/contract/market/calls';
import type { Direction, OptionResult } from '@halyard/contract/options/rules';
import type { OptionFilter } from '../../../domain/options/optionsApi.ts';
import { ALL_DAYS, boundsOf, dayOf, type DayRange } from '../../../shared/format/dayRange.ts';

/** Option for "no filter". */
export const ALL = 'all';

export type OptionChoice = {
  /** Market by id. */
  readonly market: string;
  readonly direction: Direction | typeof ALL;
  readonly result: OptionResult | typeof ALL;
  readonly days: DayRange;
};

export const EVERYTHING: OptionChoice = { market: ALL, direction: ALL, result: ALL, days: ALL_DAYS };

/** How many filters are set. */
export function countFilters({ market, direction, result, days }: OptionChoice): number {
  return [market !== ALL, direction !== ALL, result !== ALL, days.kind !== 'all'].filter(Boolean).length;
}

/** The chosen filters as a request at a moment. An unknown market drops the filter. */
export function toOptionFilter(
  { market, direction, result, days }: OptionChoice,
  markets: readonly Pick<Market, 'id'>[],
  nowMs: number,
): OptionFilter {
  const marketId = markets.find(({ id }) => String(id) === market)?.id;
  const { fromMs, untilMs } = boundsOf(days, nowMs);
  return {
    ...(marketId !== undefined && { marketId }),
    ...(direction !== ALL && { direction }),
    ...(result !== ALL && { result }),
    ...(fromMs !== undefined && { from: dayOf(fromMs) }),
    ...(untilMs !== undefined && { to: dayOf(untilMs - 1) }),
  };
}
