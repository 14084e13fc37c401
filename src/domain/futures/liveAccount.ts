/**
 * The user's live futures account: positions at their markets' last ticks, computed on this device by the rules of the
 * exchange. Marks and profits in list answers are outdated and not used.
 */
import { crossRate, freeOf, type CrossAccount, type Marked } from '@halyard/contract/futures/account';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { MarketId } from '@halyard/contract/ids';
import { add, compare, decimal, divide, isZero, multiply, ZERO, type Decimal } from '@halyard/contract/money';
import { equityAt, profitAt, rateOf, sumOf, type Position } from '@halyard/contract/futures/position';
import { liquidationOf } from './preview.ts';

/** Last price of each market. */
export type Marks = ReadonlyMap<MarketId, Decimal>;

/** A position at current prices. Undefined fields need a missing price or unknown other positions. */
export type LivePosition = {
  readonly position: FuturesPosition;
  readonly mark: Decimal | undefined;
  readonly profit: Decimal | undefined;
  /** Profit in percent of the opening margin. */
  readonly percent: Decimal | undefined;
  /** Equity in percent of the opening margin; for a cross position, of all cross positions together. */
  readonly rate: Decimal | undefined;
  /** `none`: no price liquidates it. */
  readonly liquidation: Decimal | 'none' | undefined;
};

export type LiveAccount = {
  readonly positions: readonly LivePosition[];
  /** The account behind the cross positions; undefined while a balance or a price is missing. */
  readonly cross: CrossAccount | undefined;
  /** Available balance plus margins and profit of open positions. */
  readonly equity: Decimal | undefined;
  readonly usedMargin: Decimal;
  readonly profit: Decimal | undefined;
  /** The amount that may be used or transferred. */
  readonly free: Decimal | undefined;
  /** The lowest rate of all positions, percent; undefined without positions. */
  readonly rate: Decimal | undefined;
};

const PERCENT_PLACES = 2;

/** A position as the rules' input. */
export function ruleOf(position: FuturesPosition): Position {
  const { stopProfit, stopLoss } = position;
  return {
    ...position,
    stopProfit: isZero(stopProfit) ? null : stopProfit,
    stopLoss: isZero(stopLoss) ? null : stopLoss,
  };
}

/** `balance`: available in the futures account. */
export function liveAccountOf(
  positions: readonly FuturesPosition[],
  marks: Marks,
  balance: Decimal | undefined,
): LiveAccount {
  const cross = crossOf(positions, marks, balance);
  const crossNow = cross && crossRate(cross);
  const live = positions.map((position) => liveOf(position, marks.get(position.marketId), { cross, crossNow }));
  const profits = live.map(({ profit }) => profit);
  const profit = profits.every((each) => each !== undefined) ? sumOf(profits) : undefined;
  const usedMargin = sumOf(positions.map(({ margin }) => margin));
  const rates = live.flatMap(({ rate }) => rate ?? []);
  return {
    positions: live,
    cross,
    equity: balance === undefined || profit === undefined ? undefined : add(balance, usedMargin, profit),
    usedMargin,
    profit,
    free: cross && freeOf(cross),
    rate: rates.length === 0 ? undefined : rates.reduce((a, b) => (compare(a, b) <= 0 ? a : b)),
  };
}

/** The account behind the cross positions, optionally without one of them. */
export function crossOf(
  positions: readonly FuturesPosition[],
  marks: Marks,
  balance: Decimal | undefined,
  without?: FuturesPosition['id'],
): CrossAccount | undefined {
  if (balance === undefined) return undefined;
  const marked: Marked[] = [];
  for (const position of positions) {
    if (position.mode !== 'cross' || position.id === without) continue;
    const price = marks.get(position.marketId);
    if (price === undefined) return undefined;
    marked.push({ position: ruleOf(position), price });
  }
  return { balance, marked };
}

/** The same account without one position. */
export function withoutPosition(cross: CrossAccount | undefined, { id }: FuturesPosition): CrossAccount | undefined {
  return cross && { ...cross, marked: cross.marked.filter(({ position }) => (position as FuturesPosition).id !== id) };
}

type Cross = { readonly cross: CrossAccount | undefined; readonly crossNow: Decimal | undefined };

function liveOf(position: FuturesPosition, mark: Decimal | undefined, { cross, crossNow }: Cross): LivePosition {
  const rule = ruleOf(position);
  const isCross = position.mode === 'cross';
  if (mark === undefined) {
    const fixed = isCross ? undefined : (liquidationOf(rule, ZERO, undefined) ?? 'none');
    return { position, mark, profit: undefined, percent: undefined, rate: undefined, liquidation: fixed };
  }
  const profit = profitAt(rule, mark);
  const others = withoutPosition(cross, position);
  const isKnown = !isCross || others !== undefined;
  return {
    position,
    mark,
    profit,
    percent: percentOf(profit, position.originMargin),
    rate: isCross ? crossNow : rateOf(equityAt(rule, mark), position.originMargin),
    liquidation: isKnown ? (liquidationOf(rule, mark, others) ?? 'none') : undefined,
  };
}

/** A profit or loss in percent of the opening margin. */
export function percentOf(profit: Decimal, originMargin: Decimal): Decimal {
  if (isZero(originMargin)) return ZERO;
  return divide(multiply(profit, decimal('100')), originMargin, PERCENT_PLACES, 'half-even');
}
