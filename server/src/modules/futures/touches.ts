/** Finds the accounts that a tick touches, among those that a batch of ticks may touch; others are skipped. */
import { compare, toModelNumber, type Decimal } from '@halyard/contract/money';
import { crossOf, type MarginAccount } from '@halyard/contract/futures/account';
import { orderBand, positionBand } from '@halyard/contract/futures/bands';
import { isCrossAtLevel } from '@halyard/contract/futures/cross';
import { closeReasonAt, isClosingAt, isTargetReached, type Band } from '@halyard/contract/futures/position';
import type { LoadedAccount, Marks } from './accounts.ts';
import type { MarketTick } from './cursors.ts';

/** The lowest and the highest price of ticks, by series, as parameters of the query for touched rows. */
export function touchRanges(
  ticks: readonly MarketTick[],
): readonly { readonly series: number; readonly low: Decimal; readonly high: Decimal }[] {
  const ranges = new Map<number, { series: number; low: Decimal; high: Decimal }>();
  for (const { seriesId: series, tick } of ticks) {
    const range = ranges.get(series) ?? { series, low: tick.price, high: tick.price };
    ranges.set(series, {
      series,
      low: compare(tick.price, range.low) < 0 ? tick.price : range.low,
      high: compare(tick.price, range.high) > 0 ? tick.price : range.high,
    });
  }
  return [...ranges.values()];
}

/** An account that a tick touches. */
type Due = { readonly loaded: LoadedAccount; readonly account: MarginAccount };

export type TouchPlan = {
  /** Plans the next check of an account: at the first tick from a place on that touches it. */
  add(loaded: LoadedAccount, account: MarginAccount, from: number): void;
  /**
   * The accounts that the tick at a place touches, with its price, ordered by the first id in each that it closes or
   * opens: the house's limits and insurance are shared in this order, independent of the batch size.
   */
  at(place: number, marks: Marks): readonly Due[];
};

// Floating point prices are off by less than this fraction; one check too many does no harm.
const SLACK = 1e-12;

export function createTouchPlan(ticks: readonly MarketTick[]): TouchPlan {
  const byMarket = new Map<number, { readonly places: number[]; readonly marks: number[] }>();
  for (const [place, { marketId, tick }] of ticks.entries()) {
    const market = byMarket.get(marketId) ?? { places: [], marks: [] };
    market.places.push(place);
    market.marks.push(toModelNumber(tick.price));
    byMarket.set(marketId, market);
  }
  const due = new Map<number, Due[]>();

  const firstTouch = (marketId: number, { low, high }: Band, from: number): number | undefined => {
    const market = byMarket.get(marketId);
    if (market === undefined) return undefined;
    const [down, up] = [
      low === null ? -Infinity : toModelNumber(low) * (1 + SLACK),
      high === null ? Infinity : toModelNumber(high) * (1 - SLACK),
    ];
    const { places, marks } = market;
    const found = marks.findIndex((mark, index) => (places[index] ?? -1) >= from && (mark <= down || mark >= up));
    return places[found];
  };

  return {
    add(loaded, account, from) {
      const touches = [
        ...account.positions.map((position) => ({ ...position, band: positionBand(account, position) })),
        ...account.pending.map((order) => ({ ...order, band: orderBand(order) })),
      ].flatMap(({ marketId, band }) => {
        const place = firstTouch(marketId, band, from);
        return place === undefined ? [] : [place];
      });
      if (touches.length === 0) return;
      const next = Math.min(...touches);
      const there = due.get(next) ?? [];
      there.push({ loaded, account });
      due.set(next, there);
    },
    at(place, marks) {
      const tick = ticks[place];
      if (tick === undefined) return [];
      return (due.get(place) ?? [])
        .map(({ loaded, account: { balance, positions, pending } }) => {
          const account = { balance, positions, pending, marks: new Map(marks) };
          return { loaded, account, first: firstToAct(account, tick) };
        })
        .toSorted((a, b) => a.first - b.first);
    },
  };
}

/** The lowest id that a tick closes or opens; the largest number without any. */
function firstToAct(account: MarginAccount, { marketId, tick: { price, at } }: MarketTick): number {
  const isHere = (one: { readonly marketId: number }) => one.marketId === marketId;
  const here = account.positions.filter(isHere);
  const cross = here.some(({ mode }) => mode === 'cross') ? crossOf(account) : undefined;
  const ids = [
    ...here.filter(
      (position) =>
        isClosingAt(position, at) ||
        closeReasonAt(position, price) !== undefined ||
        (cross !== undefined && position.mode === 'cross' && isCrossAtLevel(cross, position.terms.closeOutLevel)),
    ),
    ...account.pending.filter((order) => isHere(order) && isTargetReached(order, price, order.terms.spread)),
  ].map(({ id }) => id);
  return Math.min(Number.MAX_SAFE_INTEGER, ...ids);
}
