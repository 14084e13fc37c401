/** What the history is narrowed to, as it is chosen, and as the exchange is asked for it. */
import type { Market } from '@halyard/contract/market/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { PositionSide } from '@halyard/contract/futures/position';
import type { PositionFilter } from '../../../domain/futures/futuresApi.ts';
import { ALL_DAYS, boundsOf, dayOf, type DayRange } from '../../../shared/format/dayRange.ts';

/** Stands for "no filter" where something is chosen of a list. */
export const ALL = 'all';

export const REASONS = [
  'user',
  'stop_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  'series_ended',
  'house_limit',
] as const satisfies readonly NonNullable<FuturesPosition['closeReason']>[];

export type PositionChoice = {
  /** A market by its id. */
  readonly market: string;
  readonly side: PositionSide | typeof ALL;
  /** How it ended. `cancelled`: an order that was taken back. */
  readonly reason: (typeof REASONS)[number] | 'cancelled' | typeof ALL;
  readonly days: DayRange;
};

export const EVERYTHING: PositionChoice = { market: ALL, side: ALL, reason: ALL, days: ALL_DAYS };

/** How many filters are set. */
export function countFilters({ market, side, reason, days }: PositionChoice): number {
  return [market !== ALL, side !== ALL, reason !== ALL, days.kind !== 'all'].filter(Boolean).length;
}

/** The choice as it is asked for at a moment. A market that is not known leaves the filter out. */
export function toPositionFilter(
  { market, side, reason, days }: PositionChoice,
  markets: readonly Pick<Market, 'id'>[],
  nowMs: number,
): PositionFilter {
  const marketId = markets.find(({ id }) => String(id) === market)?.id;
  const { fromMs, untilMs } = boundsOf(days, nowMs);
  return {
    ...(marketId !== undefined && { marketId }),
    ...(side !== ALL && { side }),
    ...(reason === 'cancelled' && { status: 'cancelled' }),
    ...(reason !== ALL && reason !== 'cancelled' && { closeReason: reason }),
    ...(fromMs !== undefined && { from: dayOf(fromMs) }),
    ...(untilMs !== undefined && { to: dayOf(untilMs - 1) }),
  };
}
